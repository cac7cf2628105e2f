import { readFileSync } from 'node:fs';
import {
  cellResistances,
  findRests,
  firstLine,
  packColumns,
  packFigures,
  recordingFigures,
  type PackColumns,
  type PackFacts,
} from '@batbot/core/analysis';
import { describe, expect, test } from 'vitest';
import { resistanceFactor } from '../battery/cell.ts';
import { chemistries, type ChemistryName } from '../battery/chemistry.ts';
import { buildPack, stepPack, type CellDefect } from '../battery/pack.ts';
import { readParameters } from '../battery/parameters-file.ts';
import { createRandom } from '../random/seeded-random.ts';
import { driveLoad } from '../scenarios/load.ts';
import { recordPack, type Recorded } from './recorded-pack.fixture.ts';

const HOUR = 3_600;
const DAY_MS = 86_400_000;
const BEGIN = Date.UTC(2026, 0);
const WITHIN = 0.05;
const leaf = readParameters(
  JSON.parse(readFileSync(new URL('../../examples/leaf-cell.json', import.meta.url), 'utf8')),
);

interface Pack {
  readonly chemistry?: ChemistryName;
  readonly capacityAh?: number;
  readonly soc?: number;
  readonly temperature?: number;
  readonly defects?: readonly CellDefect[];
  readonly seed?: number;
  readonly count?: number;
}

const makePack = ({ capacityAh = 100, soc = 0.7, temperature = 25, seed = 1, ...pack }: Pack) => {
  const random = createRandom(seed);
  const cell = chemistries[pack.chemistry ?? 'lfp'].cell(capacityAh);
  const plan = { count: pack.count ?? 16, cell, soc, temperature, defects: pack.defects ?? [] };
  return { ...buildPack(plan, random), capacityAh, random };
};

/** A drive of the simulated city, in which the state of charge stays where it is. */
const drive = (pack: Pack, seconds: number, recorded: Partial<Recorded> = {}) => {
  const made = makePack(pack);
  const load = driveLoad({ capacityAh: made.capacityAh, chargeTo: 4, random: made.random });
  const view = { timeS: 0, soc: 0.7, maxCell: 3.3, current: 0 };
  const { columns } = recordPack({
    ...made,
    load: () => load(view, 0.1),
    seconds,
    seed: pack.seed ?? 1,
    ...recorded,
  });
  return { columns, parameters: made.parameters };
};

const known = [
  { chemistry: 'lfp', seed: 1 },
  { chemistry: 'nmc', seed: 2 },
] as const;
/** Seconds by which the voltages are older than the current of their sample. */
const skews = [0, 0.2, 0.5, -0.1, -0.2, -0.3] as const;

describe.each(known)('$chemistry, seed $seed', ({ chemistry, seed }) => {
  test.each(skews)(
    '[ANA-1] the resistance of each cell is within 5 % of the true one, or unknown, with voltages %d s older than the current',
    (skewS) => {
      const { columns, parameters } = drive(
        { chemistry, seed, defects: [{ cell: 4, resistanceScale: 1.5 }] },
        HOUR,
        { skewS },
      );
      const found = cellResistances(columns);
      if (found.kind !== 'known') throw new Error(found.needs);
      const { milliOhm, celsius } = found.value;
      let judged = 0;
      for (const [cell, each] of milliOhm.entries()) {
        if (Number.isNaN(each)) continue;
        judged += 1;
        const of = parameters.cells[cell];
        const ohm = (of?.impedance(0.7).r0 ?? 0) * (of?.resistanceScale ?? 0);
        const truth = 1_000 * ohm * resistanceFactor(celsius);
        expect(Math.abs(each / truth - 1)).toBeLessThan(WITHIN);
      }
      expect(judged).toBeGreaterThanOrEqual(14);
      expect(firstLine(packFigures([recordingFigures(columns)], Date.now())).text).toMatch(
        /^Cell 5 needs attention: resistance \d\d % above the median/,
      );
    },
  );
});

test('[ANA-1] the resistance of a cell with the measured parameters of a Leaf is within 5 % at its drives', () => {
  const count = 4;
  const parameters = {
    cells: Array.from({ length: count }, () => leaf.cell),
    leaks: [],
    busOhm: 0,
  };
  for (const soc of [0.3, 0.5, 0.8]) {
    const state = { cells: parameters.cells.map(() => ({ soc, v1: 0, v2: 0, temperature: 25 })) };
    const load = driveLoad({ capacityAh: 30.6, chargeTo: 4.1, random: createRandom(5) });
    const view = { timeS: 0, soc: 0.7, maxCell: 3.3, current: 0 };
    const seconds = HOUR / 2;
    const { columns } = recordPack({
      parameters,
      state,
      load: () => load(view, 0.1),
      seconds,
      capacityAh: 30.6,
    });
    const found = cellResistances(columns);
    if (found.kind !== 'known') throw new Error(found.needs);
    for (const each of found.value.milliOhm) {
      if (Number.isNaN(each)) continue;
      const truth = 1_000 * leaf.cell.impedance(soc).r0 * resistanceFactor(found.value.celsius);
      expect(Math.abs(each / truth - 1)).toBeLessThan(WITHIN);
    }
    expect(found.value.milliOhm.some(Number.isFinite)).toBe(true);
  }
});

