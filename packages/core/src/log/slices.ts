import type { Clock } from '../ports/clock.ts';

/** A slice of long work, milliseconds: half a frame is left to everything else. */
const SLICE_MS = 8;

export interface Slices {
  /** Goes on until the work is done: the first slice at once, the others when their turn comes. */
  readonly run: () => void;
  readonly stop: () => void;
}

/**
 * Long work in slices, so that nothing is held up by it. `step` does a little, well below a slice, and tells whether
 * there is more; `onPause` hears of the end of every slice.
 */
export const createSlices = (
  clock: Clock,
  step: () => boolean,
  onPause: (isDone: boolean) => void,
): Slices => {
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
    run: () => {
      if (cancel === undefined) slice();
    },
    stop: () => {
      cancel?.();
      cancel = undefined;
    },
  };
};
