import {
  deltaLevel,
  millivoltsBetween,
  type CellStats,
  type HeldValue,
  type Level,
  type PackSample,
} from '@batbot/core';
import { isHeld } from './held-values.ts';

/** A cell as shown on the screen. */
export interface CellView {
  /** Counts from 1. */
  readonly number: number;
  readonly volts: number | null;
  /** Whether the device failed to read the voltage. False for a voltage that was read and has expired. */
  readonly isUnread: boolean;
  readonly mark: 'lowest' | 'highest' | undefined;
  readonly isBalancing: boolean;
  /** Whether the voltage is the last plausible one, shown while an implausible value is not confirmed. */
  readonly isHeld: boolean;
  /** Whether the voltage is beyond a limit of the user. */
  readonly isAlarmed: boolean;
  /** Deviation from the average in millivolts. */
  readonly offsetMv: number | undefined;
  readonly level: Level | undefined;
  /** The deviation as a share of the scale, −1 to 1, rounded in invisibly small steps. */
  readonly share: number;
}

/** The scales of the deviation bars in millivolts to each side. */
const SCALES_MV = [20, 50, 100, 200, 500, 1_000, 2_000];
const SHARE_STEPS = 40;
const NONE_ALARMED: ReadonlySet<number> = new Set();

/**
 * Returns the smallest scale that contains all deviations. It has steps, so that bars rarely move because of another
 * cell.
 */
export const scaleOf = ({ lowest, highest, averageV }: CellStats): number => {
  const widest = Math.max(
    -millivoltsBetween(averageV, lowest.volts),
    millivoltsBetween(averageV, highest.volts),
  );
  return SCALES_MV.find((scale) => scale >= widest) ?? widest;
};

export const cellViews = (
  sample: PackSample,
  stats: CellStats | undefined,
  held: readonly HeldValue[] = [],
  alarmed: ReadonlySet<number> = NONE_ALARMED,
  reported: PackSample = sample,
): readonly CellView[] => {
  const scaleMv = stats === undefined ? 1 : scaleOf(stats);
  return sample.cellVoltagesV.map((volts, index): CellView => {
    const number = index + 1;
    const base = {
      number,
      volts,
      isUnread: (reported.cellVoltagesV[index] ?? null) === null,
      isBalancing: sample.balancing?.[index] === true,
      isHeld: held.length > 0 && isHeld(held, 'cellVoltagesV', number),
      isAlarmed: alarmed.has(number),
    };
    if (volts === null || stats === undefined || base.isHeld) {
      return { ...base, mark: undefined, offsetMv: undefined, level: undefined, share: 0 };
    }
    const offsetMv = millivoltsBetween(stats.averageV, volts);
    const isSpread = stats.deltaMv > 0;
    const isLowest = isSpread && number === stats.lowest.number;
    const isHighest = isSpread && number === stats.highest.number;
    return {
      ...base,
      mark: isLowest ? 'lowest' : isHighest ? 'highest' : undefined,
      offsetMv,
      level: deltaLevel(offsetMv),
      share: Math.round(Math.max(-1, Math.min(1, offsetMv / scaleMv)) * SHARE_STEPS) / SHARE_STEPS,
    };
  });
};
