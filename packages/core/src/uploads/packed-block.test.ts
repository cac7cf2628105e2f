import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinBytes } from '../prelude/join-bytes.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import { blockOf } from '../recording/recorded-session.ts';
import { packBlock, unpackBlock, unpackInSlices } from './packed-block.ts';

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

test('[ANA-29] the head is refused by its bytes before it is decoded: 250 kB can be 256 MB of text', () => {
  const withNote = (note: string): Uint8Array => {
    const widths = Array.from({ length: 21 }, () => 0);
    const head = { version: 1, rows: 1, cells: 0, temperatures: 0, widths, note };
    const text = new TextEncoder().encode(JSON.stringify(head));
    return joinBytes([new Uint8Array(Uint32Array.of(text.length).buffer), text]);
  };
  expect(unpackBlock(withNote('é'))).toBeDefined();
  expect(unpackBlock(withNote('é'.repeat(100_000)))).toBeUndefined();
});

test('[ANA-29] samples are unpacked in slices of one column', () => {
  const sample = { alarms: [], protections: [], cellVoltagesV: [3.3, 3.4], temperaturesC: [20] };
  const bytes = packBlock(blockOf([{ sample, ms: 0, wall: 0 }]));
  const slices = unpackInSlices(bytes);
  let columns = 0;
  while (slices.next().done !== true) columns += 1;
  expect(columns).toBe(26); // 20 of the sample, the mean, two voltages, two balancings and a temperature
});

const CELLS = 128;
const PIECE_ROWS = 600; // 20 min, as the recording pieces
const PIECES_PER_DAY = 72;
const MOST_BYTES_PER_DAY = 3_500_000;

/** A generator of numbers in [0, 1) that is the same in every run. */
const createDraw = (): (() => number) => {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

test('[SYNC-19] a day of 128 cells every 2 s while driving, with 1 mV of noise, takes at most 3.5 MB', () => {
  const draw = createDraw();
  const offsets = Array.from({ length: CELLS }, () => Math.round(10 * draw()) / 1_000);
  const milliOhms = Array.from({ length: CELLS }, () => 0.8 + 0.1 * draw());
  let ampere = 0;
  const rows = Array.from({ length: PIECE_ROWS }, (_, index) => {
    if (index % 8 === 0) ampere = -120 + 200 * draw(); // the driver changes the load
    const currentA = Math.round((ampere + 2 * draw()) * 10) / 10;
    const rest = 3.9 - index / 20_000;
    const sample: PackSample = {
      packVoltageV: Math.round(CELLS * rest * 100) / 100,
      currentA,
      socPercent: Math.round((70 - index / 100) * 10) / 10,
      alarms: [],
      protections: [],
      cellVoltagesV: offsets.map((offset, cell) => {
        const noise = (2 * draw() - 1) / 1_000;
        const volt = rest + offset + (currentA * (milliOhms[cell] ?? 0)) / 1_000 + noise;
        return Math.round(volt * 1_000) / 1_000;
      }),
      temperaturesC: [25, 25.5, 26, 26.5].map((warm) => warm + Math.round(draw()) / 10),
    };
    return { sample, ms: index * 2_000 + Math.round(20 * draw()), wall: 1_767_225_600_000 + index };
  });
  const bytes = gzipSync(packBlock(blockOf(rows))).length;
  expect(bytes * PIECES_PER_DAY).toBeLessThan(MOST_BYTES_PER_DAY);
  expect(bytes * PIECES_PER_DAY).toBeGreaterThan(1_000_000); // the noise of the cells alone
});
