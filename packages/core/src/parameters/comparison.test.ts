import { describe, expect, it } from 'vitest';
import { brokenRules } from './cross-rules.ts';
import { differencesOf, differenceText } from './differences.ts';
import { testSchema } from './parameters.fixture.ts';
import {
  bootLoaderSchema,
  compareVersions,
  matchSchema,
  type KnownSchema,
} from './schema-match.ts';

describe('the differences of two sets', () => {
  it('[DEV-8] each difference is a sentence with label, both values and unit, in the order of the schema', () => {
    const before = { OVP: 3.65, CELLS: 16, SLEEP: false, MODE: 0, CAP: 100 };
    const after = { MODE: 2, CAP: 100, SLEEP: true, OVP: 3.6, TAG: 'AB12' };
    expect(differencesOf(testSchema, before, after).map(differenceText)).toEqual([
      'Cell over-voltage 3.650 → 3.600\u202FV',
      'Balancing Never → Always',
      'Sleep mode off → on',
      'Asset tag unknown → AB12',
    ]);
  });

  it('[DEV-8] equal sets have no differences', () => {
    const values = { OVP: 3.65, LEVELS: [1, 2, 3] };
    expect(differencesOf(testSchema, values, { ...values, LEVELS: [1, 2, 3] })).toEqual([]);
  });
});

describe('rules between parameters', () => {
  const texts = (values: Record<string, number>) =>
    brokenRules(testSchema, values).map(({ text }) => text);

  it('[DEV-9] a broken rule is found, also one that compares with a number', () => {
    expect(texts({ OVP: 3.6, OVR: 3.5 })).toEqual([]);
    expect(texts({ OVP: 3.6, OVR: 3.6 })).toEqual([
      'The over-voltage release must be below the over-voltage.',
    ]);
    expect(texts({ OVP: 4.251, OVR: 3.6 })).toEqual(['The over-voltage must be at most 4.25 V.']);
  });

  it('[DEV-9] a rule with an unknown value is not broken', () => {
    expect(texts({ OVR: 3.6 })).toEqual([]);
  });
});

describe('the schema of a device', () => {
  const known = (change: object, hash = 'h'): KnownSchema => ({
    schema: { ...testSchema, ...change },
    hash,
    origin: 'server',
  });
  const identity = { model: 'ACME-BMS OBD', hardware: '2.1', firmware: '1.4.0', serial: 'A1' };

  it('[DEV-10] a range of firmware includes both ends, and a later firmware counts as newer', () => {
    expect(matchSchema([known({})], identity).kind).toBe('exact');
    for (const firmware of ['1.2.0', '1.9.9']) {
      expect(matchSchema([known({})], { ...identity, firmware }).kind).toBe('exact');
    }
    expect(matchSchema([known({})], { ...identity, firmware: '1.9.10' }).kind).toBe('newer');
  });

  it('[DEV-68] a boot loader is recognized by the version that the schema of its board names', () => {
    const commands = { ...testSchema.commands, bootLoaderVersion: 'LOADER' };
    const hashFor = (change: object) =>
      bootLoaderSchema([known({}, 'other'), known({ commands })], { ...identity, ...change })?.hash;
    expect(hashFor({ firmware: 'LOADER' })).toBe('h');
    expect(hashFor({ firmware: 'BOOT' })).toBeUndefined();
    expect(hashFor({ firmware: 'LOADER', hardware: '3.0' })).toBeUndefined();
    expect(hashFor({ firmware: undefined })).toBeUndefined();
  });

  it('[DEV-10] a schema that does not fit is listed with the reason', () => {
    const whyFor = (change: object) => {
      const match = matchSchema([known({})], { ...identity, ...change });
      return match.kind === 'none' ? match.why : match.kind;
    };
    expect(whyFor({ model: 'OTHER' })).toEqual(['“Test BMS” is for devices of ACME-BMS']);
    expect(whyFor({ hardware: '3.0' })).toEqual(['“Test BMS” is for hardware 2.1, 2.2']);
    expect(whyFor({ firmware: '1.1.9' })).toEqual(['“Test BMS” is for firmware from 1.2.0']);
    expect(whyFor({ firmware: undefined })).toEqual(['“Test BMS” needs a firmware version']);
    expect(matchSchema([], identity)).toEqual({ kind: 'none', why: [] });
  });

  it('[DEV-10] an exact match is preferred to a newer firmware, and the newest range to others', () => {
    const old = known({ firmware: { from: '1.0', to: '1.3' } }, 'old');
    const older = known({ firmware: { from: '1.0', to: '1.2' } }, 'older');
    const exact = known({ firmware: { from: '1.4' } }, 'exact');
    const wide = known({ firmware: {} }, 'wide');
    const hashOf = (schemas: readonly KnownSchema[]) => {
      const match = matchSchema(schemas, identity);
      return match.kind === 'none' ? undefined : match.known.hash;
    };
    expect(hashOf([older, old])).toBe('old');
    expect(hashOf([old, wide, exact])).toBe('exact');
    expect(hashOf([old, wide])).toBe('wide');
  });

  it('[DEV-10] versions are compared by their numbers', () => {
    expect(compareVersions('1.10', '1.9')).toBe(1);
    expect(compareVersions('1.4', '1.4.0')).toBe(0);
    expect(compareVersions('v1.3.9', '1.4')).toBe(-1);
  });
});
