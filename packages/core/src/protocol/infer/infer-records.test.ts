import { describe, expect, test } from 'vitest';
import { createMemory, inferRecords, inferReply, type InferredReply } from './infer-reply.ts';

const lines = (text: string) => text.split('\n');
const read = (text: string) => inferReply(lines(text));
const SOC_REASON = 'a state of charge by its name and unit';
const sampleOf = (values: object) => ({
  cellVoltagesV: [],
  temperaturesC: [],
  alarms: [],
  protections: [],
  lacksFaults: true,
  ...values,
});
const soc = (percent: number) => ({
  sample: sampleOf({ socPercent: percent }),
  evidence: [{ place: 'socPercent', key: 'SOC', text: `${percent} %`, reason: SOC_REASON }],
});

test('[OBD-262] a whole reply: values, evidence and the rest under its own names', () => {
  expect(read('SOC: 50 %\nMode: idle')).toEqual({
    ...soc(50),
    others: [{ key: 'Mode', text: 'idle' }],
  });
});

test('[OBD-157] a reply without a certain value is not read, a record without one is empty', () => {
  expect(read('Mode: idle')).toBeUndefined();
  expect(inferReply([])).toBeUndefined();
  expect(inferRecords(lines('Mode: idle'))).toEqual([
    { sample: sampleOf({}), evidence: [], others: [{ key: 'Mode', text: 'idle' }] },
  ]);
});

describe('[OBD-262] values that were not understood', () => {
  const others = (text: string) => read(text)?.others;
  const many = Array.from({ length: 300 }, (_, at) => `note${at}: idle`).join('\n');
  test('are at most 256 of one record, the first', () => {
    const found = others(`SOC: 50 %\n${many}`);
    expect([found?.length, found?.[0]?.key, found?.at(-1)?.key]).toEqual([256, 'note0', 'note255']);
  });
  test('are at most 256 of several records, the last', () => {
    const half = (name: string) =>
      `{"soc":50,${Array.from({ length: 150 }, (_, at) => `"${name}${at}":"idle"`).join(',')}}`;
    const found = others(`${half('a')}\n${half('b')}`);
    expect([found?.length, found?.[0]?.key, found?.at(-1)?.key]).toEqual([256, 'a44', 'b149']);
  });
  test('have at most 200 characters', () => {
    expect(others(`SOC: 50 %\nNote: ${'x'.repeat(201)}`)?.[0]?.text).toBe('x'.repeat(200));
  });
  test('are the latest of each name', () => {
    expect(others('{"soc":50,"a":"x","b":"y"}\n{"soc":51,"a":"z"}')).toEqual([
      { key: 'b', text: 'y' },
      { key: 'a', text: 'z' },
    ]);
  });
  test('have a text', () => {
    expect(others('{"soc":50,"a":"","b":"x"}')).toEqual([{ key: 'b', text: 'x' }]);
  });
});

describe('[OBD-173] a record with only temperatures', () => {
  test.each(['Cell', 'Pack', 'Bat', 'Akku', 'BMS', 'Zelle'])('named %s is read', (name) => {
    expect(read(`${name} temp: 21 C`)?.sample.temperaturesC).toEqual([21]);
  });
  test('without such a name is not read before a battery is known', () => {
    const memory = createMemory();
    const found = ['Temp: 21 C', 'SOC: 50 %', 'Temp: 21 C'].map(
      (line) => inferReply([line], memory)?.sample.temperaturesC,
    );
    expect(found).toEqual([undefined, [], [21]]);
  });
  test('is read beside another value', () => {
    expect(read('Temp: 21 C\nSOC: 50 %')?.sample.temperaturesC).toEqual([21]);
  });
});

