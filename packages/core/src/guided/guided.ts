import type { Link } from '../link/link-api.ts';
import { createLive, type Live } from '../prelude/live.ts';
import { done, err, ok, type Result } from '../prelude/result.ts';
import type { Clock } from '../ports/clock.ts';
import type { KeepAwake } from '../ports/keep-awake.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import type { PatternCompiler } from '../ports/pattern-compiler.ts';
import type { LineEnding } from '../protocol/commands.ts';
import { createJudge, type Judge } from '../sequences/expectation.ts';
import { createStepSender } from '../sequences/sequences.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { createCheckStore, type CheckStore } from './check-store.ts';
import type { Check } from './check.ts';
import { startGuide, type Guide } from './guide.ts';
import type { GuidedRun } from './guided-run.ts';
import { reportOf } from './report.ts';
import { createReportStore, type ReportStore } from './report-store.ts';

/** Why a check was not started. */
export type GuidedStartError =
  | { readonly kind: 'notConnected' | 'running' | 'unknown' }
  /** `step` counts from 0. */
  | { readonly kind: 'badPattern'; readonly step: number; readonly message: string };

/** Guided checks of a pack: kept, and led through when the user says so, one at a time. */
export interface Guided
  extends Omit<CheckStore, 'reload'>, Pick<ReportStore, 'reports$'>, Omit<Guide, 'abort'> {
  /** The check under way, or how the last one ended; undefined before the first and after `dismiss`. */
  readonly run$: Live<GuidedRun | undefined>;
  /** Only ever called from the user's gesture: from then to the end the live data is polled on every section. */
  readonly start: (title: string) => Promise<Result<void, GuidedStartError>>;
  /** The user ends the check under way, if there is one. */
  readonly abort: () => void;
  /** Puts the ended check away; its report stays. */
  readonly dismiss: () => void;
  /** The page is about to go: what is under way ends as aborted, and its report is kept. */
  readonly endWithPage: () => void;
  readonly removeReport: (id: string) => void;
  /** Another user, or none: nothing of the one before stays, nor goes on. */
  readonly forgetUser: () => void;
}

export interface GuidedParts {
  readonly link: Link;
  readonly telemetry: Telemetry;
  readonly clock: Clock;
  readonly store: KeyValueStore;
  /** Without it no step may expect a pattern. */
  readonly patterns?: PatternCompiler | undefined;
  /** What is appended to a command. */
  readonly lineEnding: () => LineEnding;
  /** Held while a check is under way: who works on the pack does not touch the screen. */
  readonly keepAwake: KeepAwake;
  /** Keeps what happened: in the log, and in the session that is recorded. */
  readonly mark: (text: string) => void;
}

export const createGuided = (parts: GuidedParts): Guided => {
  const { link, clock, telemetry } = parts;
  const checks = createCheckStore(parts.store);
  const reports = createReportStore(parts.store);
  const run = createLive<GuidedRun | undefined>(undefined);
  const send = createStepSender(parts);
  let guide: Guide | undefined;
  /** The start under way. Forgotten when the user leaves while patterns are still made: it begins nothing then. */
  let starting: object | undefined;
  let device = '';
  let sleep = (): void => undefined;

  const leave = (why: string): void => {
    starting = undefined;
    const left = guide;
    guide = undefined;
    left?.abort(why);
  };
  const isRunning = (): boolean =>
    run.live.value !== undefined && run.live.value.phase.kind !== 'ended';

  const onChange = (next: GuidedRun): void => {
    run.set(next);
    if (next.phase.kind === 'ended') sleep();
    const report = reportOf(next, clock.wallNow(), device);
    // One that ended because the user left is nobody's: the storage has just been emptied.
    if (report === undefined || guide === undefined) return;
    guide = undefined;
    reports.add(report);
  };

  const judgesOf = async ({
    steps,
  }: Check): Promise<Result<readonly (Judge | undefined)[], GuidedStartError>> => {
    const judges: (Judge | undefined)[] = [];
    for (const [step, each] of steps.entries()) {
      const judge =
        each.kind === 'ask' ? await createJudge(each.expected, parts.patterns) : ok(undefined);
      if (!judge.ok) return err({ kind: 'badPattern', step, message: judge.error.message });
      judges.push(judge.value);
    }
    return ok(judges);
  };

  const begin = async (
    check: Check,
    isCurrent: () => boolean,
  ): Promise<Result<void, GuidedStartError>> => {
    const judges = await judgesOf(check);
    if (!isCurrent()) return err({ kind: 'unknown' });
    if (!judges.ok) return judges;
    const connection = link.connection$.value;
    if (connection.kind !== 'connected') return err({ kind: 'notConnected' });
    device = connection.device.label;
    sleep = parts.keepAwake.hold(() => undefined);
    guide = startGuide(check, {
      clock,
      link,
      telemetry,
      send,
      judges: judges.value,
      onChange,
      onEvent: parts.mark,
    });
    return done;
  };

  return {
    checks$: checks.checks$,
    importFile: checks.importFile,
    exportFile: checks.exportFile,
    remove: checks.remove,
    reports$: reports.reports$,
    removeReport: reports.remove,
    run$: run.live,
    start: async (title) => {
      const known = checks.checks$.value.find(({ check }) => check.title === title);
      if (known === undefined) return err({ kind: 'unknown' });
      if (isRunning() || starting !== undefined) return err({ kind: 'running' });
      if (link.connection$.value.kind !== 'connected') return err({ kind: 'notConnected' });
      const mine = {};
      starting = mine;
      const isCurrent = (): boolean => starting === mine;
      try {
        return await begin(known.check, isCurrent);
      } finally {
        if (isCurrent()) starting = undefined;
      }
    },
    begin: (step) => guide?.begin(step),
    confirm: (step, value) => guide?.confirm(step, value),
    answer: (step, answer) => guide?.answer(step, answer),
    resume: (step) => guide?.resume(step),
    abort: () => guide?.abort('ended by the user'),
    dismiss: () => {
      if (!isRunning()) run.set(undefined);
    },
    endWithPage: () => guide?.abort('the page was closed'),
    forgetUser: () => {
      leave('the user signed out');
      run.set(undefined);
      checks.reload();
      reports.reload();
    },
    dispose: () => {
      leave('the page was closed');
      checks.dispose();
      reports.dispose();
      run.dispose();
    },
  };
};
