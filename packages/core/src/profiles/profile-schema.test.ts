import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createProfileReader,
  draftProfile,
  loadProfile,
  mergeReadings,
  PROFILE_2_FILE,
  readProfile,
  replyProfile,
} from './index.ts';
import { anyText } from '../protocol/any-text.fixture.ts';
import { bytesOf } from './device-bytes.ts';
import { LEAST, profileOf } from './profile.fixture.ts';

const problemOf = (parts: object): string => {
  const read = PROFILE_2_FILE.parse(JSON.stringify({ ...LEAST, ...parts }));
  return read.ok ? 'none' : `${read.error.path}: ${read.error.problem}`;
};
const layout = (...items: readonly object[]) => ({
  records: [{ id: 'a', read: 'layout', layout: items }],
});

describe('profile files', () => {
  test('[OBD-200] the minimal profile is read and gets its defaults', () => {
    const { line, polls, signs, licence } = profileOf({});
    expect({ line, polls, signs, licence }).toMatchObject({
      line: { parity: 'none', dataBits: 8, quiet: true },
      polls: [],
      signs: { current: 'charge' },
      licence: 'not stated',
    });
  });

  test.each([
    ['a misspelt key', { frme: 1 }, 'frme: is not known here: check its spelling'],
    [
      'a newer version',
      { profile: 3 },
      'profile: must be 2: the file comes from a newer version of this app',
    ],
    ['no records', { records: [] }, 'records: must have at least one record'],
    ['an unknown target', layout({ u: 1, to: 'volts' }), 'records.1.layout.1.to: must be one of'],
    [
      'a value without a width',
      layout({ to: 'soc' }),
      'records.1.layout.1: must have one of: u, i, f, text',
    ],
    [
      'a wrong unit',
      layout({ u: 1, to: 'soc', unit: 'V' }),
      'records.1.layout.1.unit: must be a unit of soc',
    ],
    [
      'a repeat of an unknown value',
      layout({ repeat: 'n', of: [] }),
      'records.1.layout.1.repeat: must be a number, or the "as" of a value before it',
    ],
    [
      'a text as wide as an unknown value',
      layout({ text: 'n', to: 'model' }),
      'records.1.layout.1.text: must be a number, or the "as" of a value before it',
    ],
    [
      'an unknown fault',
      layout({ u: 1, bits: { 0: 'protection:fire' } }),
      'records.1.layout.1.bits.0: must name one of the faults',
    ],
    [
      'a poll without a question',
      { polls: [{ id: 'a', everyMs: 1000, timeoutMs: 500 }] },
      'polls.1: must have either send or modbus',
    ],
    [
      'a writing function',
      {
        polls: [
          {
            id: 'a',
            modbus: { unit: 1, function: 6, address: 0, count: 1 },
            everyMs: 1000,
            timeoutMs: 500,
          },
        ],
      },
      'polls.1.modbus.function: must be one of: 1, 2, 3, 4',
    ],
    [
      'letters that are no byte',
      { polls: [{ id: 'a', send: 'ž', everyMs: 1000, timeoutMs: 500 }] },
      'polls.1.send: must be text of one-byte characters',
    ],
    [
      'an id twice',
      { records: [LEAST.records[0], LEAST.records[0]] },
      'records.2.id: must not be used twice: row',
    ],
    [
      'an unknown poll',
      { records: [{ ...LEAST.records[0], answers: ['x'] }] },
      'records.1.answers: must name polls: there is no x',
    ],
    [
      'no end of a reply',
      { frame: { split: 'reply' }, polls: [{ id: 'a', send: 'x', everyMs: 1000, timeoutMs: 500 }] },
      'end: must have a prompt, a final line or gapMs',
    ],
  ])('[OBD-200] %s is refused with its path and an instruction', (_, parts, expected) => {
    expect(problemOf(parts)).toContain(expected);
  });

  test('[OBD-200] a file of 10 MB is not parsed', () => {
    const read = PROFILE_2_FILE.parse(`{"profile":2,"name":"${'x'.repeat(10_000_000)}"}`);
    expect(read).toEqual({ ok: false, error: { path: '', problem: 'is larger than 262\u202FkB' } });
  });

  test('[OBD-200] a __proto__ key is refused and does not change a prototype', () => {
    const text = JSON.stringify(LEAST).replace(
      '"id":"test"',
      '"id":"test","__proto__":{"polluted":1}',
    );
    expect(PROFILE_2_FILE.parse(text).ok).toBe(false);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  test.each(['prototype', 'constructor'])(
    '[OBD-342] a value with the name “%s” is refused and not lost',
    (name) => {
      const fields = { [name]: { to: 'soc', unit: '%', scale: 1 } };
      const reply = { id: 'reply', read: 'reply', fields };
      expect(readProfile({ ...LEAST, records: [...LEAST.records, reply] })).toEqual({
        ok: false,
        error: {
          path: `records.2.fields.${name}`,
          problem: 'cannot be used under this name: remove it',
        },
      });
      const old = readProfile({ id: 'x', format: 'kv', fields });
      expect(old).toMatchObject({ ok: false, error: { path: `fields.${name}` } });
    },
  );

  test('[OBD-18] [OBD-200] a formatted profile is read unchanged', () => {
    const profile = profileOf({ signs: { current: 'discharge' } });
    expect(PROFILE_2_FILE.parse(PROFILE_2_FILE.format(profile))).toEqual({
      ok: true,
      value: profile,
    });
  });

  test('[OBD-201] a migrated profile of version 1 reads the same values', () => {
    const old = {
      id: 'my device',
      name: 'Mine',
      format: 'kv',
      currentPositive: 'discharge',
      fields: {
        V: { to: 'packVoltage', unit: 'mV', scale: 1 },
        I: { to: 'current', unit: 'A', scale: 1 },
        C1: { to: 'cells', unit: 'mV', scale: 1, index: 1 },
      },
    };
    const read = PROFILE_2_FILE.parse(JSON.stringify(old));
    if (!read.ok) throw new Error(read.error.problem);
    expect(read.value).toMatchObject({ profile: 2, id: 'my-device', name: 'Mine' });
    const reader = createProfileReader(read.value);
    reader.read(bytesOf('V=13200 I=2 C1=3301\r\n') ?? new Uint8Array(), { at: 1 });
    const [pack] = mergeReadings(reader.flush({ at: 2 }).readings);
    expect(pack?.sample).toMatchObject({
      packVoltageV: 13.2,
      currentA: -2,
      cellVoltagesV: [3.301],
    });
  });

  test('[ST-09] a malicious file of version 1 is refused, and the error names the place', () => {
    const path = (text: string) => {
      const parsed = PROFILE_2_FILE.parse(text);
      return parsed.ok ? 'accepted' : parsed.error.path;
    };
    const rule = (change: object) =>
      JSON.stringify({ id: 'x', format: 'kv', fields: { V: { to: 'soc', unit: '%', ...change } } });
    expect(path('{"id":"x","format":"exe","fields":{}}')).toBe('format');
    expect(path('{"id":"invoice\u202egpj.exe","format":"kv","fields":{}}')).toBe('id'); // displayed as another name
    expect(path(rule({ to: 'constructor' }))).toBe('fields.V.to');
    expect(path(rule({ scale: 0 }))).toBe('fields.V.scale');
    expect(path(rule({ index: 129 }))).toBe('fields.V.index');
    expect(path('{"id":"x","format":"kv","fields":{"__proto__":{"to":"soc"}}}')).toBe('accepted');
    expect(Object.prototype).not.toHaveProperty('to');
  });

  test('[OBD-17] no reply makes a drafted profile throw', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 8 }), (lines) => {
        const draft = draftProfile(lines);
        if (draft !== undefined) replyProfile(draft)?.read(lines);
      }),
      { numRuns: 500 },
    );
  });

  test('[OBD-205] a profile that fails its own vectors is not loaded, and the error names the value', () => {
    const tests = [
      { bytes: '13.2\r\n', expect: { packVoltage: 13.2 } },
      { name: 'second', bytes: '13.3\r\n', expect: { packVoltage: 13.4 } },
    ];
    expect(loadProfile(JSON.stringify({ ...LEAST, tests }))).toEqual({
      ok: false,
      error: {
        path: 'tests',
        problem: 'test vector second: packVoltage must be 13.4, but the profile reads 13.3',
      },
    });
    const [first] = tests;
    expect(loadProfile(JSON.stringify({ ...LEAST, tests: [first] })).ok).toBe(true);
  });

  test('[OBD-205] an empty expectation means that nothing is read', () => {
    const tests = [{ bytes: '13.2\r\n', expect: {} }];
    const loaded = loadProfile(JSON.stringify({ ...LEAST, tests }));
    expect(loaded).toMatchObject({
      ok: false,
      error: { problem: expect.stringContaining('everything') as string },
    });
  });
});
