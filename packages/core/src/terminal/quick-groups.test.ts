import { describe, expect, test } from 'vitest';
import { createFakeStorage } from '../fakes/fake-key-value-store.ts';
import { createQuickGroups } from './quick-groups.ts';

const cells = { name: 'Cells', buttons: [{ label: 'All', command: 'AT+ADATA' }] };
const setUp = () => {
  const storage = createFakeStorage();
  const store = storage.openTab();
  return { storage, store, groups: createQuickGroups(store) };
};

describe('groups of quick commands', () => {
  test('[TERM-119] groups and the shown group are saved, and removed when the storage is emptied', () => {
    const { groups, storage } = setUp();
    expect(groups.save([cells])).toEqual({ ok: true, value: { kept: true } });
    groups.show('Cells');
    groups.show('none such');
    expect(groups.shown$.value).toBeUndefined();
    groups.show('Cells');
    const again = createQuickGroups(storage.openTab());
    expect([again.groups$.value, again.shown$.value]).toEqual([[cells], 'Cells']);
    storage.openTab().clear(); // as a sign-out in another tab does
    expect([groups.groups$.value, groups.shown$.value]).toEqual([[], undefined]);
  });

  test('[TERM-119] exported groups are unchanged when imported; a group of the same name is replaced', () => {
    const { groups } = setUp();
    const other = { name: 'Cells', buttons: [{ label: '', command: 'ATI' }] };
    groups.save([cells, { name: 'Basics', buttons: [] }]);
    const elsewhere = setUp().groups;
    elsewhere.save([other]);
    expect(groups.importFile(elsewhere.exportFile())).toEqual({
      ok: true,
      value: { names: ['Cells'], kept: true },
    });
    expect(groups.groups$.value).toEqual([other, { name: 'Basics', buttons: [] }]);
  });

  test('[TERM-119] groups that are too large to be read again are not saved', () => {
    const { groups, storage } = setUp();
    const button = { label: '', command: 'A'.repeat(256) };
    const large = Array.from({ length: 32 }, (_, index) => ({
      name: `Group ${index}`,
      buttons: Array.from({ length: 64 }, () => button),
    }));
    expect(groups.save([cells]).ok).toBe(true);
    expect(groups.save(large)).toMatchObject({ ok: false, error: { path: '' } });
    expect(createQuickGroups(storage.openTab()).groups$.value).toEqual([cells]);
  });

  test('[TERM-119] when the shown group is deleted, the five quick commands are shown', () => {
    const { groups } = setUp();
    groups.save([cells]);
    groups.show('Cells');
    groups.save([]);
    expect(groups.shown$.value).toBeUndefined();
  });

  test.each([
    ['no JSON', '{', '', 'is not valid JSON'],
    ['too large', ' '.repeat(262_145), '', 'is larger than 262\u202FkB'],
    ['no groups', '{"groups":7}', 'groups', 'must be a list of at most 32 entries'],
    ['no name', '{"groups":[{"name":" ","buttons":[]}]}', 'groups.1.name', '1–40'],
    [
      'a hidden line break',
      String.raw`{"groups":[{"name":"A","buttons":[{"command":"AT\r\nATZ"}]}]}`,
      'groups.1.buttons.1.command',
      'visible characters',
    ],
    [
      'a name twice',
      '{"groups":[{"name":"A","buttons":[]},{"name":"A","buttons":[]}]}',
      'groups.2.name',
      'must not be the name of another group',
    ],
    ['a hostile key', '{"__proto__":{"groups":[]}}', 'groups', 'is missing'],
  ])('[ST-09] a file with %s is refused as a whole, with its place', (_, text, path, problem) => {
    const { groups } = setUp();
    groups.save([cells]);
    const result = groups.importFile(text);
    expect(result).toMatchObject({ ok: false, error: { path } });
    expect(result.ok ? '' : result.error.problem).toContain(problem);
    expect(groups.groups$.value).toEqual([cells]);
  });

  test('[ST-03] unreadable groups count as no groups; groups that the storage refuses stay until the page closes', () => {
    const storage = createFakeStorage({ terminalCommandGroups: '[{]' });
    const groups = createQuickGroups(storage.openTab());
    expect(groups.groups$.value).toEqual([]);
    storage.refuse('full');
    expect(groups.save([cells])).toEqual({ ok: true, value: { kept: false } });
    expect(groups.groups$.value).toEqual([cells]);
  });
});
