import type { Clock } from '../ports/clock.ts';

/** The length of a slice in ms: half a frame, so that the other half is left for other work. */
const SLICE_MS = 8; // TERM-67

/**
 * Does long work in slices that do not block the page. `step` does a small part, much shorter than a slice, and returns
 * whether there is more work. `onPause` is called at the end of every slice.
 */
export const createBackgroundWork = (
  clock: Clock,
  step: () => boolean,
  onPause: (isDone: boolean) => void,
) => {
  let cancel: (() => void) | undefined;
  const slice = (): void => {
    cancel = undefined;
    const until = clock.monotonicNow() + SLICE_MS;
    let more = true;
    do more = step();
    while (more && clock.monotonicNow() < until);
    if (more) cancel = clock.after(0, slice);
    onPause(!more);
  };
  return {
    /** Runs until `step` has finished: the first slice at once, each further slice after a timer. */
    run: (): void => {
      if (cancel === undefined) slice();
    },
    stop: (): void => {
      cancel?.();
      cancel = undefined;
    },
  };
};
