import { filter } from 'rxjs';
import type { Link } from '../link/link-api.ts';
import type { Clock } from '../ports/clock.ts';
import { LIVE_DATA_COMMAND } from '../protocol/commands.ts';
import type { DecodedReply } from '../protocol/reply-decoder.ts';
import { createPackWatch } from '../recording/pack-watch.ts';
import type { PackDifference } from '../recording/pack-identity.ts';
import type { Judge } from '../sequences/expectation.ts';
import type { RunnerParts } from '../sequences/runner.ts';
import type { LiveSample, Telemetry } from '../telemetry/telemetry.ts';
import { startAsk } from './ask-activity.ts';
import { isSpoken, type Check, type CheckStep } from './check.ts';
import {
  beginGuided,
  placeText,
  recordText,
  type GuidedEnd,
  type GuidedRun,
  type StepFinding,
  type StepRecord,
} from './guided-run.ts';
import {
  firstBroken,
  interlockText,
  isTrusted,
  judgeInterlocks,
  readingNow,
  type InterlockState,
} from './interlock.ts';
import { startMeasure, type Activity } from './measure-activity.ts';
import { isInDoubt } from './quantity.ts';
import { answered, typedIn } from './spoken-steps.ts';

export interface GuideParts {
  readonly clock: Clock;
  readonly link: Pick<Link, 'connection$' | 'traffic$' | 'transactions$'>;
  readonly telemetry: Pick<Telemetry, 'liveData$' | 'samples$' | 'follow' | 'decode'>;
  readonly send: RunnerParts['send'];
  /** By step; of those that ask. */
  readonly judges: readonly (Judge | undefined)[];
  readonly onChange: (run: GuidedRun) => void;
  /** Something to keep, in words. */
  readonly onEvent: (text: string) => void;
}

/** What the user does to a step. All name the step it was meant for: a late tap does nothing to the next one. */
export interface Guide {
  /** Begins a step that sends or measures. */
  readonly begin: (step: number) => void;
  /** The step was done as told; with the value that was typed in, where one is asked for. */
  readonly confirm: (step: number, value?: number) => void;
  readonly answer: (step: number, answer: 'yes' | 'no') => void;
  /** After a halt, when all interlocks hold again: back to the beginning of the step. */
  readonly resume: (step: number) => void;
  /** Ends it now, whatever it does. Once ended, does nothing. */
  readonly abort: (why: string) => void;
}

/** So many replies say whether a value is in doubt too often. */
const DOUBT_WINDOW = 3;

const isDoubted = ({ isInDoubt: inDoubt }: InterlockState): boolean => inDoubt === true;

