import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRequestedTab, resolveEntry, resolveTab, sectionOf } from './entry.ts';
import {
  NO_PERMISSIONS,
  parsePermissionJson,
  PERMISSION_FLAGS,
  permissionsOf,
  type PermissionFlag,
} from './permissions.ts';
import { TABS, visibleTabs } from './tabs.ts';

const ALL = permissionsOf(...PERMISSION_FLAGS);
const titles = (...flags: readonly PermissionFlag[]): readonly string[] =>
  visibleTabs(permissionsOf(...flags)).map((tab) => tab.title);

/** Hostile values in place of the remembered tab. */
const HOSTILE = [
  'https://evil.example',
  '//evil.example',
  '\\\\evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'terminal/../../login',
  '../terminal',
  '/mainpage/terminal',
  'terminal?next=//evil.example',
  'terminal#x',
  ' terminal',
  'Terminal',
  'terminal\u0000',
  '%74erminal',
  '__proto__',
  'constructor',
  'logout',
  '',
] as const;

describe('parsePermissionJson', () => {
  test('[TAB-1] only the value true grants a flag', () => {
    const text = '{"terminal":true,"service":"true","editConfig":1,"analytics":null,"other":true}';
    expect(parsePermissionJson(text)).toEqual(permissionsOf('terminal'));
  });

  test('[NW-10] a __proto__ key grants no flag and changes no prototype', () => {
    const text = '{"__proto__":{"terminal":true,"uploadCsv":true}}';
    expect(parsePermissionJson(text)).toEqual(NO_PERMISSIONS);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test('[SA-03] no flags are read from a text that is not a JSON object', () => {
    for (const text of ['{', 'null', '[]', '"true"', '7', 'undefined', '{"terminal":true}}'])
      expect(parsePermissionJson(text)).toBeUndefined();
    for (const text of ['', '  ', undefined, null, {}])
      expect(parsePermissionJson(text)).toBeUndefined();
  });

  test('[SA-03] parsePermissionJson never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        parsePermissionJson(text);
      }),
    );
  });
});

describe('the tab table', () => {
  test('[TAB-2] all flags show every tab, in the order of the specification', () => {
    expect(visibleTabs(ALL).map((tab) => tab.title)).toEqual([
      'Home',
      'Assets',
      'Terminal',
      'Support',
      'Complaint',
      'Configuration',
      'Analytics',
      'Service',
      'Firmware',
      'Smart BMS Config',
      'Romeo Config',
      'Romeo List',
      'Logs',
      'Users',
      'Upload',
    ]);
  });

  test('[TAB-3] without any flag only Support and Users are shown', () => {
    expect(titles()).toEqual(['Support', 'Users']);
  });

  test.each<readonly [PermissionFlag, readonly string[]]>([
    ['newHomePage', ['Home']],
    ['battAccess', ['Assets']],
    ['terminal', ['Terminal']],
    ['raiseServiceTicketForClient', ['Complaint']],
    ['editConfig', ['Configuration', 'Logs']],
    ['analytics', ['Analytics']],
    ['service', ['Service']],
    ['addFirmware', ['Firmware']],
    ['firmwareHistory', ['Firmware']],
    ['pointFirmware', []],
    ['smartConfig', ['Smart BMS Config']],
    ['romeoConfig', ['Romeo Config', 'Romeo List']],
    ['uploadConfig', ['Logs']],
    ['updateFirmware', ['Logs']],
    ['uploadCsv', ['Upload']],
  ])('[TAB-4] the flag %s adds exactly the tabs %j', (flag, added) => {
    expect(titles(flag).filter((title) => title !== 'Support' && title !== 'Users')).toEqual(added);
  });

  test('[ROUTE-1] the ids are the child routes of the specification', () => {
    const routes =
      'terminal config support complaint users upload romeoConfig romeoList logs assets smartConfig analyticData servicetab firmwareTab home';
    expect(new Set<string>(TABS.map((tab) => tab.id))).toEqual(new Set(routes.split(' ')));
    expect(TABS).toHaveLength(15);
  });
});

describe('entry into the shell', () => {
  test('[ROUTE-2] the bare path opens Assets with battAccess, else Users', () => {
    for (const bare of [undefined, '']) {
      expect(resolveEntry(bare, permissionsOf('battAccess'))).toBe('assets');
      expect(resolveEntry(bare, permissionsOf('terminal'))).toBe('users');
    }
  });

  test('[ROUTE-3] a requested tab opens if it is permitted, else Users opens; Support and Users always open', () => {
    expect(resolveEntry('terminal', ALL)).toBe('terminal');
    expect(resolveEntry('assets', ALL)).toBe('assets');
    expect(resolveEntry('assets', permissionsOf('terminal'))).toBe('users');
    expect(resolveEntry('support', NO_PERMISSIONS)).toBe('support');
    expect(resolveEntry('users', NO_PERMISSIONS)).toBe('users');
  });

  test('[RT-05] a tab without its permission redirects to Users', () => {
    for (const tab of TABS.filter(({ rule }) => rule !== 'always')) {
      expect(resolveTab(tab.id, NO_PERMISSIONS)).toBe('users');
    }
  });

  test('[RT-04] an unknown child redirects to Users, also with battAccess', () => {
    for (const child of HOSTILE.filter((value) => value !== '')) {
      expect(resolveEntry(child, ALL)).toBe('users');
    }
  });

  test('[RT-01] [RT-02] only an id of the table is a requested tab; hostile values are rejected', () => {
    for (const tab of TABS) expect(parseRequestedTab(tab.id)).toBe(tab.id);
    for (const value of [
      ...HOSTILE,
      undefined,
      null,
      7,
      {},
      ['terminal'],
      new String('terminal'),
    ]) {
      expect(parseRequestedTab(value)).toBeUndefined();
    }
  });

  test('[ROUTE-4] the section is the second segment of the path', () => {
    expect(sectionOf('/mainpage/terminal')).toBe('terminal');
    expect(sectionOf('/mainpage/home/')).toBe('home');
    expect(sectionOf('//mainpage//terminal/more')).toBe('terminal');
    for (const path of ['/mainpage', '/', '']) expect(sectionOf(path)).toBe('');
  });
});
