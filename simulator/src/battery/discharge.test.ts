import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { runCell } from './discharge.ts';
import { BadParameters, readParameters } from './parameters-file.ts';

const example = (): Record<string, unknown> =>
  JSON.parse(
    readFileSync(new URL('../../examples/leaf-cell.json', import.meta.url), 'utf8'),
  ) as Record<string, unknown>;
const { cell, measured } = readParameters(example());

describe('acceptance B: a measured discharge', () => {
  test('the measured 1C discharge of a 2013 Leaf cell is reproduced within 20 mV RMS above 10 % charge', () => {
    const volts = new Map(measured?.points.map(({ t, volt }) => [t, volt]));
    const errors: number[] = [];
    for (const s of runCell(cell, {
      current: 30.6,
      seconds: 3540,
      step: 60,
      soc: 1,
      ambient: 25,
    })) {
      const volt = volts.get(s.t);
      if (volt !== undefined && s.soc > 0.1) errors.push(s.volt - volt);
    }
    expect(errors.length).toBeGreaterThan(50);
    const rms = Math.hypot(...errors) / Math.sqrt(errors.length);
    expect(rms).toBeLessThanOrEqual(0.02);
  });

  test.each([7.65, 15.3, 61.2])(
    'at %d A, which was not measured, the voltage equals the closed form of the two RC pairs',
    (current) => {
      const flat = { ...cell, ocv: () => 3.8, impedance: () => cell.impedance(0.5) };
      const { r0, r1, tau1, r2, tau2 } = cell.impedance(0.5);
      for (const s of runCell(flat, { current, seconds: 600, step: 10, soc: 1, ambient: 25 })) {
        const drop = r0 + r1 * (1 - Math.exp(-s.t / tau1)) + r2 * (1 - Math.exp(-s.t / tau2));
        expect(s.volt).toBeCloseTo(3.8 - current * drop, 6);
      }
    },
  );

  test.each([7.65, 30.6, 61.2])(
    'at %d A the discharged charge is current times time',
    (current) => {
      const samples = [...runCell(cell, { current, seconds: 1200, step: 1, soc: 1, ambient: 25 })];
      expect(samples).toHaveLength(1201);
      expect(samples.at(-1)?.soc).toBeCloseTo(1 - (current * 1200) / 3600 / 30.6, 9);
    },
  );

  test('the output interval does not change the curve', () => {
    const at = (step: number) =>
      [...runCell(cell, { current: 30.6, seconds: 1800, step, soc: 1, ambient: 25 })].at(-1);
    expect(at(0.1)?.volt).toBeCloseTo(at(60)?.volt ?? 0, 4);
  });
});

describe('the file of cell parameters', () => {
  test.each([
    ['Q_Ah', 'x', 'Q_Ah must be a number'],
    ['Q_Ah', 0, 'Q_Ah must be more than 0'],
    ['ocv', [], 'ocv must be a list of rows'],
    ['ocv', [[1, 2, 3]], 'ocv, row 1 must have 2 numbers'],
    ['params', [[0, 1, 2, 3, 4, 'x']], 'params, row 1, column 6 must be a number'],
    ['params_cols', ['soc'], 'params_cols must name'],
  ])('the error for a wrong %s names the field', (key, value, message) => {
    expect(() => readParameters({ ...example(), [key]: value })).toThrow(message);
    expect(() => readParameters({ ...example(), [key]: value })).toThrow(BadParameters);
  });

  test('the calibration scales the resistance of the slow RC element', () => {
    const plain = readParameters({ ...example(), calibration: undefined }).cell;
    expect(cell.impedance(0.5).r2).toBeCloseTo(4 * plain.impedance(0.5).r2, 12);
  });
});
