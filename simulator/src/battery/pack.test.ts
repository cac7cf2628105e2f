import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../random/seeded-random.ts';
import { cellVoltage, resistanceFactor, restingCell, stepCell } from './cell.ts';
import { chemistries } from './chemistry.ts';
import { buildPack, cellVoltages, packVoltage, stepPack } from './pack.ts';

const chemistry = fc.constantFrom(chemistries.lfp, chemistries.nmc);
const currents = fc.array(fc.double({ min: -150, max: 250, noNaN: true }), {
  minLength: 1,
  maxLength: 60,
});
const soc = fc.double({ min: 0, max: 1, noNaN: true });
const seed = fc.integer({ min: 0, max: 1_000_000 });

describe('acceptance C: invariants of the pack', () => {
  test('the sum of the cells equals the pack voltage plus the drop of the bus', () => {
    fc.assert(
      fc.property(chemistry, currents, seed, (kind, amps, n) => {
        const plan = { count: 8, cell: kind.cell(100), soc: 0.6, temperature: 25 };
        const { parameters, state } = buildPack(plan, createRandom(n));
        let s = state;
        for (const current of amps) {
          s = stepPack(parameters, s, { current, ambient: 20, bleeding: [] }, 1);
          const volts = cellVoltages(parameters, s, current);
          const sum = volts.reduce((all, volt) => all + volt, 0);
          expect(sum - current * parameters.busOhm).toBeCloseTo(
            packVoltage(parameters, volts, current),
            9,
          );
        }
      }),
    );
  });

  test('the balance of charge is exact to 1e-9 while no cell is full or empty', () => {
    fc.assert(
      fc.property(chemistry, currents, (kind, amps) => {
        const cell = kind.cell(100);
        let s = restingCell(0.5, 25);
        let ampereHours = 0;
        for (const current of amps) {
          s = stepCell(cell, s, { current, shunt: 0, ambient: 25 }, 1);
          ampereHours += (current * (current < 0 ? cell.chargeEfficiency : 1)) / 3600;
        }
        expect(Math.abs(s.soc - (0.5 - ampereHours / cell.capacityAh))).toBeLessThan(1e-9);
      }),
    );
  });

  test('at rest the voltage approaches the open-circuit voltage', () => {
    fc.assert(
      fc.property(chemistry, currents, soc, (kind, amps, start) => {
        const cell = kind.cell(100);
        let s = restingCell(start, 25);
        for (const current of amps) s = stepCell(cell, s, { current, shunt: 0, ambient: 25 }, 10);
        for (let i = 0; i < 400; i += 1)
          s = stepCell(cell, s, { current: 0, shunt: 0, ambient: 25 }, 60);
        expect(cellVoltage(cell, s, 0)).toBeCloseTo(cell.ocv(s.soc), 6);
      }),
    );
  });

  test('the state of charge stays between 0 and 1 at any current', () => {
    fc.assert(
      fc.property(
        chemistry,
        soc,
        fc.array(fc.double({ min: -5000, max: 5000, noNaN: true })),
        (kind, start, amps) => {
          let s = restingCell(start, 25);
          for (const current of amps) {
            s = stepCell(kind.cell(10), s, { current, shunt: 0, ambient: 25 }, 60);
            expect(s.soc).toBeGreaterThanOrEqual(0);
            expect(s.soc).toBeLessThanOrEqual(1);
          }
        },
      ),
    );
  });

  test('energy is conserved: the lost chemical energy was delivered, is stored in the RC pairs or became heat', () => {
    fc.assert(
      fc.property(
        chemistry,
        fc.array(fc.double({ min: 0, max: 200, noNaN: true }), { minLength: 5, maxLength: 80 }),
        (kind, amps) => {
          // Without cooling all heat is in the temperature, and resistance depends on it.
          const cell = { ...kind.cell(100), cooling: 0 };
          const dt = 0.05;
          let s = restingCell(0.8, 25);
          let chemical = 0;
          let delivered = 0;
          for (const current of amps)
            for (let i = 0; i < 40; i += 1) {
              const before = s;
              s = stepCell(cell, s, { current, shunt: 0, ambient: 25 }, dt);
              const middle = { ...s, v1: (s.v1 + before.v1) / 2, v2: (s.v2 + before.v2) / 2 };
              chemical += cell.ocv(s.soc) * current * dt;
              delivered += cellVoltage(cell, middle, current) * current * dt;
            }
          // The model counts the drop over an RC pair as heat at once.
          const heat = cell.heatCapacity * (s.temperature - 25);
          expect(Math.abs(chemical - delivered - heat)).toBeLessThanOrEqual(
            0.002 * Math.abs(chemical) + 1,
          );
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('cells of a pack', () => {
  test('the resistance follows Arrhenius: the nominal one at 25 °C, about ten times as much at -40 °C', () => {
    expect(resistanceFactor(25)).toBe(1);
    expect(resistanceFactor(-40)).toBeGreaterThan(8);
    expect(resistanceFactor(-40)).toBeLessThan(12);
    expect(resistanceFactor(45)).toBeLessThan(0.7);
  });

  test('the seeded deviations are 1 % of capacity, 5 % of resistance and 0.5 % of charge', () => {
    const plan = { count: 4000, cell: chemistries.lfp.cell(100), soc: 0.5, temperature: 25 };
    const { parameters, state } = buildPack(plan, createRandom(5));
    const deviation = (values: readonly number[]): number => {
      const mean = values.reduce((a, b) => a + b, 0) / values.length;
      return Math.sqrt(values.reduce((a, b) => a + (b - mean) ** 2, 0) / values.length);
    };
    expect(deviation(parameters.cells.map((c) => c.capacityAh / 100))).toBeCloseTo(0.01, 3);
    expect(deviation(parameters.cells.map((c) => c.resistanceScale))).toBeCloseTo(0.05, 2);
    expect(deviation(state.cells.map((c) => c.soc))).toBeCloseTo(0.005, 3);
  });

  test('a balanced cell also loses V/33 ohm', () => {
    const plan = { count: 2, cell: chemistries.lfp.cell(100), soc: 0.9, temperature: 25 };
    const { parameters, state } = buildPack(plan, createRandom(1));
    const after = stepPack(
      parameters,
      state,
      { current: 0, ambient: 25, bleeding: [true, false] },
      3600,
    );
    const lost = (state.cells[0]?.soc ?? 0) - (after.cells[0]?.soc ?? 0);
    expect(lost * (parameters.cells[0]?.capacityAh ?? 0)).toBeCloseTo(3.34 / 33, 2);
    expect(after.cells[1]?.soc).toBe(state.cells[1]?.soc);
  });
});
