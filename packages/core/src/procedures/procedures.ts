import type { Link } from '../link/link-api.ts';
import { createLive, type Live } from '../prelude/live.ts';
import { done, err, type Result } from '../prelude/result.ts';
import type { Clock } from '../ports/clock.ts';
import type { KeepAwake } from '../ports/keep-awake.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import type { PatternCompiler } from '../ports/pattern-compiler.ts';
import type { LineEnding } from '../protocol/commands.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { BUILTIN_CHECKS } from './builtin-procedures.ts';
import { startCheck, type ActiveCheck, type CheckActions } from './check-run.ts';
import { createJudges, type BadStepPattern, type Judge } from './expectation.ts';
import { createLines, type SendLine } from './lines.ts';
import { CHECK_FILE, SEQUENCE_FILE } from './procedure-file.ts';
import { createProcedureStore, type ProcedureStore } from './procedure-store.ts';
import type { Check, CheckStep, Sequence, SequenceStep } from './procedure.ts';
import { createReportStore, type ReportStore } from './report-file.ts';
import { reportOf } from './report.ts';
import { resultsOf, type CheckRun, type SequenceRun } from './run.ts';
import { startRunner, type Runner } from './runner.ts';
import { startSend } from './send-step.ts';

/** Shortest interval at which the progress of a sequence is published. Screens do not paint more often. */
const PUBLISH_MS = 33;

/** Why a procedure did not start. */
export type StartProblem =
  | { readonly kind: 'notConnected' | 'running' | 'unknown' }
  | BadStepPattern;

/** Procedures of one kind: the saved ones and one active run. */
interface Room<T, R> extends Omit<ProcedureStore<T>, 'dispose'> {
  /** The active or last run; undefined before the first and after `dismiss`. */
  readonly run$: Live<R | undefined>;
  /** Starts a procedure. Call it only on an explicit user action. Settles when the run has started or was refused. */
  readonly start: (name: string) => Promise<Result<void, StartProblem>>;
  /** Ends the active run, if there is one. */
  readonly stop: () => void;
  /** Clears the last run. Reports are kept. */
  readonly dismiss: () => void;
}

export type Sequences = Room<Sequence, SequenceRun>;

/** While a check runs, live data is polled on every tab. */
export interface Checks extends Room<Check, CheckRun>, CheckActions, Pick<ReportStore, 'reports$'> {
  readonly areReportsKept$: ReportStore['isKept$'];
  readonly removeReport: (id: string) => void;
}

export interface ProceduresParts {
  readonly link: Link;
  readonly telemetry: Telemetry;
  readonly clock: Clock;
  readonly store: KeyValueStore;
  readonly patterns: PatternCompiler;
  /** Returns the line ending that is appended to a command. */
  readonly lineEnding: () => LineEnding;
  /** Sends a pasted line as if it had been typed. */
  readonly sendLine: SendLine;
  /**
   * Keeps the screen awake while a check runs, because a technician who works on the pack does not touch the screen.
   */
  readonly keepAwake: KeepAwake;
  /** Adds an event to the log and to the active recording. */
  readonly mark: (text: string) => void;
}

type Judges = readonly (Judge | undefined)[];
interface Steps {
  readonly name: string;
  readonly steps: readonly (CheckStep | SequenceStep)[];
}

/** Starts saved procedures: only while connected, one at a time, with valid patterns. */
const createStarter = <T extends Steps>(
  { link, patterns }: ProceduresParts,
  list$: Live<readonly T[]>,
  isRunning: () => boolean,
  launch: (entry: T, judges: Judges) => void,
) => {
  /** Identifies the pending start. A sign-out while patterns are compiled clears it, and then no run begins. */
  let starting: object | undefined;
  const isConnected = (): boolean => link.connection$.value.kind === 'connected';
  return {
    start: async (name: string): Promise<Result<void, StartProblem>> => {
      const entry = list$.value.find((each) => each.name === name);
      if (entry === undefined) return err({ kind: 'unknown' });
      if (isRunning() || starting !== undefined) return err({ kind: 'running' });
      if (!isConnected()) return err({ kind: 'notConnected' });
      const mine = {};
      starting = mine;
      const isCurrent = (): boolean => starting === mine;
      try {
        const judges = await createJudges(entry.steps, patterns);
        if (!isCurrent()) return err({ kind: 'unknown' });
        if (!judges.ok) return judges;
        if (!isConnected()) return err({ kind: 'notConnected' });
        launch(entry, judges.value);
        return done;
      } finally {
        if (isCurrent()) starting = undefined;
      }
    },
    cancel: () => {
      starting = undefined;
    },
  };
};

