import { describe, expect, test } from 'vitest';
import { SCALARS, type PackSample } from '../protocol/pack-sample.ts';
import { aPack } from './pack.fixture.ts';
import { doubtsAbout } from './plausibility.ts';

/** Returns the places in doubt after a change from the fields `before` to the fields `now` within `ms`. */
const doubts = (
  before: Partial<PackSample>,
  now: Partial<PackSample>,
  ms = 2_000,
): readonly string[] => [...doubtsAbout(aPack(0, before), aPack(1, now), ms)];

/** Returns cells with these voltages, and a pack voltage that is their sum. */
const cellsAt = (...volts: readonly (number | null)[]): Partial<PackSample> => ({
  cellVoltagesV: volts,
  balancing: volts.map(() => false),
  packVoltageV: volts.reduce<number>((sum, each) => sum + (each ?? 3.3), 0),
});
/** Returns a sample in which all four cells have changed by `changeV` at this current. */
const loaded = (currentA: number, changeV: number): Partial<PackSample> => ({
  currentA,
  ...cellsAt(...[3.3, 3.3, 3.3, 3.3].map((volts) => volts + changeV)),
});
const scaled = (capacity: number | undefined, currentA: number): Partial<PackSample> => {
  const { designCapacityAh: _, ...rest } = aPack(0);
  return { ...rest, ...(capacity === undefined ? {} : { designCapacityAh: capacity }), currentA };
};

/** Each case: field, seconds, value before, the farthest plausible value, and a value beyond it. */
const limits: readonly (readonly [keyof PackSample, number, number, number, number])[] = [
  ['socPercent', 60, 78.5, 84.5, 84.6],
  ['socPercent', 60, 78.5, 72.5, 72.4],
  ['socPercent', 2, 78.5, 79.6, 79.7],
  ['sohPercent', 2, 0, 0.2, 0.3],
  ['designCapacityAh', 2, 1_000, 1_001.0005, 1_001.002],
  ['remainingAh', 60, 50, 56, 56.1],
  ['cycles', 2, 123, 124, 125],
  ['cycles', 2, 123, 123, 122],
  ['sequence', 2, 10, 30, 31],
  ['sequence', 2, 10, 10, 9],
  ['uptimeS', 2, 100, 109, 110],
  ['uptimeS', 2, 100, 100, 99],
];

describe('a single value', () => {
  test.each(limits)(
    '[OBD-62] %s may change within %d s from %d to %d, and no farther',
    (...row) => {
      const [key, seconds, from, farthest, beyond] = row;
      const unscaled = key === 'designCapacityAh' ? { currentA: 0, remainingAh: 0 } : {};
      const before = { ...unscaled, [key]: from };
      expect(doubts(before, { ...unscaled, [key]: farthest }, seconds * 1_000)).toEqual([]);
      expect(doubts(before, { ...unscaled, [key]: beyond }, seconds * 1_000)).toEqual([key]);
    },
  );

  test('[OBD-62] a value that is reported for the first time is plausible, a missing one is not', () => {
    const { socPercent: _, ...without } = aPack(0);
    const { sequence, uptimeS, ...later } = { ...without, sequence: 11, uptimeS: 102 };
    const counters = { sequence, uptimeS };
    expect([...doubtsAbout(without, aPack(1), 2_000)]).toEqual([]);
    expect([...doubtsAbout(aPack(0), { ...later, ...counters }, 2_000)]).toEqual(['socPercent']);
  });

  test.each(SCALARS)('[OBD-62] %s is in doubt when it is no longer reported', (key) => {
    const { [key]: _, ...without } = aPack(1);
    expect([...doubtsAbout(aPack(0), without, 2_000)]).toEqual([key]);
  });

  test('[OBD-62] without a capacity, the remaining charge is compared with its earlier value', () => {
    const at = (remainingAh: number) => ({ ...scaled(undefined, 0), remainingAh });
    const after = (remainingAh: number): readonly string[] => [
      ...doubtsAbout(
        at(50) as PackSample,
        { ...at(remainingAh), sequence: 11, uptimeS: 102 } as PackSample,
        60_000,
      ),
    ];
    expect(after(53)).toEqual([]);
    expect(after(53.5)).toEqual(['remainingAh']);
  });

  test.each(['charge', 'discharge', 'precharge'] as const)(
    '[OBD-62] if only the %s switch changes, it is in doubt',
    (name) => {
      const before = { charge: true, discharge: true, precharge: false };
      const now = { ...before, [name]: !before[name] };
      expect(doubts({ switches: before }, { switches: now })).toEqual(['switches']);
    },
  );

  test('[OBD-62] switches that are no longer reported are in doubt, new ones are not', () => {
    const { switches: _, ...without } = aPack(0);
    expect([...doubtsAbout(without, aPack(1), 2_000)]).toEqual([]);
    expect([...doubtsAbout(aPack(0), { ...without, sequence: 11 }, 2_000)]).toEqual(['switches']);
    for (const switches of [{ charge: true }, { discharge: true }, { precharge: true }])
      expect([...doubtsAbout(aPack(0, { switches }), { ...without, sequence: 11 }, 2_000)]).toEqual(
        ['switches'],
      );
  });
});

