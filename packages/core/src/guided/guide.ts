import { filter } from 'rxjs';
import type { Link } from '../link/link-api.ts';
import type { Clock } from '../ports/clock.ts';
import { createPackWatch } from '../recording/pack-watch.ts';
import type { PackDifference } from '../recording/pack-identity.ts';
import type { Judge } from '../sequences/expectation.ts';
import type { RunnerParts } from '../sequences/runner.ts';
import type { LiveData, Telemetry } from '../telemetry/telemetry.ts';
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
import { firstBroken, interlockText, judgeInterlocks, readingNow } from './interlock.ts';
import { startMeasure, type Activity } from './measure-activity.ts';
import { isInDoubt } from './quantity.ts';
import { answered, typedIn } from './spoken-steps.ts';

export interface GuideParts {
  readonly clock: Clock;
  readonly link: Pick<Link, 'connection$' | 'traffic$' | 'transactions$'>;
  readonly telemetry: Pick<Telemetry, 'liveData$' | 'follow' | 'decode'>;
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

const replyOf = (data: LiveData): unknown => (data.kind === 'sample' ? data.raw : undefined);

/** Leads through a check. From the start to the end it follows the live data; nothing else is sent but by `begin`. */
export const startGuide = (check: Check, parts: GuideParts): Guide => {
  const { clock, link, telemetry } = parts;
  const watch = createPackWatch({ staysWithFirst: true });
  let strayed: readonly PackDifference[] | undefined;
  let run = beginGuided(check, clock.wallNow());
  let stepFrom = clock.monotonicNow();
  let activity: Activity | undefined;
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

  /** The interlocks anew. A step that only speaks is under way as soon as they hold: it has nothing to begin. */
  const look = (): void => {
    const { connection$ } = link;
    const surroundings = {
      connection: connection$.value,
      data: telemetry.liveData$.value,
      strayed,
    };
    const step = stepNow();
    const interlocks = judgeInterlocks(check, step, surroundings);
    change({ interlocks });
    const broken = firstBroken(interlocks);
    if (run.phase.kind === 'working' && broken !== undefined) halt(interlockText(broken));
    else if (run.phase.kind === 'waiting' && broken === undefined && step && isSpoken(step)) {
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
  const takeReply = (data: LiveData): void => {
    if (data.kind === 'none') return;
    const { sample } = data;
    strayed = watch.sample(sample, clock.monotonicNow());
    if (strayed === undefined) change({ sample });
    look();
    const step = stepNow();
    if (run.phase.kind !== 'working' || step?.kind !== 'measure') return;
    activity?.take?.(isInDoubt(step.quantity, data) ? 'inDoubt' : readingNow(step, data));
  };

  const stopFollowing = telemetry.follow();
  const subscription = link.connection$.subscribe(look);
  subscription.add(
    link.traffic$
      .pipe(filter(({ kind }) => kind === 'closed' || kind === 'restarted'))
      .subscribe(watch.doubt),
  );
  subscription.add(
    link.transactions$.subscribe(({ text, origin, outcome }) => {
      const proofs = origin === 'user' ? watch.reply(text, outcome) : undefined;
      if (proofs === undefined) return;
      strayed = proofs;
      look();
    }),
  );
  let reply: unknown;
  subscription.add(
    // Told anew twice a second with the data's age; a reply of its own counts once.
    telemetry.liveData$.subscribe((data) => {
      const isNew = replyOf(data) !== reply;
      reply = replyOf(data);
      if (isNew) takeReply(data);
      else look();
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
      const finding = typedIn(step, value, telemetry.liveData$.value);
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