const createSequences = (parts: ProceduresParts) => {
  const { link, clock, telemetry, lineEnding } = parts;
  const { dispose, ...store } = createProcedureStore(
    parts.store,
    'terminalSequences',
    SEQUENCE_FILE,
  );
  const run = createLive<SequenceRun | undefined>(undefined);
  let latest: SequenceRun | undefined;
  let runner: Runner | undefined;
  let cancelPublish: (() => void) | undefined;

  const isRunning = (): boolean => latest !== undefined && latest.phase.kind !== 'ended';
  const publish = (): void => {
    cancelPublish?.();
    cancelPublish = undefined;
    run.set(latest);
  };

  const launch = (sequence: Sequence, judges: Judges): void => {
    const plan = {
      ...sequence,
      steps: sequence.steps.map(({ delayMs, onFail }) => ({ start: delayMs, onFail })),
      onBroken: 'end',
    } as const;
    runner = startRunner(plan, {
      clock,
      work: (index, report) => {
        const step = sequence.steps[index];
        if (step === undefined) return { stop: () => undefined };
        const judge = judges[index] ?? (() => false);
        return startSend(step, judge, { link, lineEnding, telemetry }, report);
      },
      interrupted: (end) => {
        if (end === 'stopped') return { outcome: 'stopped', found: 'stopped' };
        return latest?.wasSent === true
          ? { outcome: 'failed', verdict: { kind: 'lost' }, found: 'the connection ended' }
          : undefined;
      },
      onChange: (next) => {
        latest = { ...next, sequence };
        if (next.phase.kind === 'ended') publish();
        else cancelPublish ??= clock.after(PUBLISH_MS, publish);
      },
    });
    publish();
  };

  const connection = link.connection$.subscribe(({ kind }) => {
    if (kind === 'connected') return;
    const why = 'not connected';
    runner?.send({ kind: 'conditions', unmet: why, broken: why });
  });
  const starter = createStarter(parts, store.list$, isRunning, launch);
  const stop = (): void => runner?.send({ kind: 'stop', end: 'stopped' });
  const dismiss = (): void => {
    if (isRunning()) return;
    latest = undefined;
    publish();
  };
  const sequences: Sequences = { ...store, run$: run.live, start: starter.start, stop, dismiss };
  return {
    sequences,
    dispose: () => {
      connection.unsubscribe();
      starter.cancel();
      stop();
      cancelPublish?.();
      dispose();
      run.dispose();
    },
  };
};

const createChecks = (parts: ProceduresParts) => {
  const { link, clock, mark } = parts;
  const { dispose, ...store } = createProcedureStore(
    parts.store,
    'guidedChecks',
    CHECK_FILE,
    BUILTIN_CHECKS,
  );
  const reports = createReportStore(parts.store);
  const run = createLive<CheckRun | undefined>(undefined);
  let active: ActiveCheck | undefined;
  let device = { device: '', known: {} };
  /** The number of steps of the running check whose results are saved. */
  let savedSteps = 0;
  let sleep = (): void => undefined;

  const isRunning = (): boolean =>
    run.live.value !== undefined && run.live.value.phase.kind !== 'ended';
  const onChange = (next: CheckRun): void => {
    run.set(next);
    const isOver = next.phase.kind === 'ended';
    const steps = resultsOf(next).length;
    // A check that ends by the sign-out is not saved, because the storage was just emptied.
    if (active !== undefined && (isOver || steps > savedSteps))
      reports.put(reportOf(next, clock.wallNow(), device));
    savedSteps = steps;
    if (!isOver) return;
    sleep();
    active = undefined;
  };
  const launch = (check: Check, judges: Judges): void => {
    const connection = link.connection$.value;
    const identity = parts.telemetry.identity.identity$.value;
    device = {
      device: connection.kind === 'connected' ? connection.device.label : '',
      known: identity.kind === 'known' ? identity.identity : {},
    };
    sleep = parts.keepAwake.hold(() => undefined);
    savedSteps = 0;
    active = startCheck(check, { ...parts, judges, onChange, onEvent: mark });
  };
  const starter = createStarter(parts, store.list$, isRunning, launch);
  const checks: Checks = {
    ...store,
    reports$: reports.reports$,
    areReportsKept$: reports.isKept$,
    removeReport: reports.remove,
    run$: run.live,
    start: starter.start,
    begin: (step) => active?.begin(step),
    hold: (step) => active?.hold(step),
    type: (step, text) => active?.type(step, text),
    confirm: (step, value) => active?.confirm(step, value),
    answer: (step, answer) => active?.answer(step, answer),
    resume: (step) => active?.resume(step),
    stop: () => active?.stop('stopped by the user'),
    dismiss: () => {
      if (!isRunning()) run.set(undefined);
    },
  };
  return {
    checks,
    endWithPage: () => active?.stop('the page was closed'),
    dispose: () => {
      starter.cancel();
      const left = active;
      active = undefined; // before the end of the check, so that it gets no report
      left?.stop('the user signed out');
      dispose();
      reports.dispose();
      run.dispose();
    },
  };
};

/** All procedures: pasted lines, sequences and checks. */
export const createProcedures = (parts: ProceduresParts) => {
  const lines = createLines(parts.clock, parts.sendLine);
  const { sequences, ...sequenceRoom } = createSequences(parts);
  const { checks, ...checkRoom } = createChecks(parts);
  return {
    lines,
    sequences,
    checks,
    /** Call it when the page is about to close: it stops the active check and saves its report. */
    endWithPage: checkRoom.endWithPage,
    dispose: (): void => {
      checkRoom.dispose();
      sequenceRoom.dispose();
      lines.dispose();
    },
  };
};