describe('a temperature sensor', () => {
  test('[OBD-62] a sensor may change by 2 °C and by half a degree per second', () => {
    expect(doubts({ temperaturesC: [25, 26] }, { temperaturesC: [28, 23] })).toEqual([]);
    expect(doubts({ temperaturesC: [25, 26] }, { temperaturesC: [28.1, 22.9] })).toEqual([
      'temperaturesC 1',
      'temperaturesC 2',
    ]);
  });

  test('[OBD-62] a sensor is in doubt when its reading appears or disappears, also near zero', () => {
    expect(doubts({ temperaturesC: [null, 26] }, { temperaturesC: [null, 26] })).toEqual([]);
    expect(doubts({ temperaturesC: [null, 26] }, { temperaturesC: [2, 26] })).toEqual([
      'temperaturesC 1',
    ]);
    expect(doubts({ temperaturesC: [2, 26] }, { temperaturesC: [null, 26] })).toEqual([
      'temperaturesC 1',
    ]);
    expect(doubts({ temperaturesC: [25, 26] }, { temperaturesC: [25] })).toEqual(['temperaturesC']);
  });
});

describe('cells', () => {
  const four = cellsAt(3.3, 3.3, 3.3, 3.3);

  test('[OBD-62] a cell whose change differs from the common change by more than 80 mV or a quarter of it is in doubt', () => {
    expect(doubts(four, cellsAt(3.3, 3.37, 3.3, 3.3))).toEqual([]);
    expect(doubts(four, cellsAt(3.3, 3.39, 3.3, 3.3))).toEqual(['cellVoltagesV 2']);
    expect(doubts(four, cellsAt(2.3, 2.5, 2.3, 2.3))).toEqual([]);
    expect(doubts(four, cellsAt(2.3, 2.6, 2.3, 2.3))).toEqual(['cellVoltagesV 2']);
  });

  test('[OBD-62] a common change needs three cells; each of two cells may change by 0.3 V', () => {
    expect(doubts(cellsAt(3.3, 3.3, 3.3), cellsAt(3.5, 3.3, 3.3))).toEqual(['cellVoltagesV 1']);
    expect(doubts(cellsAt(3.3, 3.3), cellsAt(3.59, 3.3))).toEqual([]);
    expect(doubts(cellsAt(3.3, 3.3), cellsAt(3.61, 3.3))).toEqual(['cellVoltagesV 1']);
    expect(doubts(cellsAt(3.3, 3.3, 3.3), cellsAt(3.55, 3.3, null))).toEqual(['cellVoltagesV 3']);
    expect(doubts(cellsAt(3.3, 3.3, null), cellsAt(3.55, 3.3, 3.3))).toEqual(['cellVoltagesV 3']);
    expect(doubts(cellsAt(null, null, 3.3, 3.3), cellsAt(null, null, 3.59, 3.3))).toEqual([]);
    const pack = { packVoltageV: 6.6 };
    expect(doubts({ ...cellsAt(0, 3.3), ...pack }, { ...cellsAt(0.3, 3.3), ...pack })).toEqual([]);
  });

  test('[OBD-62] in a pack of two cells, a step of the current explains a larger change of a cell: only the current is in doubt', () => {
    const before = { ...cellsAt(3.3, 3.3), currentA: 0 };
    const now = { ...cellsAt(2.9, 3.3), packVoltageV: 6.6, currentA: -60 };
    expect(doubts(before, now)).toEqual(['currentA']);
  });

  test('[OBD-62] a cell is in doubt when its reading appears or disappears; a list of another length is in doubt as a whole', () => {
    expect(doubts(cellsAt(null, 3.3, 3.3, 3.3), four)).toEqual(['cellVoltagesV 1']);
    expect(doubts(four, cellsAt(3.3, null, 3.3, 3.3))).toEqual(['cellVoltagesV 2']);
    const fewer = { ...loaded(-60, -0.1), ...cellsAt(3.2, 3.2, 3.2), packVoltageV: 13 };
    expect(doubts({ ...four, currentA: 0 }, fewer)).toEqual(['currentA', 'cellVoltagesV']);
  });
});

