import { expect, test } from 'vitest';
import { inferReply } from './infer-reply.ts';

test.each([
  ['a sensor', 'T1: n/a\nT2: 27 C\nSOC: 50 %', { temperaturesC: [null, 27] }],
  ['a sensor in JSON', '{"temp1":null,"temp2":27,"soc":50}', { temperaturesC: [null, 27] }],
  [
    'a cell, counted from 0',
    '{"cell0":null,"cell1":3.301,"cell2":3.302,"cell3":3.303}',
    { cellVoltagesV: [null, 3.301, 3.302, 3.303] },
  ],
  [
    'a cell with units',
    'Cell 0: --\nCell 1: 3301 mV\nCell 2: 3302 mV',
    { cellVoltagesV: [null, 3.301, 3.302] },
  ],
  [
    'a cell in a list on several lines',
    'Cells:\n- null\n- 3.301 V\n- 3.302 V\n- 3.303 V',
    { cellVoltagesV: [null, 3.301, 3.302, 3.303] },
  ],
  ['other values', 'SOC: n/a\nPack voltage: --\nCycles: 12', { cycles: 12 }],
])('[OBD-4] a missing value does not move the next one: %s', (_, text, values) => {
  const sample = inferReply(text.split('\n'))?.sample;
  expect(sample).toMatchObject(values);
  expect(Object.values(sample ?? {})).not.toContain(Number.NaN);
});