/** Leads through a check. From the start to the end it follows the live data; nothing else is sent but by `begin`. */
export const startGuide = (check: Check, parts: GuideParts): Guide => {
  const { clock, link, telemetry } = parts;
  const watch = createPackWatch({ staysWithFirst: true });
  let strayed: readonly PackDifference[] | undefined;
  let run = beginGuided(check, clock.wallNow());
  let stepFrom = clock.monotonicNow();
  let activity: Activity | undefined;
  /** Of the last replies: whether an interlock's value was in doubt. */
  let doubts: readonly boolean[] = [];
  let latest = telemetry.liveData$.value;
  const stepNow = (): CheckStep | undefined => check.steps[run.step];

  const change = (next: Partial<GuidedRun>): void => {
    run = { ...run, ...next };
    parts.onChange(run);
  };
  const stopActivity = (): void => {
    activity?.stop();
    activity = undefined;
  };

  const finish = (end: GuidedEnd, why?: string): void => {
    stopActivity();
    stopFollowing();
    subscription.unsubscribe();
    change({ phase: { kind: 'ended', end, ...(why === undefined ? {} : { why }) } });
    parts.onEvent(`Check “${check.title}” ${end}${why === undefined ? '' : `: ${why}`}`);
  };

  const halt = (why: string): void => {
    stopActivity();
    const halted = { step: run.step, at: clock.wallNow(), why };
    change({ phase: { kind: 'halted', why }, halts: [...run.halts, halted] });
    parts.onEvent(`${placeText(run)}: stopped. ${why}`);
  };

  /**
   * The interlocks anew. A step that only speaks is under way as soon as they hold: it has nothing to begin. One under
   * way bears a value in doubt, for a flipped bit must not stop a check, but no second one of three replies.
   */
  const look = (data = latest, isReply = false): void => {
    const connection = link.connection$.value;
    const step = stepNow();
    const interlocks = judgeInterlocks(check, step, { connection, data, strayed });
    change({ interlocks });
    if (isReply) doubts = [...doubts, interlocks.some(isDoubted)].slice(-DOUBT_WINDOW);
    const broken = firstBroken(interlocks);
    if (run.phase.kind === 'working') {
      const bears = doubts.filter(Boolean).length < 2;
      const why = firstBroken(bears ? interlocks.filter((each) => !isDoubted(each)) : interlocks);
      if (why !== undefined) halt(interlockText(why));
    } else if (run.phase.kind === 'waiting' && broken === undefined && step && isSpoken(step)) {
      change({ phase: { kind: 'working' } });
    }
  };

  const record = (finding: Omit<StepFinding, 'outcome'> & Pick<StepRecord, 'outcome'>): void => {
    const { title, kind } = stepNow() ?? { title: '', kind: 'instruct' as const };
    const tookMs = clock.monotonicNow() - stepFrom;
    const at = clock.wallNow();
    const entry: StepRecord = { ...finding, step: run.step, title, kind, at, tookMs };
    change({ records: [...run.records, entry] });
    parts.onEvent(`${placeText(run)}: ${recordText(entry)}`);
  };

  const done = (finding: StepFinding): void => {
    activity = undefined;
    const step = stepNow();
    record(finding);
    if (finding.outcome === 'failed' && step?.onFail === 'stop') {
      finish('failed');
      return;
    }
    if (run.step + 1 === check.steps.length) {
      finish(run.records.some(({ outcome }) => outcome === 'failed') ? 'failed' : 'passed');
      return;
    }
    stepFrom = clock.monotonicNow();
    change({ step: run.step + 1, phase: { kind: 'waiting' } });
    look();
  };

  const begin = (step: CheckStep): void => {
    if (step.kind === 'ask') {
      change({ phase: { kind: 'working' } });
      const judge = parts.judges[run.step] ?? (() => false);
      activity = startAsk(step, {
        ...parts,
        decode: telemetry.decode,
        judge,
        isConnected: () => link.connection$.value.kind === 'connected',
        onDone: done,
      });
    } else if (step.kind === 'measure') {
      change({
        phase: { kind: 'working', measured: { now: '', isWithin: false, heldMs: 0 } },
      });
      activity = startMeasure(step, {
        clock,
        onProgress: (measured) => {
          change({ phase: { kind: 'working', measured } });
        },
        onDone: done,
      });
    }
  };

  /** A reply to the poll: of this pack or another, within the interlocks or not, and then a reading. */
  const takeReply = (data: LiveSample): void => {
    latest = data;
    if (!isTrusted(data)) {
      look(); // told before the check, perhaps of a pack that is here no more
      return;
    }
    const { sample } = data;
    // In the place of cells in doubt stand older ones, perhaps of the pack before.
    if (!isInDoubt('lowestCell', data)) {
      strayed = watch.sample(sample, clock.monotonicNow());
      if (strayed === undefined) change({ sample });
    }
    look(data, true);
    const step = stepNow();
    if (run.phase.kind !== 'working' || step?.kind !== 'measure') return;
    activity?.take?.(isInDoubt(step.quantity, data) ? 'inDoubt' : readingNow(step, data));
  };

  /**
   * A command that waits for a poll to end is sent as soon as it has, before its reply is judged: so what the reply tells
   * is held against the interlocks here, as it came.
   */
  const foresee = ({ sample }: DecodedReply): void => {
    const data = latest;
    if (run.phase.kind !== 'working' || stepNow()?.kind !== 'ask' || data.kind === 'none') return;
    look({ ...data, sample, held: [], ageMs: 0, freshness: 'fresh' });
  };

  const stopFollowing = telemetry.follow();
  const subscription = link.connection$.subscribe(() => {
    look();
  });
  subscription.add(
    link.traffic$
      .pipe(filter(({ kind }) => kind === 'closed' || kind === 'restarted'))
      .subscribe(watch.doubt),
  );
  subscription.add(
    link.transactions$.subscribe(({ text, origin, outcome }) => {
      const isPoll = origin === 'background' && text === LIVE_DATA_COMMAND;
      if (isPoll && outcome.kind === 'ok' && outcome.reading?.ok === true)
        foresee(outcome.reading.value);
      const proofs = origin === 'user' ? watch.reply(text, outcome) : undefined;
      if (proofs === undefined) return;
      strayed = proofs;
      look();
    }),
  );
  if (latest.kind === 'sample') takeReply(latest);
  subscription.add(telemetry.samples$.subscribe(takeReply));
  subscription.add(
    telemetry.liveData$.subscribe((data) => {
      latest = data;
      look();
    }),
  );
  parts.onEvent(`Check “${check.title}” begun`);

  /** The step, when it is the one that was meant and stands like this. */
  const stepIn = (step: number, kind: GuidedRun['phase']['kind']): CheckStep | undefined =>
    run.step === step && run.phase.kind === kind ? stepNow() : undefined;
  const allHold = (): boolean => {
    look();
    return firstBroken(run.interlocks) === undefined;
  };

  return {
    begin: (index) => {
      const step = stepIn(index, 'waiting');
      if (step !== undefined && allHold()) begin(step);
    },
    confirm: (index, value) => {
      const step = stepIn(index, 'working');
      if (step?.kind !== 'instruct' || !allHold()) return;
      const finding = typedIn(step, value, latest);
      if (finding !== undefined) done(finding);
    },
    answer: (index, said) => {
      const step = stepIn(index, 'working');
      if (step?.kind === 'choose' && allHold()) done(answered(step, said));
    },
    resume: (index) => {
      if (stepIn(index, 'halted') === undefined || !allHold()) return;
      change({ phase: { kind: 'waiting' } });
      parts.onEvent(`${placeText(run)}: resumed`);
      look();
    },
    abort: (why) => {
      if (run.phase.kind === 'ended') return;
      stopActivity();
      const broken = firstBroken(run.interlocks);
      const found = broken === undefined ? why : `${why}. ${interlockText(broken)}`;
      record({ outcome: 'aborted', found });
      finish('aborted', found);
    },
  };
};