describe('the current', () => {
  /** Each case: capacity in Ah, first current, the farthest current that is no step, and one that is a step. */
  test.each([
    [100, 0, 10, 10.5],
    [undefined, 10, 15, 15.5],
    [5, 0, 1, 1.5],
    [100, 200, 220, 221],
    [100, -200, -220, -221],
  ])(
    '[OBD-62] with a capacity of %s Ah, a change from %d A to %d A is not a step, and to %d A it is',
    (capacity, from, to, step) => {
      const judged = (currentA: number): readonly string[] => [
        ...doubtsAbout(
          { ...scaled(capacity, from), sequence: 10 } as PackSample,
          { ...scaled(capacity, currentA), sequence: 11 } as PackSample,
          2_000,
        ),
      ];
      expect(judged(to)).toEqual([]);
      expect(judged(step)).toEqual(['currentA']);
    },
  );

  test('[OBD-62] a step of the current is judged by the capacity even if only the new reply reports a capacity', () => {
    const before = { ...scaled(undefined, 0) } as PackSample;
    expect([...doubtsAbout(before, aPack(1, { currentA: 9 }), 2_000)]).toEqual([]);
  });

  test('[OBD-62] a step is plausible if all cells change with it as their resistance requires', () => {
    expect(doubts(loaded(-12.4, 0), loaded(-52.4, -0.01))).toEqual([]);
    expect(doubts(loaded(-12.4, 0), loaded(-52.4, -0.007))).toEqual(['currentA']);
    expect(doubts(loaded(-12.4, 0), loaded(40, 0.012))).toEqual([]);
    expect(doubts(loaded(-12.4, 0), loaded(40, 0.008))).toEqual(['currentA']);
    expect(doubts(loaded(-12.4, 0), loaded(40, -0.012))).toEqual(['currentA']);
  });

  test('[OBD-62] a step is in doubt if the capacity is not positive', () => {
    for (const designCapacityAh of [0, -10]) {
      const capacity = { designCapacityAh, remainingAh: 0 };
      expect(
        doubts({ ...loaded(0, 0), ...capacity }, { ...loaded(-40, -0.05), ...capacity }),
      ).toEqual(designCapacityAh === 0 ? ['currentA'] : ['currentA', 'designCapacityAh']);
    }
  });
});

describe('the pack voltage', () => {
  const at = (packVoltageV: number, ...volts: readonly number[]): Partial<PackSample> => ({
    ...cellsAt(...volts),
    packVoltageV,
  });
  const four = [3.3, 3.3, 3.3, 3.3] as const;

  test('[OBD-62] the pack voltage follows the sum of the cells within 1 %', () => {
    expect(doubts(at(13.2, ...four), at(13.333, ...four))).toEqual([]);
    expect(doubts(at(13.2, ...four), at(13.34, ...four))).toEqual(['packVoltageV']);
    expect(doubts(at(13.2, ...four), at(12.8, 3.2, 3.2, 3.2, 3.2))).toEqual([]);
  });

  test('[OBD-62] the pack voltage may follow the common change of the cells although one cell is wrong', () => {
    expect(doubts(at(13.2, ...four), at(12.8, 3.2, 3.9, 3.2, 3.2))).toEqual(['cellVoltagesV 2']);
  });

  test('[OBD-62] the pack voltage may change by 5 % if there are no cells or their sum differs from it', () => {
    expect(doubts(at(10), at(10.52))).toEqual([]);
    expect(doubts(at(10), at(10.6))).toEqual(['packVoltageV']);
    expect(doubts(at(20, ...four), at(20.9, ...four))).toEqual([]);
    expect(doubts(at(20, ...four), at(21.2, ...four))).toEqual(['packVoltageV']);
  });
});
