import { describe, expect, test } from 'vitest';
import type { PackSample } from '../protocol/pack-sample.ts';
import { aPack } from '../telemetry/pack.fixture.ts';
import { createPackTrend, type PackTrend } from './pack-trend.ts';

/** Adds one reply every two seconds; returns the last trend. */
const after = (samples: readonly PackSample[]): PackTrend | undefined => {
  const { add } = createPackTrend();
  return samples
    .map((sample, index) => add({ sample, held: [], at: index * 2_000, wall: index * 2_000 }))
    .at(-1);
};
const replies = (count: number, change: (at: number) => Partial<PackSample>): PackSample[] =>
  Array.from({ length: count }, (_, at) => aPack(at, change(at)));

describe('frozen values', () => {
  test('[OBD-145] values that are equal in eight replies under load are frozen, even if the counters of the device change', () => {
    expect(after(replies(7, () => ({})))?.frozen).toBeUndefined();
    expect(after(replies(8, () => ({})))?.frozen).toEqual({ replies: 8, forMs: 14_000 });
  });

  test('[OBD-145] a device that reports quickly repeats its readings until it measures again', () => {
    const { add } = createPackTrend();
    const frozenAt = (ms: number) =>
      add({ sample: aPack(0), held: [], at: ms, wall: ms }).frozen?.forMs;
    expect(Array.from({ length: 120 }, (_, at) => frozenAt(at * 100))).toEqual(
      Array.from({ length: 120 }, () => undefined),
    );
    expect(frozenAt(12_000)).toBe(12_000);
  });

  test('[OBD-145] equal replies at rest or under a small load are not frozen', () => {
    expect(after(replies(40, () => ({ currentA: -0.9 })))?.frozen).toBeUndefined();
  });

  test('[OBD-145] one changed value ends the frozen state; without cells it takes fifteen replies', () => {
    const changed = replies(9, (at) => (at === 8 ? { packVoltageV: 13.212 } : {}));
    expect(after(changed)?.frozen).toBeUndefined();
    const alone = { cellVoltagesV: [], balancing: [] };
    expect(after(replies(14, () => alone))?.frozen).toBeUndefined();
    expect(after(replies(15, () => alone))?.frozen?.replies).toBe(15);
  });
});

describe('detection of rest', () => {
  test('[OBD-42] a current that varies around the threshold does not switch rest on and off', () => {
    const flows = [-0.15, -0.25, -0.29, -0.31, -0.25, -0.15].map(
      (_, last, all) =>
        after(all.slice(0, last + 1).map((currentA, at) => aPack(at, { currentA })))?.flow,
    );
    expect(flows).toEqual(['atRest', 'atRest', 'atRest', 'discharging', 'discharging', 'atRest']);
  });
});

describe('cells over many replies', () => {
  test('[OBD-143] the lowest cell is counted over the last 60 replies, with its minimum and the time since it is the lowest', () => {
    const samples = replies(70, (at) => ({
      currentA: -12.4 - at / 100,
      cellVoltagesV: at < 30 ? [3.3, 3.31, 3.32, 3.33] : [3.32, 3.31, 3.32, 3.3 - at / 10_000],
    }));
    const cells = after(samples)?.cells;
    expect(cells?.replies).toBe(60);
    expect(cells?.cells.map(({ lowestCount }) => lowestCount)).toEqual([20, 0, 0, 40]);
    expect(cells?.cells[3]).toMatchObject({
      minimumV: 3.3 - 69 / 10_000,
      minimumAt: 138_000,
      lowestSince: 60_000,
    });
    expect(cells?.cells[0]).toMatchObject({ minimumV: 3.3, minimumAt: 0, lowestSince: undefined });
  });

  test('[OBD-143] if all cells are equal, no cell is the lowest, and a new number of cells restarts the count', () => {
    const equal = after(replies(3, () => ({ cellVoltagesV: [3.3, 3.3, 3.3, 3.3] })));
    expect(equal?.cells.cells[0]?.lowestCount).toBe(0);
    const other = after([...replies(3, () => ({})), aPack(3, { cellVoltagesV: [3.3, 3.4] })]);
    expect(other?.cells).toMatchObject({ replies: 1, cells: [{ lowestCount: 1 }, {}] });
  });

  test('[OBD-144] the sag of each cell is unknown until the current steps, and then given in mΩ', () => {
    expect(after(replies(5, () => ({})))?.cells.cells[0]?.sagMilliohm).toBeUndefined();
    const load = (at: number): Partial<PackSample> => ({
      currentA: at % 2 === 0 ? 0 : -50,
      cellVoltagesV: at % 2 === 0 ? [3.3, 3.3, null, 3.3] : [3.25, 3.2, 3.25, 3.25],
    });
    const cells = after(replies(6, load))?.cells;
    expect(cells?.steps).toBe(5);
    expect(cells?.cells.map(({ sagMilliohm = 0 }) => Math.round(sagMilliohm * 100) / 100)).toEqual([
      1, 2, 0, 1,
    ]);
    expect(cells?.typicalMilliohm).toBeCloseTo(1);
  });

  test.each([
    ['unknown if voltages are read in steps of 10 mV and change by less', 20, 0.01, undefined],
    ['known if voltages are read in steps of 10 mV and change by six', 100, 0.01, 0.6],
    ['known if voltages are read in steps of 1 mV', 20, 0.001, 0.6],
  ])('[OBD-359] the sag is %s', (_, amps, step, milliohm) => {
    const read = (volts: number): number => Math.round(volts / step) * step;
    const load = (at: number): Partial<PackSample> => ({
      currentA: at % 2 === 0 ? 0 : -amps,
      cellVoltagesV: [3.301, 3.302, 3.303, 3.304, 3.305].map((volts) =>
        read(at % 2 === 0 ? volts : volts - 0.0006 * amps),
      ),
    });
    expect(after(replies(8, load))?.cells.typicalMilliohm).toEqual(
      milliohm === undefined ? undefined : expect.closeTo(milliohm, 1),
    );
  });
});

