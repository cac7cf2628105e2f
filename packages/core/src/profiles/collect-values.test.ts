import { expect, test } from 'vitest';
import { bytesOf } from './device-bytes.ts';
import { mergeReadings } from './merge-readings.ts';
import { readProfile } from './profile-file.ts';
import { createProfileReader } from './profile-reader.ts';
import { LEAST, profileOf } from './profile.fixture.ts';

const partsOf = (items: readonly object[], size = 6) => ({
  frame: { split: 'header', header: 'hex: AA', size },
  records: [{ id: 'a', read: 'layout', layout: [{ skip: 1 }, ...items] }],
});
/** Reads a frame of AA and five bytes. */
const readOf = (items: readonly object[], bytes: string, size = 6) => {
  const reader = createProfileReader(profileOf(partsOf(items, size)));
  const { readings, refused } = reader.read(bytesOf(`hex: AA ${bytes}`) ?? new Uint8Array(), {
    at: 0,
  });
  return { reading: readings[0], refused: refused.map(({ reason }) => reason) };
};

test('[OBD-218] the bits of a negative number are those of its bytes', () => {
  const bits = { 0: 'protection:cellOverVoltage', 7: 'discharge' };
  for (const width of [{ u: 1 }, { i: 1 }]) {
    const { reading } = readOf([{ ...width, bits }], '81 00 00 00 00');
    expect(reading).toMatchObject({
      protections: ['cellOverVoltage'],
      switches: { discharge: true },
    });
    const part = readOf([{ ...width, bit: 6, width: 2, name: 'State' }], '81 00 00 00 00');
    expect(part.reading?.others).toEqual([{ name: 'State', value: 2 }]);
  }
});

test('[OBD-218] after a value that a map does not list, its faults and switches are unknown', () => {
  const map = { 0: 'idle', 1: 'alarm:cellOverVoltage', 2: 'charge' };
  expect(readOf([{ u: 1, map }], '00 00 00 00 00').reading).toMatchObject({
    alarms: [],
    switches: { charge: false },
  });
  const { reading } = readOf([{ u: 1, map }], '07 00 00 00 00');
  expect(reading?.alarms).toBeUndefined();
  expect(reading?.switches).toEqual({});
  expect(reading?.others).toEqual([{ name: 'Status', value: 'unknown (7)' }]);
});

test('[OBD-217] in a repeat each value has the sign that came before it', () => {
  const sign = { from: 'way', plus: ['0'], minus: ['1'] };
  const way = { u: 1, as: 'way' };
  const celsius = { u: 1, to: 'temps', sign };
  const { reading } = readOf([{ repeat: 2, of: [way, celsius] }], '01 05 00 07 00');
  expect(reading?.temps.map(({ value }) => value)).toEqual([-5, 7]);
  const late = readProfile({ ...LEAST, ...partsOf([{ repeat: 2, of: [celsius, way] }]) });
  expect(late).toMatchObject({
    ok: false,
    error: {
      path: 'records.1.layout.2.of.1.sign.from',
      problem: 'must come before the value in a repeat',
    },
  });
});

test('[OBD-204] a value with a name is refused outside of its range', () => {
  const items = [{ u: 1, name: 'MOSFET', unit: '°C', least: 0, most: 120 }];
  expect(readOf(items, '78 00 00 00 00').reading?.others).toEqual([
    { name: 'MOSFET', value: 120, unit: '°C' },
  ]);
  expect(readOf(items, 'FF 00 00 00 00')).toEqual({
    reading: undefined,
    refused: ['MOSFET 255 is not plausible'],
  });
});

test('[OBD-328] a raw value that means "not read" sets no fault, switch or balancing', () => {
  const faults = { bits: { 0: 'alarm:cellOverVoltage', 1: 'charge' }, invalid: [255] };
  const states = {
    map: { 1: 'protection:shortCircuit', 255: 'alarm:frontEndError' },
    absent: [255],
  };
  const on = { to: 'discharge', invalid: [1] };
  const balancing = { to: 'balancing', invalid: [255] };
  const items = [faults, states, on, balancing].map((each) => ({ u: 1, ...each }));
  const read = readOf(items, 'FF FF 01 FF 00').reading;
  expect(read).toBeUndefined();
  expect(readOf(items, '03 01 00 01 00').reading).toMatchObject({
    alarms: ['cellOverVoltage'],
    protections: ['shortCircuit'],
    switches: { charge: true, discharge: false },
  });
});

test('[OBD-329] a 32-bit number has the digits with which it was measured', () => {
  const bytes = new DataView(new ArrayBuffer(4));
  for (const volts of [4.12, 4.2, 3.65, 52.8, 0.1]) {
    bytes.setFloat32(0, volts);
    const hex = Buffer.from(bytes.buffer).toString('hex');
    expect(readOf([{ f: 4, to: 'packVoltage' }], `${hex}00`).reading?.scalars).toEqual({
      packVoltage: volts,
    });
  }
});

test.each([
  ['71,72 F', [21.666666667, 22.222222222]],
  ['21,22 C', [21, 22]],
  ['71 F,22 C', [21.666666667, 22]],
  ['21,22', [21, 22]],
])('[OBD-330] the unit after the last value of a list is that of all: %s', (text, celsius) => {
  const keys = { T: { to: 'temps', by: ',' } };
  const profile = profileOf({ records: [{ id: 'a', read: 'keys', keys }] });
  const bytes = new TextEncoder().encode(`T: ${text}\r\n`);
  const { readings } = createProfileReader(profile).read(bytes, { at: 0 });
  expect(readings[0]?.temps.map(({ value }) => value)).toEqual(celsius);
});

