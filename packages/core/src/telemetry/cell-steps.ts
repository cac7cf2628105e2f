import type { PackSample } from '../protocol/pack-sample.ts';
import { currentStepped } from './plausibility.ts';

/** A cell whose voltage jumped while the current did not: a loose sense wire, or a failing cell. */
export interface CellStep {
  /** The number of the cell, from 1. */
  readonly number: number;
  readonly fromV: number;
  readonly toV: number;
  readonly ageMs: number;
}

export const NO_STEPS: readonly CellStep[] = [];

/** The smallest jump of a cell voltage that is reported, in V (device protocol, part 2). */
const STEP_V = 0.3;
/** How long a step is reported, so that a user who moves a cable has time to look at the screen. */
const SHOWN_MS = 60_000;

interface Before {
  readonly shown: PackSample;
  readonly currentBefore: number | undefined;
  readonly steps: readonly CellStep[];
}

/** Returns the steps to report after a sample: the earlier ones and the new ones, only the newest of each cell. */
export const stepsAfter = (
  { shown: before, currentBefore, steps }: Before,
  now: PackSample,
  elapsedMs: number,
): readonly CellStep[] => {
  // The step of a cell is shown one reply late, so the load step that explains it may have been shown one reply
  // earlier.
  const earlier = currentBefore === undefined ? before : { ...before, currentA: currentBefore };
  const isLoadStep = currentStepped(before, now) || currentStepped(earlier, now);
  const isSameShape = before.cellVoltagesV.length === now.cellVoltagesV.length;
  const fresh =
    isLoadStep || !isSameShape
      ? []
      : now.cellVoltagesV.flatMap((toV, index) => {
          const fromV = before.cellVoltagesV[index] ?? null;
          const isStep = toV !== null && fromV !== null && Math.abs(toV - fromV) > STEP_V;
          return isStep ? [{ number: index + 1, fromV, toV, ageMs: 0 }] : [];
        });
  const isFresh = (number: number): boolean => fresh.some((step) => step.number === number);
  const kept = steps
    .map((step) => ({ ...step, ageMs: step.ageMs + elapsedMs }))
    .filter(({ number, ageMs }) => ageMs < SHOWN_MS && !isFresh(number));
  return [...kept, ...fresh].toSorted((a, b) => a.number - b.number);
};
