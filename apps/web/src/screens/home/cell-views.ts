import {
  deltaLevel,
  millivoltsBetween,
  type CellStats,
  type HeldValue,
  type Level,
  type PackSample,
} from '@batbot/core';
import { isHeld } from './held-values.ts';

/** A cell as the screen shows it. */
export interface CellView {
  /** Counts from 1. */
  readonly number: number;
  readonly volts: number | null;
  readonly mark: 'lowest' | 'highest' | undefined;
  readonly isBalancing: boolean;
  /** The voltage is the last good one; what came instead waits for the next reply. */
  readonly isHeld: boolean;
  /** It is beyond a limit of the user's. */
  readonly isAlarmed: boolean;
  /** Millivolts above (or below) the average. */
  readonly offsetMv: number | undefined;
  readonly level: Level | undefined;
  /** The offset as a share of the bar's half, −1 to 1, in steps too small to see. */
  readonly share: number;
}

export const GROUP_SIZE = 16;
/** What fills a bar: the difference that is still fine. Fixed, so that no cell's bar moves for another's sake. */
const BAR_MV = 30;
const SHARE_STEPS = 20;
const NONE_ALARMED: ReadonlySet<number> = new Set();

/** The widest offset from the average, millivolts. */
export const scaleOf = ({ lowest, highest, averageV }: CellStats): number =>
  Math.max(
    BAR_MV,
    -millivoltsBetween(averageV, lowest.volts),
    millivoltsBetween(averageV, highest.volts),
  );

/** The cells with what is worth a mark; every one keeps its number and its place. */
export const cellViews = (
  sample: PackSample,
  stats: CellStats | undefined,
  held: readonly HeldValue[] = [],
  alarmed: ReadonlySet<number> = NONE_ALARMED,
): readonly CellView[] =>
  sample.cellVoltagesV.map((volts, index) => {
    const number = index + 1;
    const isBalancing = sample.balancing[index] === true;
    const isAlarmed = alarmed.has(number);
    const isOlder = held.length > 0 && isHeld(held, 'cellVoltagesV', number);
    if (volts === null || stats === undefined) {
      return {
        number,
        volts,
        mark: undefined,
        isBalancing,
        isHeld: isOlder,
        isAlarmed,
        offsetMv: undefined,
        level: undefined,
        share: 0,
      };
    }
    const offsetMv = millivoltsBetween(stats.averageV, volts);
    const isSpread = stats.deltaMv > 0;
    const isLowest = isSpread && number === stats.lowest.number;
    const isHighest = isSpread && number === stats.highest.number;
    return {
      number,
      volts,
      mark: isLowest ? 'lowest' : isHighest ? 'highest' : undefined,
      isBalancing,
      isHeld: isOlder,
      isAlarmed,
      offsetMv,
      level: deltaLevel(offsetMv),
      share: Math.round(Math.max(-1, Math.min(1, offsetMv / BAR_MV)) * SHARE_STEPS) / SHARE_STEPS,
    };
  });

/** Neighbours in groups of 16. */
export const inGroups = (cells: readonly CellView[]): readonly (readonly CellView[])[] =>
  Array.from({ length: Math.ceil(cells.length / GROUP_SIZE) }, (_, group) =>
    cells.slice(group * GROUP_SIZE, (group + 1) * GROUP_SIZE),
  );
