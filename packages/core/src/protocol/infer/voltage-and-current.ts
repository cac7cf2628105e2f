import type { Meaning, Meant } from './meaning.ts';
import { close } from './numbers.ts';
import { baseOf, bestOf, firstNumber } from './reading.ts';

/** Limit in V that no pack exceeds. */
export const HIGHEST_V = 1_500;
/** A product of voltage and current below this power, in W, proves no factors. */
const LOWEST_PROOF_W = 20;

export const POWERS_OF_TEN = [1, 0.1, 0.01, 0.001];

export type Candidates = (...wanted: readonly Meant[]) => readonly Meaning[];

/** The best candidates for the voltage and the current of a pack. */
export interface VoltageAndCurrent {
  readonly voltage: Meaning | undefined;
  readonly current: Meaning | undefined;
  /** True for the values of an output whose voltage is the sum of the cells. */
  readonly isOutput: boolean;
  /** The factors to V and A with which voltage times current is a reported power. */
  readonly byPower: readonly [number, number] | undefined;
}

/** Returns the two factors with which voltage times current is a reported power, if exactly one pair of factors does. */
const factorsByPower = (
  voltage: Meaning | undefined,
  current: Meaning | undefined,
  powers: readonly Meaning[],
): readonly [number, number] | undefined => {
  const v = voltage && firstNumber(voltage);
  const i = current && firstNumber(current);
  if (v === undefined || i === undefined) return undefined;
  const reported = powers.map((each) => Math.abs(baseOf(each)));
  const vFactors = voltage?.unit === undefined ? POWERS_OF_TEN : [voltage.unit.factor];
  const iFactors = current?.unit === undefined ? POWERS_OF_TEN : [current.unit.factor];
  const found = vFactors.flatMap((vFactor) =>
    iFactors.flatMap((iFactor): readonly (readonly [number, number])[] => {
      const volt = v.value * vFactor;
      const watts = Math.abs(volt * i.value * iFactor);
      const fits =
        volt <= HIGHEST_V &&
        watts >= LOWEST_PROOF_W &&
        reported.some((each) => close(each, watts, 0.01));
      return fits ? [[vFactor, iFactor]] : [];
    }),
  );
  // 13.79 V × 12.4 A and 137.9 V × 1.24 A have the same product.
  return found.length === 1 ? found[0] : undefined;
};

/** Finds the candidates of the battery, or else those of an output that has the voltage of its cells. */
export const voltageAndCurrentOf = (
  of: Candidates,
  fitsCells: (voltage: number) => boolean,
): VoltageAndCurrent => {
  const inside = of('packVoltage').filter(({ isOutput }) => !isOutput);
  const outputs = of('packVoltage').filter((each) => each.isOutput && fitsCells(baseOf(each)));
  const output = inside.length === 0 && outputs.length === 1 ? outputs[0] : undefined;
  const isOutput = output !== undefined;
  const voltage = output ?? bestOf(inside);
  const current = bestOf(of('current').filter((each) => each.isOutput === isOutput));
  return { voltage, current, isOutput, byPower: factorsByPower(voltage, current, of('power')) };
};
