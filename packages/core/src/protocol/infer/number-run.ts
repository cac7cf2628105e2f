import type { WrittenNumber } from './quantity.ts';

/** The cells in a row of bare numbers, proven by their sum. */
export interface CellRun {
  readonly from: number;
  readonly length: number;
  /** The factor to V. */
  readonly factor: number;
  /** The number that is the sum of the cells, with its factor to V. */
  readonly pack?: { readonly at: number; readonly factor: number };
}

const MAX_NUMBERS = 256;

const isCell = ({ value, decimals }: WrittenNumber, factor: number): boolean =>
  factor === 1
    ? decimals >= 2 && value >= 2 && value <= 4.5
    : decimals === 0 && value >= 2_000 && value <= 4_500;

/**
 * Finds the longest run of at least three numbers in the range of a cell, in V or mV. A run whose sum is another number
 * of the row is preferred. Only four numbers and their sum are proof; fewer may be phases, speeds or temperatures
 * [OBD-180].
 */
export const cellRun = (all: readonly WrittenNumber[]): CellRun | undefined => {
  const numbers = all.slice(0, MAX_NUMBERS);
  let best: CellRun | undefined;
  const isBetter = (run: CellRun): boolean =>
    best === undefined || (run.pack !== undefined) !== (best.pack !== undefined)
      ? best === undefined || run.pack !== undefined
      : run.length > best.length;
  for (const factor of [1, 0.001]) {
    for (let from = 0; from < numbers.length; from += 1) {
      let to = from;
      let sum = 0;
      for (
        let number = numbers[to];
        number !== undefined && isCell(number, factor);
        number = numbers[(to += 1)]
      ) {
        sum += number.value * factor;
      }
      const length = to - from;
      if (length >= 3 && isBetter({ from, length, factor })) best = { from, length, factor };
      if (length >= 4) {
        for (const packFactor of [1, 0.1, 0.01, 0.001]) {
          const packAt = numbers.findIndex(
            ({ value, decimals }, at) =>
              (at < from || at >= to) &&
              (decimals === 0) === (packFactor !== 1) &&
              Math.abs(value * packFactor - sum) <= Math.max(sum * 0.005, packFactor),
          );
          const run = { from, length, factor, pack: { at: packAt, factor: packFactor } };
          if (packAt >= 0 && isBetter(run)) best = run;
        }
      }
      from = Math.max(from, to - 1);
    }
  }
  return best;
};
