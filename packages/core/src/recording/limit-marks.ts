import { faultsOf, type Fault } from '../protocol/pack-sample.ts';
import { deltaLevel, socLevel } from '../telemetry/pack-summary.ts';
import type { SampleSeries } from './sample-history.ts';

/** What a session marks by itself: the device's own faults, and the limits the live view turns red at. */
export type Limit =
  | { readonly kind: 'alarm' | 'protection'; readonly fault: Fault }
  | { readonly kind: 'socLow' | 'cellSpread' };

/** A limit was passed, or is kept again. */
export interface LimitMark {
  /** From the series' start. */
  readonly ms: number;
  readonly limit: Limit;
  readonly begins: boolean;
}

/** A value that trembles about its limit is one mark, not hundreds: it must come back by so much to count as kept. */
const SOC_BACK_PERCENT = 1;
const SPREAD_BACK_MV = 10;

const FAULT_COLUMNS = [
  ['alarm', 'alarms'],
  ['protection', 'protections'],
] as const;

/** Whether a value with inertia is beyond its limit; unknown values leave it where it was. */
const isBeyond = (was: boolean, value: number, limit: (value: number) => boolean, back: number) =>
  Number.isNaN(value) ? was : limit(was ? value + back : value);

/** The marks of a series, told by its samples alone: sessions recorded before have them too. */
export const limitMarks = ({ length, columns }: SampleSeries): readonly LimitMark[] => {
  const marks: LimitMark[] = [];
  const { ms, socPercent, cellLowV, cellHighV } = columns;
  const bits = { alarms: 0, protections: 0 };
  let isSocLow = false;
  let isSpread = false;

  const markFaults = (at: number, index: number): void => {
    for (const [kind, name] of FAULT_COLUMNS) {
      const [before, now] = [bits[name], columns[name][index] ?? 0];
      const mark = (changed: number, begins: boolean): void => {
        for (const fault of faultsOf(changed)) {
          marks.push({ ms: at, limit: { kind, fault }, begins });
        }
      };
      mark(now & ~before, true);
      mark(before & ~now, false);
      bits[name] = now;
    }
  };

  for (let index = 0; index < length; index += 1) {
    const at = ms[index] ?? 0;
    markFaults(at, index);
    const soc = socPercent[index] ?? Number.NaN;
    const low = isBeyond(isSocLow, soc, (each) => socLevel(each) === 'act', -SOC_BACK_PERCENT);
    if (low !== isSocLow) marks.push({ ms: at, limit: { kind: 'socLow' }, begins: low });
    isSocLow = low;
    const spreadMv = ((cellHighV[index] ?? Number.NaN) - (cellLowV[index] ?? Number.NaN)) * 1_000;
    const spread = isBeyond(
      isSpread,
      Math.round(spreadMv),
      (each) => deltaLevel(each) === 'act',
      SPREAD_BACK_MV,
    );
    if (spread !== isSpread) marks.push({ ms: at, limit: { kind: 'cellSpread' }, begins: spread });
    isSpread = spread;
  }
  return marks;
};
