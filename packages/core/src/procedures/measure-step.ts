import { numberText } from '../prelude/number-text.ts';
import type { Clock } from '../ports/clock.ts';
import type { MeasureStep } from './procedure.ts';
import {
  CHECK_QUANTITIES,
  keepsLimits,
  limitsText,
  readingText,
  type CheckReading,
} from './quantity.ts';
import { secondsText, type StepFinding } from './run.ts';
import type { Activity, StepReport } from './runner.ts';

export interface Measurement extends Activity {
  /** Handles a reply that arrived after the step began. `undefined` is a value that the device does not report. */
  readonly take: (reading: CheckReading | 'unconfirmed' | undefined) => void;
}

/** Starts a measurement. It passes at the reading that proves that the value was within its limits for long enough. */
export const startMeasure = (
  step: MeasureStep,
  clock: Clock,
  { onProgress, onDone }: Omit<StepReport, 'onSend'>,
): Measurement => {
  const { quantity, heldMs: wantedMs, withinMs } = step;
  const { name, unit, digits } = CHECK_QUANTITIES[quantity];
  let last: CheckReading | undefined;
  let count = 0;
  let unconfirmed = 0;
  /** Time at which the value came within its limits; undefined while it is not within them. */
  let since: number | undefined;
  let [lowest, highest] = [Infinity, -Infinity];
  const restart = (): void => {
    since = undefined;
    [lowest, highest] = [Infinity, -Infinity];
  };

  const finding = (outcome: StepFinding['outcome'], found: string): StepFinding => ({
    outcome,
    found,
    needed: limitsText(step, unit),
    unit,
    ...(last === undefined ? {} : { value: last.value }),
  });

  const cancel = clock.after(withinMs, () => {
    const found = count === 0 ? 'no reading' : `last ${readingText(quantity, last, step)}`;
    const doubted =
      unconfirmed === 0 ? '' : `; unconfirmed in ${unconfirmed} of ${count + unconfirmed} replies`;
    const held = wantedMs === 0 ? '' : ` for ${secondsText(wantedMs)}`;
    const why = `${name}: ${found}${doubted}; not within limits${held}`;
    onDone(finding('failed', `${why} in ${secondsText(withinMs)}`));
  });

  const passed = (): string => {
    const text = `${name} ${readingText(quantity, last, step)}`;
    if (wantedMs === 0) return text;
    const [from, to] = [lowest, highest].map((each) => numberText(each, digits));
    const range = from === to ? '' : ` (${from}${lowest < 0 ? ' to ' : '–'}${to})`;
    return `${text}, stable for ${secondsText(wantedMs)}${range}`;
  };

  return {
    stop: cancel,
    take: (reading) => {
      if (reading === 'unconfirmed') {
        // An unconfirmed value is not a reading, and the value may have left its limits.
        unconfirmed += 1;
        restart();
        onProgress({ now: '', isWithin: false, heldMs: 0 });
        return;
      }
      last = reading;
      count += 1;
      const isGood = keepsLimits(reading, step);
      if (isGood) {
        since ??= clock.monotonicNow();
        lowest = Math.min(lowest, reading.value);
        highest = Math.max(highest, reading.value);
      } else restart();
      const heldMs = since === undefined ? 0 : clock.monotonicNow() - since;
      if (isGood && heldMs >= wantedMs) {
        cancel();
        onDone(finding('passed', passed()));
      } else onProgress({ now: readingText(quantity, reading, step), isWithin: isGood, heldMs });
    },
  };
};
