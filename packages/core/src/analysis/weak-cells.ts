import { median } from '../prelude/median.ts';
import { type Confidence, type Metric } from './metric.ts';
import type { CellResistances } from './resistance.ts';
import type { RestSpread } from './rests.ts';

export type WeakReason =
  | {
      readonly kind: 'resistance';
      /** Percent above the median of all cells. */
      readonly abovePercent: number;
      /** Whether the share rose over the recordings. Undefined if there are too few. */
      readonly isRising: boolean | undefined;
    }
  | { readonly kind: 'rest'; readonly belowMv: number }
  | { readonly kind: 'leak'; readonly mvPerDay: number };

/** A cell that is worse than the others. */
export interface WeakCell {
  /** Number of the cell, from 1. */
  readonly number: number;
  readonly reasons: readonly WeakReason[];
  /** How far the cell is beyond the limits; cells are ranked by this. 1 = at the limit of one reason. */
  readonly score: number;
  readonly confidence: Confidence;
}

/** A cell is weak from these differences on. */
export const WEAK = { abovePercent: 15, belowMv: 20, leakMvPerDay: 2 } as const;
/** A difference of resistances counts if it is larger than this many standard errors. */
const SURE = 3;
/** Smallest number of recordings that show a trend, and the smallest rise of the share. */
const TREND_POINTS = 3;
const TREND_RISE = 0.03;

/**
 * Returns whether the resistance of a cell, as a share of the median, rises over recordings, oldest first. The share
 * does not depend on the temperature. Undefined for fewer than three recordings.
 */
export const isRising = (
  recordings: readonly CellResistances[],
  cell: number,
): boolean | undefined => {
  const shares = recordings
    .map(({ milliOhm, medianMilliOhm }) => (milliOhm[cell] ?? Number.NaN) / medianMilliOhm)
    .filter(Number.isFinite);
  if (shares.length < TREND_POINTS) return undefined;
  const third = Math.max(1, Math.floor(shares.length / 3));
  return median(shares.slice(-third)) - median(shares.slice(0, third)) >= TREND_RISE;
};

const BEST: readonly Confidence[] = ['low', 'medium', 'high'];

/** Ranks the weak cells, the weakest first. */
export const weakCells = (
  resistance: Metric<CellResistances>,
  earlier: readonly CellResistances[],
  spread: Metric<RestSpread>,
  leakage: Metric<Float64Array>,
): readonly WeakCell[] => {
  const found = new Map<number, { reasons: WeakReason[]; score: number; sure: number }>();
  const add = (cell: number, reason: WeakReason, score: number, confidence: Confidence): void => {
    const entry = found.get(cell) ?? { reasons: [], score: 0, sure: 0 };
    entry.reasons.push(reason);
    entry.score += score;
    entry.sure = Math.max(entry.sure, BEST.indexOf(confidence));
    found.set(cell, entry);
  };
  if (resistance.kind === 'known') {
    const { milliOhm, error, medianMilliOhm } = resistance.value;
    for (const [cell, each] of milliOhm.entries()) {
      const above = each - medianMilliOhm;
      const abovePercent = (100 * above) / medianMilliOhm;
      if (!(abovePercent >= WEAK.abovePercent && above > SURE * (error[cell] ?? Infinity)))
        continue;
      const reason = {
        kind: 'resistance',
        abovePercent,
        isRising: isRising(earlier, cell),
      } as const;
      add(cell, reason, abovePercent / WEAK.abovePercent, resistance.confidence);
    }
  }
  if (spread.kind === 'known') {
    for (const [cell, each] of spread.value.deviationMv.entries()) {
      if (each > -WEAK.belowMv) continue;
      if (Number.isFinite(each))
        add(cell, { kind: 'rest', belowMv: -each }, -each / WEAK.belowMv, spread.confidence);
    }
  }
  if (leakage.kind === 'known') {
    for (const [cell, mvPerDay] of leakage.value.entries()) {
      if (!(mvPerDay >= WEAK.leakMvPerDay)) continue;
      add(cell, { kind: 'leak', mvPerDay }, mvPerDay / WEAK.leakMvPerDay, leakage.confidence);
    }
  }
  return Array.from(found, ([cell, { reasons, score, sure }]) => ({
    number: cell + 1,
    reasons,
    score,
    confidence: BEST[Math.min(BEST.length - 1, sure + Number(reasons.length > 1))] ?? 'low',
  })).toSorted((a, b) => b.score - a.score);
};
