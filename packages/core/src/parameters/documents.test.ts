import { describe, expect, it } from 'vitest';
import { canonicalJson, schemaHash, valuesHash } from './content-hash.ts';
import { PARAMETER_SCHEMA_FILE } from './parameter-schema.ts';
import { PARAMETER_SET_FILE, usableValues, type ParameterSet } from './parameter-set.ts';
import { hasher, testSchema } from './parameters.fixture.ts';

const problemOf = (change: object) => {
  const parsed = PARAMETER_SCHEMA_FILE.parse(JSON.stringify({ ...testSchema, ...change }));
  return parsed.ok ? 'accepted' : `${parsed.error.path}: ${parsed.error.problem}`;
};
const [first, ...others] = testSchema.parameters;
const withFirst = (change: object) => ({ parameters: [{ ...first, ...change }, ...others] });

describe('the file of a parameter schema', () => {
  it('[DEV-1] a written schema is read again without a change', () => {
    const parsed = PARAMETER_SCHEMA_FILE.parse(PARAMETER_SCHEMA_FILE.format(testSchema));
    expect(parsed).toEqual({ ok: true, value: testSchema });
  });

  it.each([
    ['format: must be one of: batbot-parameter-schema-1', { format: 'batbot-parameter-schema-2' }],
    ['source: is missing', { source: undefined }],
    ['parameters.2.key: is used by another parameter', withFirst({ key: 'OVR' })],
    [
      'parameters.1.key: must be 1–32 letters, digits, dots, dashes or underscores',
      withFirst({ key: 'A B' }),
    ],
    ['parameters.1.group: must be the id of a group', withFirst({ group: 'none' })],
    ['parameters.1: must have min below max', withFirst({ min: 5 })],
    ['parameters.1: must have options, because its type is enum', withFirst({ type: 'enum' })],
    ['parameters.1.scale: must be above 0', withFirst({ scale: 0 })],
    ['parameters.1.labl: is not known here: check its spelling', withFirst({ labl: 'x' })],
    [
      'rules.1.left: must be the key of a parameter that is a number',
      { rules: [{ left: 'NAME', op: '<', right: 1, text: 'No.' }] },
    ],
    [
      'rules.1.right: must be the key of a parameter that is a number',
      { rules: [{ left: 'OVP', op: '<', right: 'GONE', text: 'No.' }] },
    ],
    [
      'chemistryKeys.capacity: must be the key of a parameter',
      { chemistryKeys: { capacity: 'GONE' } },
    ],
    [
      'commands.write: must contain {key} and {value}',
      { commands: { ...testSchema.commands, write: 'AT+PAR={key}' } },
    ],
  ])('[DEV-2] a faulty schema is refused: %s', (problem, change) => {
    expect(problemOf(change)).toBe(problem);
  });
});

const set: ParameterSet = {
  format: 'batbot-parameter-set-1',
  name: 'LFP 16s',
  schema: { name: 'Test BMS', hash: 'abc' },
  values: { OVP: 3.6, SLEEP: true, NAME: 'Van', LEVELS: [-10, 45, 60] },
  source: { kind: 'device', serial: 'A1', firmware: '1.4.0', at: '2026-01-01T00:00:00Z' },
};

describe('the file of a parameter set', () => {
  it('[DEV-3] a written set is read again without a change', () => {
    expect(PARAMETER_SET_FILE.parse(PARAMETER_SET_FILE.format(set))).toEqual({
      ok: true,
      value: set,
    });
  });

  it('[DEV-3] a value that is neither number, text, boolean nor list is refused with its place', () => {
    expect(PARAMETER_SET_FILE.parse(JSON.stringify({ ...set, values: { OVP: null } }))).toEqual({
      ok: false,
      error: {
        path: 'values.OVP',
        problem: 'must be a number, true or false, text, or a list of numbers',
      },
    });
  });

  it('[DEV-4] values that do not fit the schema or are read-only are skipped with the reason', () => {
    const values = { OVP: 5, CAP: 100, UPTIME: 1, SERIAL: 'B2', GONE: 1, MODE: 7 };
    expect(usableValues(testSchema, values)).toEqual({
      values: { CAP: 100 },
      skipped: [
        { key: 'OVP', why: 'must be at most 4.300\u202FV' },
        { key: 'UPTIME', why: 'is read-only' },
        { key: 'SERIAL', why: 'is read-only' },
        { key: 'GONE', why: 'is not a parameter of this device' },
        { key: 'MODE', why: 'must be one of: Never, While charging, Always' },
      ],
    });
  });
});

describe('the hash of a content', () => {
  it('[DEV-5] canonical JSON sorts keys at every depth and leaves out absent fields', () => {
    const text = canonicalJson({ b: [{ d: 1, c: null }], a: undefined, A: 'x"' });
    expect(text).toBe('{"A":"x\\"","b":[{"c":null,"d":1}]}');
  });

  it('[DEV-5] equal values have equal hashes in any order, other values and other schemas do not', async () => {
    const hash = await valuesHash('s', { OVP: 3.6, CAP: 100 }, hasher);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await valuesHash('s', { CAP: 100, OVP: 3.6 }, hasher)).toBe(hash);
    expect(await valuesHash('s', { OVP: 3.6, CAP: 101 }, hasher)).not.toBe(hash);
    expect(await valuesHash('t', { OVP: 3.6, CAP: 100 }, hasher)).not.toBe(hash);
    expect(await schemaHash({ ...testSchema, name: 'Other' }, hasher)).not.toBe(
      await schemaHash(testSchema, hasher),
    );
  });
});
