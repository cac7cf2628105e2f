import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PackSample } from '../protocol/pack-sample.ts';
import { blockOf } from '../recording/recorded-session.ts';
import { packBlock, unpackBlock } from './packed-block.ts';

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
/** Samples with voltages in whole mV and temperatures in 0.1 °C, as devices report them. */
const SAMPLE: fc.Arbitrary<PackSample> = fc.record({
  alarms: fc.constant([]),
  protections: fc.constant([]),
  cellVoltagesV: fc.array(
    maybe(fc.integer({ min: -40_000, max: 70_000 }).map((mv) => mv / 1_000)),
    {
      maxLength: 5,
    },
  ),
  temperaturesC: fc.array(maybe(fc.integer({ min: -400, max: 1_500 }).map((tenth) => tenth / 10)), {
    maxLength: 3,
  }),
  balancing: fc.array(fc.boolean(), { maxLength: 5 }),
  currentA: fc.integer({ min: -600_000, max: 600_000 }).map((mA) => mA / 1_000),
});
const ROW = fc.record({ sample: SAMPLE, ms: fc.nat(2 ** 40), wall: fc.nat(2 ** 42) });

test('[SYNC-19] values are unchanged to the millivolt and the tenth of a degree, and unknown values stay unknown', () => {
  fc.assert(
    fc.property(fc.array(ROW, { maxLength: 20 }), (rows) => {
      const block = blockOf(rows);
      expect(unpackBlock(packBlock(block))).toEqual(block);
    }),
  );
});

test('[SYNC-19] a number without an exact code becomes unknown, and the other values of its row stay', () => {
  const sample = { alarms: [], protections: [], cellVoltagesV: [3.3, 1e300], temperaturesC: [] };
  const back = unpackBlock(
    packBlock(blockOf([{ sample: { ...sample, currentA: 1e18 }, ms: 0, wall: 0 }])),
  );
  expect(back?.columns.currentA[0]).toBeNaN();
  expect(back?.cells.volts[0]).toBeCloseTo(3.3, 6);
  expect(back?.cells.volts[1]).toBeNaN();
});

test('[SYNC-19] damaged bytes are refused before memory is allocated for the size that they state', () => {
  const rows = Array.from({ length: 3 }, (_, row) => ({
    alarms: [],
    protections: [],
    cellVoltagesV: [3.3, 3.31 + row],
    temperaturesC: [20],
  }));
  const bytes = packBlock(blockOf(rows.map((sample, row) => ({ sample, ms: row, wall: row }))));
  const claim = (head: object): Uint8Array => {
    const text = new TextEncoder().encode(JSON.stringify(head));
    return Uint8Array.of(text.length, 0, 0, 0, ...text);
  };
  const widths = Array.from({ length: 24 }, () => 0);
  expect(unpackBlock(bytes)).toBeDefined();
  expect(unpackBlock(bytes.slice(0, -1))).toBeUndefined();
  expect(unpackBlock(bytes.slice(0, 40))).toBeUndefined();
  expect(unpackBlock(new Uint8Array(2))).toBeUndefined();
  expect(
    unpackBlock(claim({ version: 1, rows: 8_000_000, cells: 1, temperatures: 1, widths })),
  ).toBeUndefined();
});
