import { createLive, type Live } from '../prelude/live.ts';
import type { LogView } from './log-buffer.ts';

export interface PauseState {
  readonly isPaused: boolean;
  /** The number of entries that were added since the pause began and are not shown. */
  readonly waiting: number;
}

/** Freezes the view of the log; received entries are still saved. */
export interface Pause {
  readonly state$: Live<PauseState>;
  readonly pause: () => void;
  readonly resume: () => void;
}

/** The pause with the function by which its owner gets the view to show. */
export interface PauseController extends Pause {
  /** Returns the view to show, given the current one. */
  readonly admit: (present: LogView) => LogView;
  readonly dispose: () => void;
}

const RUNNING: PauseState = { isPaused: false, waiting: 0 };
const endOf = ({ firstId, length }: LogView): number => firstId + length;

export const createPause = (view: () => LogView, onResume: () => void): PauseController => {
  const state = createLive(RUNNING);
  let held: LogView | undefined;
  return {
    state$: state.live,
    pause: () => {
      if (held !== undefined) return;
      held = view();
      state.set({ isPaused: true, waiting: 0 });
    },
    resume: () => {
      if (held === undefined) return;
      held = undefined;
      state.set(RUNNING);
      onResume();
    },
    admit: (present) => {
      if (held === undefined) return present;
      // The log was cleared meanwhile, so the paused view no longer exists.
      if (present.firstId >= endOf(held) && present.dropped === 0) held = present;
      const waiting = endOf(present) - endOf(held);
      if (waiting !== state.live.value.waiting) state.set({ isPaused: true, waiting });
      return held;
    },
    dispose: state.dispose,
  };
};
