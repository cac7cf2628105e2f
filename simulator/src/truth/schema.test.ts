import {
  brokenRules,
  isWritable,
  matchSchema,
  PARAMETER_SCHEMA_FILE,
  parameterOf,
  rawOfValue,
  valueOfRaw,
  valueProblem,
} from '@batbot/core/parameters';
import { expect, test } from 'vitest';
import { createDevice, parameterSchema, type DeviceOptions } from '../index.ts';

const parsed = PARAMETER_SCHEMA_FILE.parse(JSON.stringify(parameterSchema));
if (!parsed.ok) throw new Error(`${parsed.error.path}: ${parsed.error.problem}`);
const schema = parsed.value;

/** Returns the values of a device as the core reads them, and their errors. */
const readAs = (options: DeviceOptions) => {
  const raws = createDevice(options).system.values();
  const values = Object.fromEntries(
    schema.parameters.map((each) => [each.key, valueOfRaw(each, raws[each.key] ?? '')]),
  );
  const problems = schema.parameters.flatMap((each) => {
    const value = values[each.key];
    const problem = value === undefined ? 'is not readable' : valueProblem(each, value);
    return problem === undefined ? [] : [`${each.key} ${problem}`];
  });
  return { raws, values, problems };
};

test('the schema is valid, has 60 parameters, and states that it describes no real device', () => {
  expect(schema.parameters).toHaveLength(60);
  expect(schema.source).toMatch(/of our own making; no real device/);
  const types = new Set(schema.parameters.map(({ type }) => type));
  expect(types).toEqual(new Set(['integer', 'decimal', 'enum', 'bool', 'text', 'hex', 'list']));
  for (const { left, right } of schema.rules) {
    expect(parameterOf(schema, left)).toBeDefined();
    expect(parameterOf(schema, String(right))).toBeDefined();
  }
});

test.each<DeviceOptions>([
  {},
  { chemistry: 'nmc', cells: 14, capacity: 50 },
  { cells: 128, capacity: 200 },
  { cells: 1, capacity: 20 },
])('the factory values of %j fit the schema and break no rule', (options) => {
  const { values, problems } = readAs(options);
  expect(problems).toEqual([]);
  const known = Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
  expect(brokenRules(schema, known)).toEqual([]);
});

test('the defaults of the schema are the values of the default device', () => {
  const { values } = readAs({});
  for (const { key, default: value } of schema.parameters)
    expect([key, values[key]]).toEqual([key, value]);
});

test('every value has the same text on the line after it was read', () => {
  const { raws, values } = readAs({});
  for (const each of schema.parameters) {
    const value = values[each.key];
    expect(value === undefined ? '' : rawOfValue(each, value)).toBe(raws[each.key]);
  }
});

test('the device accepts both ends of each range, and nothing beyond', () => {
  const line = createDevice({ scenario: 'idle' }).openLine('test');
  let nowMs = 0;
  const ask = (text: string): string => {
    nowMs += 1_000;
    line.receive(Buffer.from(`${text}\r\n`), nowMs);
    return Buffer.from(line.take(nowMs + 900)).toString();
  };
  ask('AT+PARKEY="BATBOT"');
  const numeric = schema.parameters.filter(
    (each) => isWritable(each) && (each.type === 'integer' || each.type === 'decimal'),
  );
  expect(numeric.length).toBeGreaterThan(40);
  for (const each of numeric) {
    for (const [end, beyond] of [
      [each.min, -1],
      [each.max, 1],
    ] as const) {
      const raw = rawOfValue(each, end ?? Number.NaN);
      expect(ask(`AT+PAR=${each.key},${raw}`)).toContain('OK');
      expect(ask(`AT+PAR=${each.key},${Number(raw) + beyond}`)).toContain('+CME ERROR: 50');
    }
  }
});

test('ATI of the device matches the schema', () => {
  const { hardware, firmware = '', serial } = createDevice().system.identity();
  const known = { schema, hash: '', origin: 'file' } as const;
  const identity = { model: 'ACME-BMS OBD', hardware, firmware, serial };
  expect(matchSchema([known], identity).kind).toBe('exact');
  expect(matchSchema([known], { ...identity, firmware: '2.0.0' }).kind).toBe('newer');
  expect(matchSchema([known], { ...identity, hardware: '3.0' }).kind).toBe('none');
});
