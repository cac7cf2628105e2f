import type { Link } from '../link/link-api.ts';
import { createLive, type Live } from '../prelude/live.ts';
import { done, err, type Result } from '../prelude/result.ts';
import type { Clock } from '../ports/clock.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import type { PatternCompiler } from '../ports/pattern-compiler.ts';
import { encodeCommand, type LineEnding } from '../protocol/commands.ts';
import { createJudge, type Judge } from './expectation.ts';
import { startRun, type Runner, type RunnerParts } from './runner.ts';
import type { SequenceRun } from './sequence-run.ts';
import { createSequenceStore, type SequenceStore } from './sequence-store.ts';
import type { Sequence } from './sequence.ts';

/** Progress is told at most this often; a screen paints no faster. */
const PUBLISH_MS = 33;

/** Why a sequence was not started. */
export type SequenceStartError =
  | { readonly kind: 'notConnected' | 'running' | 'unknown' }
  /** `step` counts from 0. */
  | { readonly kind: 'badPattern'; readonly step: number; readonly message: string };

/** Sequences of commands: kept, and run when the user says so, one at a time. */
export interface Sequences extends SequenceStore {
  /** The run under way, or the last one's report; undefined before the first and after `dismiss`. */
  readonly run$: Live<SequenceRun | undefined>;
  /** Only ever called from the user's gesture. Settles when the run has begun or was refused. */
  readonly start: (id: string) => Promise<Result<void, SequenceStartError>>;
  /** Ends the run under way, if there is one. */
  readonly stop: () => void;
  /** Forgets the last run's report. */
  readonly dismiss: () => void;
  /** Another user, or none: nothing of the one before stays, nor goes on. */
  readonly forgetUser: () => void;
}

export interface SequencesParts {
  readonly link: Link;
  readonly clock: Clock;
  readonly store: KeyValueStore;
  /** Without it no step may expect a pattern. */
  readonly patterns?: PatternCompiler | undefined;
  /** What is appended to a command. */
  readonly lineEnding: () => LineEnding;
}

/** Sends a step's command as the user's, in its turn. */
export const createStepSender =
  ({ link, lineEnding }: Pick<SequencesParts, 'link' | 'lineEnding'>): RunnerParts['send'] =>
  ({ command, timeoutMs }, isWanted) => {
    const bytes = encodeCommand(command, lineEnding());
    return link.execute({ text: command, bytes, origin: 'user', timeoutMs, isWanted });
  };

export const createSequences = (parts: SequencesParts): Sequences => {
  const { link, clock } = parts;
  const sequences = createSequenceStore(parts.store);
  const run = createLive<SequenceRun | undefined>(undefined);
  let latest: SequenceRun | undefined;
  let runner: Runner | undefined;
  /** The start under way. Forgotten when the user leaves while patterns are still made: it begins nothing then. */
  let starting: object | undefined;
  let cancelPublish: (() => void) | undefined;

  const publish = (): void => {
    cancelPublish?.();
    cancelPublish = undefined;
    run.set(latest);
  };
  const onProgress = (progress: SequenceRun): void => {
    latest = progress;
    if (progress.phase.kind === 'ended') {
      runner = undefined;
      publish();
    } else cancelPublish ??= clock.after(PUBLISH_MS, publish);
  };

  const isConnected = (): boolean => link.connection$.value.kind === 'connected';
  const connection = link.connection$.subscribe(({ kind }) => {
    if (kind !== 'connected') runner?.stop('lost');
  });

  const judgesOf = async ({
    steps,
  }: Sequence): Promise<Result<readonly Judge[], SequenceStartError>> => {
    const judges: Judge[] = [];
    for (const [step, { expected }] of steps.entries()) {
      const judge = await createJudge(expected, parts.patterns);
      if (!judge.ok) return err({ kind: 'badPattern', step, message: judge.error.message });
      judges.push(judge.value);
    }
    return { ok: true, value: judges };
  };

  const begin = async (
    sequence: Sequence,
    isCurrent: () => boolean,
  ): Promise<Result<void, SequenceStartError>> => {
    const judges = await judgesOf(sequence);
    if (!isCurrent()) return err({ kind: 'unknown' });
    if (!judges.ok) return judges;
    if (!isConnected()) return err({ kind: 'notConnected' });
    runner = startRun(sequence, {
      clock,
      judges: judges.value,
      isConnected,
      onProgress,
      send: createStepSender(parts),
    });
    publish();
    return done;
  };

  const dismiss = (): void => {
    if (runner !== undefined) return;
    latest = undefined;
    publish();
  };

  return {
    ...sequences,
    run$: run.live,
    start: async (id) => {
      const sequence = sequences.list$.value.find((each) => each.id === id);
      if (sequence === undefined) return err({ kind: 'unknown' });
      if (runner !== undefined || starting !== undefined) return err({ kind: 'running' });
      if (!isConnected()) return err({ kind: 'notConnected' });
      const mine = {};
      starting = mine;
      const isCurrent = (): boolean => starting === mine;
      try {
        return await begin(sequence, isCurrent);
      } finally {
        if (isCurrent()) starting = undefined;
      }
    },
    stop: () => {
      runner?.stop('cancelled');
    },
    dismiss,
    forgetUser: () => {
      starting = undefined;
      runner?.stop('cancelled');
      dismiss();
      sequences.reload();
    },
    dispose: () => {
      connection.unsubscribe();
      starting = undefined;
      runner?.stop('cancelled');
      cancelPublish?.();
      sequences.dispose();
      run.dispose();
    },
  };
};