test('[ANA-2] at rest, in the cold and with noise as large as the steps, no resistance is shown', () => {
  const idle = makePack({});
  const resting = recordPack({ ...idle, load: () => 0.05, seconds: HOUR }).columns;
  expect(cellResistances(resting).kind).toBe('notEnough');
  const cold = drive({ temperature: 2 }, HOUR / 2, { ambient: 2 }).columns;
  expect(cellResistances(cold)).toMatchObject({ needs: expect.stringContaining('10 °C') });
  expect(cellResistances(drive({}, HOUR / 2, { noiseMv: 20 }).columns).kind).toBe('notEnough');
});

test('[ANA-9] the production spread of a sound pack gives no weak cell', () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const { columns } = drive({ seed }, HOUR / 2, { skewS: 0.2 });
    const { weak } = packFigures([recordingFigures(columns)], Date.now());
    expect(weak.filter(({ confidence }) => confidence === 'high')).toEqual([]);
  }
});

/** Charges to full, discharges with C/2 to a state of charge, and rests for 40 min. */
const fullToRest = (pack: Pack, to: number, reported?: Recorded['soc']): PackColumns => {
  const made = makePack({ soc: 0.97, ...pack });
  const { chargeTo } = chemistries[pack.chemistry ?? 'lfp'];
  const charge = 0.3 * made.capacityAh;
  let amps = charge;
  let phase: 'charge' | 'discharge' | 'rest' = 'charge';
  const load = (_: number, volts: readonly number[]): number => {
    const highest = Math.max(...volts);
    if (phase === 'charge') {
      amps = highest > chargeTo ? amps * 0.97 : Math.min(charge, amps * 1.01);
      if (amps > made.capacityAh / 30) return -amps;
      phase = 'discharge';
    }
    return phase === 'discharge' ? made.capacityAh / 2 : 0;
  };
  const parts: PackColumns[] = [];
  let state = made.state;
  const record = (seconds: number, startedAt: number, current: Recorded['load']): void => {
    const soc = reported === undefined ? {} : { soc: reported };
    const done = recordPack({
      ...made,
      state,
      load: current,
      seconds,
      startedAt,
      stepS: 1,
      pollS: 2,
      ...soc,
    });
    const offset = startedAt;
    parts.push({ ...done.columns, ms: done.columns.ms.map((each) => each + offset) });
    state = done.state;
  };
  let at = 0;
  const lowest = (): number => Math.min(...state.cells.map(({ soc }) => soc));
  for (; lowest() > to; at += 60) record(60, at * 1_000, load);
  phase = 'rest';
  record(40 * 60, at * 1_000, load);
  return packColumns(
    parts.map(({ cells, volts, ...columns }) => ({ columns, cells: { cells, volts } })),
  );
};

const capacityOf = (columns: PackColumns, facts: PackFacts = {}) =>
  recordingFigures(columns, facts).capacity;

