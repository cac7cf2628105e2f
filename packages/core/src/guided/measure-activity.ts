import type { Clock } from '../ports/clock.ts';
import type { MeasureStep } from './check.ts';
import { secondsText, type MeasureProgress, type StepFinding } from './guided-run.ts';
import { isWithin, limitsText, numberText, readingText } from './limits.ts';
import { CHECK_QUANTITIES, type Reading } from './quantity.ts';

/** What a step does between its beginning and its end. */
export interface Activity {
  /** Ends it now: it sends nothing more and has no finding. */
  readonly stop: () => void;
  /**
   * Takes what a reply that came after the beginning says: a reading, undefined when the device does not tell the value,
   * or that it is in doubt.
   */
  readonly take?: (reading: Reading | 'inDoubt' | undefined) => void;
}

export interface MeasureParts {
  readonly clock: Clock;
  readonly onProgress: (progress: MeasureProgress) => void;
  readonly onDone: (finding: StepFinding) => void;
}

/** Passes at the reading that proves the value to have been within its limits for long enough, reading for reading. */
export const startMeasure = (
  step: MeasureStep,
  { clock, onProgress, onDone }: MeasureParts,
): Activity => {
  const { quantity, heldMs: wantedMs, withinMs } = step;
  const { unit, digits } = CHECK_QUANTITIES[quantity];
  const needed = limitsText(step, unit);
  let last: Reading | undefined;
  let count = 0;
  let doubts = 0;
  /** When it came within its limits; undefined while it is not. */
  let since: number | undefined;
  let [lowest, highest] = [Infinity, -Infinity];
  const leave = (): void => {
    since = undefined;
    [lowest, highest] = [Infinity, -Infinity];
  };

  const finding = (outcome: StepFinding['outcome'], found: string): StepFinding => ({
    outcome,
    found,
    needed,
    unit,
    ...(last === undefined ? {} : { value: last.value }),
  });

  const cancel = clock.after(withinMs, () => {
    const found = count === 0 ? 'no reading came' : `last ${readingText(quantity, last)}`;
    const doubted = doubts === 0 ? '' : `; in doubt in ${doubts} of ${count + doubts} replies`;
    const held = wantedMs === 0 ? '' : ` for ${secondsText(wantedMs)}`;
    const why = `${found}${doubted}; not within limits${held}`;
    onDone(finding('failed', `${why} in ${secondsText(withinMs)}`));
  });

  const passed = (): string => {
    const text = readingText(quantity, last);
    if (wantedMs === 0) return text;
    const [from, to] = [lowest, highest].map((each) => numberText(each, '', digits));
    const range = from === to ? '' : `, from ${from} to ${to}`;
    return `${text}, held for ${secondsText(wantedMs)}${range}`;
  };

  return {
    stop: cancel,
    take: (reading) => {
      if (reading === 'inDoubt') {
        // No reading, and nobody can say that the value stayed within its limits meanwhile.
        doubts += 1;
        leave();
        onProgress({ now: '', isWithin: false, heldMs: 0 });
        return;
      }
      last = reading;
      count += 1;
      const isWell = reading !== undefined && isWithin(reading.value, step);
      if (isWell) {
        since ??= clock.monotonicNow();
        lowest = Math.min(lowest, reading.value);
        highest = Math.max(highest, reading.value);
      } else leave();
      const heldMs = since === undefined ? 0 : clock.monotonicNow() - since;
      if (isWell && heldMs >= wantedMs) {
        cancel();
        onDone(finding('passed', passed()));
      } else onProgress({ now: readingText(quantity, reading), isWithin: isWell, heldMs });
    },
  };
};