describe('events', () => {
  test('[OBD-146] a state of charge that jumps by 2 % between two replies is reported', () => {
    expect(after([aPack(0), aPack(1, { socPercent: 77 })])?.socJump).toBeUndefined();
    expect(after([aPack(0), aPack(1, { socPercent: 100 })])?.socJump).toEqual({
      from: 78.5,
      to: 100,
      at: 2_000,
    });
  });

  test.each([
    ['a pause without replies', 12_000, 12_000],
    ['a sleep of the computer, in which its monotonic clock stops', 2_000, 3_600_000],
  ])('[OBD-146] a state of charge that changes during %s did not jump', (_, at, wall) => {
    const { add } = createPackTrend();
    add({ sample: aPack(0), held: [], at: 0, wall: 0 });
    const { socJump } = add({ sample: aPack(1, { socPercent: 100 }), held: [], at, wall });
    expect(socJump).toBeUndefined();
  });

  test('[OBD-149] a protection that is no longer reported is remembered with its last report', () => {
    const short: Partial<PackSample> = { protections: ['shortCircuit'] };
    expect(after([aPack(0, short), aPack(1, short)])?.pastProtections).toEqual([]);
    expect(after([aPack(0, short), aPack(1, short), aPack(2)])?.pastProtections).toEqual([
      { fault: 'shortCircuit', at: 2_000 },
    ]);
  });
});

describe('values of several polls', () => {
  const ofPolls = (
    polls: readonly (readonly [Partial<PackSample>, (readonly [string, number])?])[],
  ): PackTrend | undefined => {
    const { add } = createPackTrend();
    return polls
      .map(([change, older], index) => {
        const at = index * 2_000;
        const olderByMs = new Map(older === undefined ? [] : [older]);
        return add({ sample: aPack(index, change), held: [], olderByMs, at, wall: at });
      })
      .at(-1);
  };
  const LOADED = { packVoltageV: 12.9, currentA: -80 };

  test('[OBD-291] cells that are 2 s older than the pack voltage do not contradict it', () => {
    expect(ofPolls([[{}], [LOADED, ['cellVoltagesV', 2_000]]])?.sumMismatch).toBeUndefined();
    expect(ofPolls([[{}], [LOADED, ['cellVoltagesV', 1_000]]])?.sumMismatch).toEqual({
      sumV: expect.closeTo(13.211) as number,
      packV: 12.9,
    });
  });

  test('[OBD-291] a contradiction stays until both are reported together again', () => {
    const contradiction = { packVoltageV: 13.5 };
    const polls = [[contradiction], [contradiction, ['cellVoltagesV', 2_000]]] as const;
    expect(ofPolls(polls)?.sumMismatch).toMatchObject({ packV: 13.5 });
    expect(ofPolls([...polls, [{}]])?.sumMismatch).toBeUndefined();
  });

  test('[OBD-291] a step of the current measures no sag of cells that were reported before it', () => {
    const cellVoltagesV = [3.2, 3.2, 3.2, 3.2];
    expect(ofPolls([[{}], [LOADED, ['cellVoltagesV', 2_000]]])?.cells.steps).toBe(0);
    const late = [[{}, ['cellVoltagesV', 2_000]], [{ ...LOADED, cellVoltagesV }]] as const;
    expect(ofPolls(late)?.cells.steps).toBe(0);
    expect(ofPolls([[{}], [{ ...LOADED, cellVoltagesV }]])?.cells.steps).toBe(1);
  });

  test('[OBD-291] a step of the current measures no sag of a cell whose record came before it', () => {
    const { add } = createPackTrend();
    const olderByMs = new Map([
      ['cellVoltagesV', 500],
      ...[0, 0, 500, 500].map((ms, index) => [`cellVoltagesV ${index + 1}`, ms] as const),
    ]);
    const reply = (at: number, change: Partial<PackSample>) =>
      add({ sample: aPack(0, change), held: [], olderByMs, at, wall: at });
    reply(0, {});
    const { cells } = reply(500, { currentA: -62.4, cellVoltagesV: [3.252, 3.254, 3.303, 3.302] });
    expect(cells.cells.map(({ sagMilliohm }) => sagMilliohm?.toFixed(2))).toEqual([
      ...['1.00', '1.00'],
      ...[undefined, undefined],
    ]);
    expect(cells.typicalMilliohm).toBeCloseTo(1);
  });

  test('[OBD-291] a step of the current measures no sag of any cell if the record of the cells came just before it', () => {
    const { add } = createPackTrend();
    const olderByMs = new Map([['cellVoltagesV', 500]]);
    add({ sample: aPack(0), held: [], at: 0, wall: 0 });
    const stepped = aPack(0, { currentA: -62.4 });
    const { cells } = add({ sample: stepped, held: [], olderByMs, at: 500, wall: 500 });
    expect(cells).toMatchObject({ steps: 0, typicalMilliohm: undefined });
  });
});