describe('[OBD-180] cells in a row of numbers', () => {
  const cells = (from: number) =>
    ['3302', '3304', '3303', '3302'].map((text, at) => ({
      place: `cellVoltagesV ${at + 1}`,
      key: `#${from + at}`,
      text,
      reason: `one of 4 numbers in the range of a cell that add up to number 2`,
    }));
  const row = '7, 13211, 3302, 3304, 3303, 3302, 21';
  const reply = {
    sample: sampleOf({ packVoltageV: 13.211, cellVoltagesV: [3.302, 3.304, 3.303, 3.302] }),
    evidence: [
      {
        place: 'packVoltageV',
        key: '#2',
        text: '13211',
        reason: 'the sum of 4 numbers in the range of a cell',
      },
      ...cells(3),
    ],
    others: [
      { key: '#1', text: '7' },
      { key: '#7', text: '21' },
    ],
  };
  const all = row.split(', ').map((text, at) => ({ key: `#${at + 1}`, text }));
  test('are read with their places', () => {
    expect(read(row)).toEqual(reply);
  });
  test('are the last ones of a record; the others are listed', () => {
    const words = row.replace('7', '8');
    const found = read(`Values\n${words}\n${row}`);
    expect(found).toEqual({
      ...reply,
      others: [{ key: '#1', text: '8' }, ...all.slice(1), ...reply.others],
    });
  });
  test('are listed if another value is read', () => {
    expect(read(`SOC: 50 %\n${row}`)).toEqual({ ...soc(50), others: all });
  });
  test('are listed if their row has no sum', () => {
    expect(read('SOC: 50 %\n3302, 3304, 3303')?.others).toEqual([
      { key: '#1', text: '3302' },
      { key: '#2', text: '3304' },
      { key: '#3', text: '3303' },
    ]);
  });
  test('show that the device is a battery', () => {
    const memory = createMemory();
    inferReply([row], memory);
    expect(inferReply(['Temp: 21 C'], memory)?.sample.temperaturesC).toEqual([21]);
  });
});

describe('[OBD-183] of several records of a reply', () => {
  const merged = (...records: readonly object[]) =>
    read(records.map((each) => JSON.stringify(each)).join('\n'));
  const places = (reply: InferredReply | undefined) =>
    reply?.evidence.map(({ place, text }) => `${place}: ${text}`);
  test('the latest value is used, with its evidence', () => {
    const reply = merged({ soc: 50, cycles: 12 }, { soc: 51 });
    expect(reply?.sample).toEqual(sampleOf({ socPercent: 51, cycles: 12 }));
    expect(places(reply)).toEqual(['cycles: 12', 'socPercent: 51']);
  });
  test('the latest list of cells and of sensors replaces the earlier one', () => {
    const reply = merged(
      { soc: 50, cells: [3.301, 3.302], temps: [21, 22] },
      { soc: 51, cells: [3.303] },
      { soc: 52, temps: [23] },
    );
    expect(reply?.sample).toEqual(
      sampleOf({ socPercent: 52, cellVoltagesV: [3.303], temperaturesC: [23] }),
    );
    expect(new Set(places(reply))).toEqual(
      new Set(['cellVoltagesV 1: 3.303', 'socPercent: 52', 'temperaturesC 1: 23']),
    );
  });
  test('the switches of each count', () => {
    const reply = merged(
      { soc: 50, charge_fet: 'on', discharge_fet: 'on' },
      { soc: 51, discharge_fet: 'off' },
      { soc: 52 },
    );
    expect(reply?.sample.switches).toEqual({ charge: true, discharge: false });
    expect(places(reply)).toEqual([
      'switches charge: on',
      'switches discharge: off',
      'socPercent: 52',
    ]);
  });
  test('the packs of the latest record that has packs are shown', () => {
    const packs = (a: number, b: number) => ({ mode: 'x', packs: [{ soc: a }, { soc: b }] });
    const whole = { mode: 'x', soc: 60 };
    const labels = (reply: InferredReply | undefined) =>
      reply?.packs?.map(({ label, sample }) => `${label}: ${sample.socPercent}`);
    expect(labels(merged(packs(50, 51)))).toEqual(['1: 50', '2: 51']);
    expect(labels(merged(packs(40, 41), packs(50, 51)))).toEqual(['1: 50', '2: 51']);
    expect(labels(merged(packs(50, 51), whole))).toEqual(['1: 50', '2: 51']);
    expect(merged(whole, whole)).not.toHaveProperty('packs');
  });
});

describe('[OBD-183] tables', () => {
  test('each row of times is a moment, with the values beside the table', () => {
    const found = inferRecords(
      lines('time,voltage,current\n12:00:01,13.21,-1.5\n12:00:02,13.22,-1.6\nSOC: 50 %'),
    );
    expect(
      found.map(({ sample }) => [sample.packVoltageV, sample.currentA, sample.socPercent]),
    ).toEqual([
      [13.21, -1.5, 50],
      [13.22, -1.6, 50],
    ]);
  });
});