test('[OBD-335] masks of balancing in several values or records do not remove each other', () => {
  const mask = (index: number) => ({ u: 1, to: 'balancing', index });
  const on = (list: readonly boolean[] | undefined) =>
    list?.flatMap((is, index) => (is ? [index + 1] : []));
  expect(on(readOf([mask(9), mask(1)], '01 02 00 00 00').reading?.balancing)).toEqual([2, 9]);

  const record = (match: string, meaning: object) => ({
    ...{ id: match, match, read: 'fields', by: ',', fields: [{ at: 1, ...meaning }] },
  });
  const profile = profileOf({
    records: [
      record('A', { to: 'balancing', index: 1 }),
      record('B', { to: 'balancing', index: 9 }),
      record('C', { to: 'cells', count: 16 }),
    ],
  });
  const balancingOf = (more: string) => {
    const bytes = bytesOf(`C${',3.3'.repeat(16)}\nA,2\nB,1\n${more}`) ?? new Uint8Array();
    const { readings } = createProfileReader(profile).read(bytes, { at: 0 });
    return on(mergeReadings(readings)[0]?.sample.balancing);
  };
  expect(balancingOf('')).toEqual([2, 9]);
  expect(balancingOf('A,1\n')).toEqual([1, 9]);
  expect(balancingOf('A,0\n')).toEqual([9]);
});

test('[OBD-336] a number above 2^53 makes only its own value unknown', () => {
  const { reading, refused } = readOf(
    [
      { at: 1, u: 1, to: 'soc' },
      { at: 2, u: 8, bits: { 0: 'alarm:cellOverVoltage' } },
      { u: 1, to: 'cycles' },
    ],
    '32 80 00 00 00 00 00 00 01 07',
    11,
  );
  expect(reading?.scalars).toEqual({ soc: 50, cycles: 7 });
  expect(reading?.alarms).toBeUndefined();
  expect(refused).toEqual(['a value is too large']);
});

test.each([
  ['SOC=50 SOC=51 V=13.2', { packVoltage: 13.2 }],
  ['SOC=50 SOC=50 V=13.2', { soc: 50, packVoltage: 13.2 }],
])(
  '[OBD-337] a key that occurs twice in %s has a value only if both are equal',
  (text, scalars) => {
    const keys = { SOC: { to: 'soc' }, V: { to: 'packVoltage' } };
    const records = [{ id: 'a', read: 'keys', separator: '=', pairs: ' ', keys }];
    const reader = createProfileReader(profileOf({ frame: { split: 'line' }, records }));
    const { readings, refused } = reader.read(bytesOf(`${text}\n`) ?? new Uint8Array(), { at: 0 });
    expect(readings[0]?.scalars).toEqual(scalars);
    expect(refused).toHaveLength('soc' in scalars ? 0 : 1);
  },
);

test('[OBD-337] a numbered cell that occurs twice with different values is not read, others are', () => {
  const keys = { 'C#': { to: 'cells', first: 1 }, LIST: { to: 'temps' } };
  const records = [{ id: 'a', read: 'keys', separator: '=', pairs: ' ', keys }];
  const reader = createProfileReader(profileOf({ frame: { split: 'line' }, records }));
  const text = 'C1=3.31 C2=3.32 C1=3.35 C2=3.32 LIST=20 LIST=21\n';
  const [reading] = reader.read(bytesOf(text) ?? new Uint8Array(), { at: 0 }).readings;
  expect(reading?.cells.map(({ value }) => value)).toEqual([null, 3.32]);
  expect(reading?.temps.map(({ value }) => value)).toEqual([20, 21]);
});

test.each([
  ['°C', {}, '0B A5', [25]],
  ['°C', {}, '00 00', []],
  ['°C', {}, 'FF FF', []],
  ['°C', { most: 7_000 }, 'FF FF', [6_280.4]],
  ['°F', {}, '00 00', []],
  ['V', {}, '00 00', [-273.1]],
])(
  '[OBD-356] a named value in %s with the limits %o and the bytes %s is shown if it is possible',
  (unit, limits, bytes, shown) => {
    const named = { u: 2, name: 'Ambient', unit, scale: 0.1, offset: -273.1, ...limits };
    const { reading, refused } = readOf([named, { u: 1, to: 'soc' }], `${bytes} 32 00 00`);
    expect(reading?.others.map(({ value }) => value)).toEqual(shown);
    expect(refused).toHaveLength(shown.length === 0 ? 1 : 0);
  },
);

test('[OBD-204] a text that is not printable, an unknown state and an impossible current are not taken', () => {
  const items = [
    { text: 2, to: 'model' },
    { u: 1, to: 'charge' },
    { u: 2, to: 'charging' },
  ];
  expect(readOf(items, '41 42 01 00 05').reading).toMatchObject({
    texts: { model: 'AB' },
    switches: { charge: true },
  });
  const { reading, refused } = readOf(items, '41 01 07 FF FF');
  expect(reading).toBeUndefined();
  expect(refused).toEqual(['charge is neither on nor off', 'charging 65535 is not plausible']);
});
