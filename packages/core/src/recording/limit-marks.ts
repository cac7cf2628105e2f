import { faultsOf, type Fault } from '../protocol/pack-sample.ts';
import { deltaLevel, socLevel } from '../telemetry/pack-summary.ts';
import type { SampleRow } from './sample-columns.ts';
import type { SampleSeries } from './sample-history.ts';

/** A limit that is marked automatically: the device's own faults, and the limits at which the live view turns red. */
export type Limit =
  | { readonly kind: 'alarm' | 'protection'; readonly fault: Fault }
  | { readonly kind: 'socLow' | 'cellSpread' };

/** A mark where a limit was passed, or where the value is within it again. */
export interface LimitMark {
  /** Time since the start of the series. */
  readonly ms: number;
  readonly limit: Limit;
  readonly begins: boolean;
}

/** Hysteresis, so that a value that fluctuates around its limit makes one mark instead of hundreds. */
const SOC_BACK_PERCENT = 1;
const SPREAD_BACK_MV = 10;

const FAULT_COLUMNS = [
  ['alarm', 'alarms'],
  ['protection', 'protections'],
] as const;

/** True if a value is beyond its limit, with hysteresis. An unknown value does not change the result. */
const isBeyond = (was: boolean, value: number, limit: (value: number) => boolean, back: number) =>
  Number.isNaN(value) ? was : limit(was ? value + back : value);

/** The values of a sample on which limit marks depend. */
type Marked = Pick<
  SampleRow,
  'ms' | 'socPercent' | 'cellLowV' | 'cellHighV' | 'alarms' | 'protections'
>;

/** Processes the samples of a session in order and returns the marks of each one. */
export type LimitMarker = (row: Marked) => readonly LimitMark[];

export const createLimitMarker = (): LimitMarker => {
  const bits = { alarms: 0, protections: 0 };
  let isSocLow = false;
  let isSpread = false;
  return (row) => {
    const marks: LimitMark[] = [];
    const mark = (limit: Limit, begins: boolean): void => {
      marks.push({ ms: row.ms, limit, begins });
    };
    for (const [kind, name] of FAULT_COLUMNS) {
      const before = bits[name];
      const now = Number.isNaN(row[name]) ? before : row[name]; // not reported
      for (const fault of faultsOf(now & ~before)) mark({ kind, fault }, true);
      for (const fault of faultsOf(before & ~now)) mark({ kind, fault }, false);
      bits[name] = now;
    }
    const low = isBeyond(
      isSocLow,
      row.socPercent,
      (each) => socLevel(each) === 'act',
      -SOC_BACK_PERCENT,
    );
    if (low !== isSocLow) mark({ kind: 'socLow' }, low);
    isSocLow = low;
    const spreadMv = Math.round((row.cellHighV - row.cellLowV) * 1_000);
    const spread = isBeyond(
      isSpread,
      spreadMv,
      (each) => deltaLevel(each) === 'act',
      SPREAD_BACK_MV,
    );
    if (spread !== isSpread) mark({ kind: 'cellSpread' }, spread);
    isSpread = spread;
    return marks;
  };
};

/** Computes the marks of a series from its samples alone, so that older sessions have marks too. */
export const limitMarks = ({ length, columns }: SampleSeries): readonly LimitMark[] => {
  const marker = createLimitMarker();
  const marks: LimitMark[] = [];
  for (let index = 0; index < length; index += 1) {
    marks.push(
      ...marker({
        ms: columns.ms[index] ?? 0,
        socPercent: columns.socPercent[index] ?? Number.NaN,
        cellLowV: columns.cellLowV[index] ?? Number.NaN,
        cellHighV: columns.cellHighV[index] ?? Number.NaN,
        alarms: columns.alarms[index] ?? 0,
        protections: columns.protections[index] ?? 0,
      }),
    );
  }
  return marks;
};