describe('capacity', () => {
  test.each([
    [0.7, 11],
    [0.85, 12],
    [1, 13],
  ])('[ANA-5] a worn LFP pack of %d of its capacity is measured within 5 %%', (worn, seed) => {
    const defects = Array.from({ length: 8 }, (_, cell) => ({ cell, capacityScale: worn }));
    const columns = fullToRest({ defects, seed, count: 8 }, 0.08);
    const found = capacityOf(columns);
    if (found.kind !== 'known') throw new Error(found.needs);
    const { parameters } = makePack({ defects, seed, count: 8, soc: 0.97 });
    const truth = Math.min(...parameters.cells.map(({ capacityAh }) => capacityAh));
    expect(Math.abs(found.value.capacityAh / truth - 1)).toBeLessThan(WITHIN);
    expect(found.inferred).toMatch(/^LFP/);
  });

  test('[ANA-5] an NMC pack is measured within 5 % if its chemistry is known, and not at all if it is not', () => {
    const columns = fullToRest({ chemistry: 'nmc', count: 8, seed: 3 }, 0.06);
    const found = capacityOf(columns, { chemistry: 'nmc' });
    if (found.kind !== 'known') throw new Error(found.needs);
    const { parameters } = makePack({ chemistry: 'nmc', count: 8, seed: 3, soc: 0.97 });
    const truth = Math.min(...parameters.cells.map(({ capacityAh }) => capacityAh));
    expect(Math.abs(found.value.capacityAh / truth - 1)).toBeLessThan(WITHIN);
    const blind = capacityOf(columns);
    expect(
      blind.kind === 'notEnough' || Math.abs(blind.value.capacityAh / truth - 1) < WITHIN,
    ).toBe(true);
  });

  test('[ANA-5] a rest in the flat middle of LFP gives no capacity', () => {
    expect(capacityOf(fullToRest({ count: 4 }, 0.4), { chemistry: 'lfp' }).kind).toBe('notEnough');
  });

  test('[ANA-5] the measured 1C discharge of a Leaf cell between two rests gives its 30.6 Ah within 5 %', () => {
    const points = leaf.measured?.points ?? [];
    const end = points.at(-1)?.t ?? 0;
    const voltAt = (second: number): number => {
      const next = points.findIndex(({ t }) => t >= second);
      const [a, b] = [points[Math.max(0, next - 1)], points[next]];
      if (a === undefined || b === undefined || a === b) return b?.volt ?? 0;
      return a.volt + ((b.volt - a.volt) * (second - a.t)) / (b.t - a.t);
    };
    // The rests are those of the same test: 4.182 V full, and the rest voltage of the charge that is left.
    const left = 1 - (30.6 * (end - 60)) / HOUR / 30.6;
    const rows = Math.floor((end + 2 * HOUR) / 2);
    const column = (value: (second: number) => number) =>
      Float64Array.from({ length: rows }, (_, row) => value(row * 2));
    const second = column((each) => each);
    const runs = (each: number): boolean => each > HOUR && each <= HOUR + end - 60;
    const volts = Float32Array.from(second, (each) =>
      each <= HOUR ? 4.182 : runs(each) ? voltAt(each - HOUR + 60) : leaf.cell.ocv(left),
    );
    const unknown = column(() => Number.NaN);
    const columns = packColumns([
      {
        columns: {
          ms: column((each) => each * 1_000),
          wall: column((each) => each * 1_000),
          packVoltageV: unknown,
          currentA: column((each) => (runs(each) ? -30.6 : 0)),
          socPercent: unknown,
          sohPercent: unknown,
          designCapacityAh: column(() => 33),
          temperatureLowC: column(() => 25),
          temperatureHighC: column(() => 25),
        },
        cells: { cells: 1, volts },
      },
    ]);
    const figures = recordingFigures(columns, { chemistry: 'lmo' });
    expect(figures.resistance.kind).toBe('notEnough');
    if (figures.capacity.kind !== 'known') throw new Error(figures.capacity.needs);
    expect(Math.abs(figures.capacity.value.capacityAh / 30.6 - 1)).toBeLessThan(WITHIN);
    const blind = recordingFigures(columns).capacity;
    expect(blind.kind === 'notEnough' || Math.abs(blind.value.capacityAh / 30.6 - 1) < WITHIN).toBe(
      true,
    );
  });

  test('[ANA-7] a BMS that is 9 points off at full charge is found within 2 points', () => {
    const drifted = (state: { readonly cells: readonly { readonly soc: number }[] }): number =>
      100 * Math.max(...state.cells.map(({ soc }) => soc)) - 9;
    const { socError } = recordingFigures(fullToRest({ count: 4 }, 0.5, drifted));
    expect(socError.kind === 'known' ? socError.value : Number.NaN).toBeGreaterThan(-11);
    expect(socError.kind === 'known' ? socError.value : Number.NaN).toBeLessThan(-7);
  });
});

test('[ANA-3] [ANA-4] spread and leak between two rests five days apart are within 5 % of the true ones', () => {
  const made = makePack({
    chemistry: 'nmc',
    soc: 0.55,
    count: 8,
    defects: [{ cell: 2, leakA: 0.03 }],
  });
  const rest = (state: Recorded['state'], startedAt: number) =>
    recordPack({ ...made, state, load: () => 0, seconds: 40 * 60, startedAt, stepS: 1 });
  const first = rest(made.state, BEGIN);
  let { state } = first;
  const bleeding = made.parameters.cells.map(() => false);
  for (let minute = 0; minute < 5 * 24 * 60; minute += 1) {
    state = stepPack(made.parameters, state, { current: 0, ambient: 25, bleeding }, 60);
  }
  const last = rest(state, BEGIN + 5 * DAY_MS);
  const volts = (of: Recorded['state']) =>
    of.cells.map(({ soc }, at) => made.parameters.cells[at]?.ocv(soc) ?? 0);
  const pack = packFigures(
    [last.columns, first.columns].map((each) => recordingFigures(each)),
    Date.now(),
  );
  const [before, after] = [volts(first.state), volts(last.state)];
  const fall = (cell: number): number => ((before[cell] ?? 0) - (after[cell] ?? 0)) * 1_000;
  if (pack.leakage.kind !== 'known' || pack.spread.kind !== 'known') throw new Error('not known');
  const truth = (fall(2) - fall(0)) / 5;
  expect(truth).toBeGreaterThan(3);
  expect(Math.abs((pack.leakage.value[2] ?? 0) / truth - 1)).toBeLessThan(WITHIN);
  const spread = (Math.max(...after) - Math.min(...after)) * 1_000;
  expect(Math.abs(pack.spread.value.spreadMv / spread - 1)).toBeLessThan(WITHIN);
  expect(pack.weak[0]?.number).toBe(3);
  expect(findRests(first.columns)).toHaveLength(1);
});
