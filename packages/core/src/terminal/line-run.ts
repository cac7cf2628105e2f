import type { Outcome } from '../link/traffic.ts';
import { createLive, type Live } from '../prelude/live.ts';
import type { Result } from '../prelude/result.ts';

/** Why a run of lines ended before its last line. */
export type RunStop<E> =
  { readonly kind: 'cancelled' } | E | Extract<Outcome, { readonly kind: 'lost' | 'writeFailed' }>;

/** How far several lines have been sent. `sent` counts the one whose reply is waited for. */
export type LineRunState<E> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly sent: number; readonly total: number }
  | {
      readonly kind: 'ended';
      readonly sent: number;
      readonly total: number;
      /** Absent when every line was sent. */
      readonly stop?: RunStop<E>;
    };

/** Sends several lines, each when the one before is answered or its time is out. One run at a time. */
export interface LineRun<E> {
  readonly state$: Live<LineRunState<E>>;
  /** False while a run is under way. */
  readonly start: (lines: readonly string[]) => boolean;
  /** Sends no further line, not even the one that waits for its turn; what is on the line cannot be taken back. */
  readonly cancel: () => void;
  /** Forgets how the last run ended. */
  readonly dismiss: () => void;
  readonly dispose: () => void;
}

export const createLineRun = <E>(
  /** `isWanted` is asked when the line's turn comes. */
  send: (line: string, isWanted: () => boolean) => Result<Promise<Outcome>, E>,
): LineRun<E> => {
  const state = createLive<LineRunState<E>>({ kind: 'idle' });
  let latest = 0;

  const run = async (lines: readonly string[], mine: number): Promise<void> => {
    const total = lines.length;
    const stopped = (sent: number, stop: RunStop<E>): void => {
      state.set({ kind: 'ended', sent, total, stop });
    };
    for (const [index, line] of lines.entries()) {
      const launched = send(line, () => mine === latest);
      if (!launched.ok) return stopped(index, launched.error);
      state.set({ kind: 'running', sent: index + 1, total });
      const outcome = await launched.value;
      if (mine !== latest) return;
      if (outcome.kind === 'lost' || outcome.kind === 'writeFailed') {
        return stopped(index + 1, outcome);
      }
    }
    state.set({ kind: 'ended', sent: total, total });
  };

  return {
    state$: state.live,
    start: (lines) => {
      if (state.live.value.kind === 'running') return false;
      latest += 1;
      void run(lines, latest);
      return true;
    },
    cancel: () => {
      const present = state.live.value;
      if (present.kind !== 'running') return;
      latest += 1;
      state.set({ ...present, kind: 'ended', stop: { kind: 'cancelled' } });
    },
    dismiss: () => {
      if (state.live.value.kind === 'ended') state.set({ kind: 'idle' });
    },
    dispose: () => {
      latest += 1;
      state.dispose();
    },
  };
};
