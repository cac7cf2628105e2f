import type { Outcome } from '../link/traffic.ts';
import { createLive } from '../prelude/live.ts';
import type { Result } from '../prelude/result.ts';
import type { Clock } from '../ports/clock.ts';
import type { SendError } from '../terminal/terminal.ts';
import { startRunner, type Runner } from './runner.ts';

/** The reason why pasted lines ended before the last one. */
export type LinesStop =
  | { readonly kind: 'stopped' }
  | SendError
  | Extract<Outcome, { readonly kind: 'lost' | 'writeFailed' }>;

/** The progress of pasted lines. `sent` includes the line whose reply is pending, but not a queued one. */
export type LinesState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly sent: number; readonly total: number }
  | {
      readonly kind: 'ended';
      readonly sent: number;
      readonly total: number;
      /** Absent if every line was sent. */
      readonly stop?: LinesStop;
    };

/** Sends a line. `isWanted` is called just before the line is written; if it returns false, the line is not sent. */
export type SendLine = (
  line: string,
  isWanted: () => boolean,
) => Result<Promise<Outcome>, SendError>;

const PASSED = { outcome: 'passed', found: '' } as const;
const FAILED = { outcome: 'failed', found: '' } as const;

/**
 * Runs pasted lines as a procedure whose steps accept any reply: each is sent when the previous one was answered or timed
 * out. A line fails only if it cannot be sent or the connection ends. Only one run is active at a time.
 */
export const createLines = (clock: Clock, send: SendLine) => {
  const state = createLive<LinesState>({ kind: 'idle' });
  let runner: Runner | undefined;

  const start = (lines: readonly string[]): void => {
    const total = lines.length;
    let sent = 0;
    let failure: LinesStop | undefined;
    const plan = {
      steps: lines.map(() => ({ start: 'now', onFail: 'stop' }) as const),
      loops: 1,
      pauseMs: 0,
      onBroken: 'end',
    } as const;
    runner = startRunner(plan, {
      clock,
      work: (step, { onDone }) => {
        let isWanted = true;
        const launched = send(lines[step] ?? '', () => {
          if (isWanted && sent === step) {
            sent = step + 1;
            state.set({ kind: 'running', sent, total });
          }
          return isWanted;
        });
        if (!launched.ok) {
          failure = launched.error;
          onDone(FAILED);
        } else {
          void launched.value.then((outcome) => {
            if (!isWanted) return;
            const isLost = outcome.kind === 'lost' || outcome.kind === 'writeFailed';
            if (isLost) failure = outcome;
            if (outcome.kind === 'writeFailed') sent = step;
            onDone(isLost ? FAILED : PASSED);
          });
        }
        return {
          stop: () => {
            isWanted = false;
          },
        };
      },
      interrupted: () => ({ outcome: 'stopped', found: '' }),
      onChange: ({ phase }) => {
        if (phase.kind !== 'ended') {
          state.set({ kind: 'running', sent, total });
          return;
        }
        const stop = phase.end === 'stopped' ? ({ kind: 'stopped' } as const) : failure;
        state.set({ kind: 'ended', sent, total, ...(stop && { stop }) });
      },
    });
  };

  return {
    state$: state.live,
    /** Starts a run. Returns false if one is active. */
    start: (lines: readonly string[]): boolean => {
      if (state.live.value.kind === 'running') return false;
      start(lines);
      return true;
    },
    /** Sends no further line, not even a queued one. */
    stop: (): void => runner?.send({ kind: 'stop', end: 'stopped' }),
    /** Clears the result of the last run. */
    dismiss: (): void => {
      if (state.live.value.kind === 'ended') state.set({ kind: 'idle' });
    },
    dispose: (): void => {
      runner?.send({ kind: 'stop', end: 'stopped' });
      state.dispose();
    },
  };
};
