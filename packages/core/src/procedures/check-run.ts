import { filter } from 'rxjs';
import type { Link } from '../link/link-api.ts';
import type { Clock } from '../ports/clock.ts';
import { LIVE_DATA_COMMAND } from '../protocol/commands.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import type { DecodedReply } from '../protocol/reply-decoder.ts';
import { createPackWatch } from '../recording/pack-watch.ts';
import type { PackDifference } from '../recording/pack-identity.ts';
import { freshnessAt, STALE_AFTER_MS } from '../telemetry/freshness.ts';
import { isHeldIn } from '../telemetry/outlier-filter.ts';
import type { LiveSample, Telemetry } from '../telemetry/telemetry.ts';
import {
  conditionText,
  firstUnmet,
  isTrusted,
  judgeConditions,
  readingNow,
  type ConditionState,
} from './conditions.ts';
import type { Judge } from './expectation.ts';
import type { Plan } from './machine.ts';
import { startMeasure, type Measurement } from './measure-step.ts';
import { answered, confirmed } from './person-step.ts';
import { COUNTDOWN_MS, isForPerson, type Check, type CheckStep } from './procedure.ts';
import { ageOf, isComparable, isRepeated, isUnconfirmed } from './quantity.ts';
import { findingText, placeText, type CheckRun, type RunState, type StepFinding } from './run.ts';
import { startRunner, type Activity, type RunnerParts } from './runner.ts';
import { startSend, type SendParts } from './send-step.ts';

export interface CheckRunParts extends Pick<SendParts, 'lineEnding'> {
  readonly clock: Clock;
  readonly link: Pick<Link, 'connection$' | 'traffic$' | 'transactions$' | 'execute'>;
  readonly telemetry: Pick<Telemetry, 'liveData$' | 'samples$' | 'follow' | 'decode'>;
  /** For each step, the function that tests its reply (`Judge`); undefined for a step that sends nothing. */
  readonly judges: readonly (Judge | undefined)[];
  readonly onChange: (run: CheckRun) => void;
  /** Receives a text for the log. */
  readonly onEvent: (text: string) => void;
}

/** Actions of the user. Each names its step, so that a late tap does not affect the next step. */
export interface CheckActions {
  readonly begin: (step: number) => void;
  /** Prevents a measuring step from beginning by itself. */
  readonly hold: (step: number) => void;
  /** Keeps the text of an unfinished value, also while the check is halted or its screen is closed. */
  readonly type: (step: number, text: string) => void;
  /** Confirms that the instruction was followed. `value` is the typed value, if the step asks for one. */
  readonly confirm: (step: number, value?: number) => void;
  readonly answer: (step: number, answer: 'yes' | 'no') => void;
  /** After a halt, returns to the beginning of the step if all conditions are met again. */
  readonly resume: (step: number) => void;
}

export interface ActiveCheck extends CheckActions {
  /** Ends the check at once. A check that has ended does not change. */
  readonly stop: (why: string) => void;
}

/** Number of latest replies that are examined: two with an unconfirmed value halt the check. */
const UNCONFIRMED_WINDOW = 3; // TERM-203

const RESULTS = {
  passed: 'passed',
  failed: 'failed',
  stopped: 'stopped',
  lost: 'stopped',
} as const;

const idle: Activity = { stop: () => undefined };
const waits = ({ isUnconfirmed: isWaiting }: ConditionState): boolean => isWaiting === true;

const planOf = ({ steps }: Check): Plan => ({
  steps: steps.map((step) => ({
    start: isForPerson(step) ? 'now' : step.kind === 'measure' ? COUNTDOWN_MS : 'user',
    onFail: step.onFail,
  })),
  loops: 1,
  pauseMs: 0,
  onBroken: 'halt',
});

/** Runs a check. It polls live data from start to end. Other commands are sent only on `begin`. */
export const startCheck = (check: Check, parts: CheckRunParts): ActiveCheck => {
  const { clock, link, telemetry } = parts;
  const watch = createPackWatch({ staysWithFirst: true });
  let otherPack: readonly PackDifference[] | undefined;
  /** The last confirmed sample with cells and pack voltage that were reported together, at this monotonic time. */
  let compared: { readonly sample: PackSample; readonly at: number } | undefined;
  let measurement: Measurement | undefined;
  let latest = telemetry.liveData$.value;
  /** Monotonic time of the last reply. */
  let takenAt = -Infinity;
  /** Monotonic time of the last reading of the measurement; before the first one, of the last reply before it. */
  let readAt = -Infinity;
  /** For each of the latest replies, oldest first: whether a condition had an unconfirmed value after it. */
  let unconfirmed: readonly boolean[] = [];
  let heldBefore: LiveSample['held'] = [];
  let typed = { step: 0, text: '' };
  let view: Pick<CheckRun, 'conditions' | 'sample'> = {
    conditions: judgeConditions(check, check.steps[0], {
      connection: link.connection$.value,
      data: latest,
      otherPack,
    }),
  };

  const stepNow = (): CheckStep | undefined => check.steps[runner.run().step];
  const publish = (run: RunState): void => {
    parts.onChange({ ...run, ...view, typed: typed.step === run.step ? typed.text : '', check });
  };

  let halts = 0;
  const onChange = (run: RunState): void => {
    const { phase } = run;
    const isNewHalt = run.halts.length > halts;
    halts = run.halts.length;
    if (phase.kind === 'ended') {
      stopFollowing();
      subscription.unsubscribe();
    }
    publish(run);
    if (isNewHalt && phase.kind === 'halted') {
      parts.onEvent(`${placeText({ check, step: run.step })}: halted. ${phase.why}`);
    }
    if (phase.kind === 'ended') {
      const why = phase.why === undefined ? '' : `: ${phase.why}`;
      parts.onEvent(`Check “${check.name}” ${RESULTS[phase.end]}${why}`);
    }
  };

  const work: RunnerParts['work'] = (index, report) => {
    const step = check.steps[index];
    const onDone = (finding: StepFinding): void => {
      report.onDone(finding);
      look();
    };
    if (step?.kind === 'send') {
      const judge = parts.judges[index] ?? (() => false);
      return startSend(step, judge, parts, { ...report, onDone });
    }
    if (step?.kind !== 'measure') return idle;
    report.onProgress({ now: '', isWithin: false, heldMs: 0 });
    readAt = takenAt;
    measurement = startMeasure(step, clock, { ...report, onDone });
    return measurement;
  };

  const stopFollowing = telemetry.follow();
  const runner = startRunner(planOf(check), {
    clock,
    work,
    recordsEveryStop: true,
    interrupted: (_, why) => ({ outcome: 'stopped', found: why ?? '' }),
    onResult: (result) => {
      parts.onEvent(
        `${placeText({ check, step: result.step })}: ${result.outcome}. ${findingText(result)}`,
      );
    },
    onChange,
  });
  parts.onEvent(`Check “${check.name}” started`);

  /**
   * Evaluates the conditions again. A running step tolerates one unconfirmed value in three replies, so that a flipped
   * bit does not halt a check. A waiting step tolerates none.
   */
  const look = (data = latest, isReply = false): void => {
    const connection = link.connection$.value;
    const { step, phase } = runner.run();
    if (phase.kind === 'ended') return;
    const conditions = judgeConditions(check, check.steps[step], {
      ...{ connection, data, otherPack },
      compared: compared && {
        sample: compared.sample,
        ageMs: clock.monotonicNow() - compared.at,
      },
    });
    if (isReply) {
      unconfirmed = [...unconfirmed, conditions.some(waits)].slice(-UNCONFIRMED_WINDOW);
    }
    const isTolerated = unconfirmed.filter(Boolean).length < 2;
    const unmet = firstUnmet(conditions);
    const broken = firstUnmet(isTolerated ? conditions.filter((each) => !waits(each)) : conditions);
    view = { ...view, conditions };
    publish(runner.run());
    runner.send({
      kind: 'conditions',
      unmet: unmet && conditionText(unmet),
      broken: broken && conditionText(broken),
    });
  };

  /**
   * Handles a reply to the poll: compares the pack, judges the conditions, and then passes the reading to the
   * measurement.
   */
  const takeReply = (data: LiveSample): void => {
    const sinceMs = clock.monotonicNow() - takenAt;
    // The page did not run, so no timer has found that the live data is old.
    if (latest.kind === 'sample' && Number.isFinite(sinceMs) && sinceMs >= STALE_AFTER_MS)
      look({ ...latest, ageMs: sinceMs, freshness: freshnessAt(sinceMs) });
    latest = data;
    takenAt = clock.monotonicNow();
    if (!isTrusted(data)) {
      look(); // the data is older than the check and may be from another pack
      return;
    }
    const { sample, held } = data;
    // Older values replace unconfirmed cells, possibly those of the previous pack.
    if (!isUnconfirmed('lowestCell', data)) {
      otherPack = watch.sample(sample, clock.monotonicNow(), data.olderByMs);
      if (otherPack === undefined) view = { ...view, sample };
    }
    if (isComparable('sumOff', data) && !isUnconfirmed('sumOff', data))
      compared = { sample, at: takenAt - ageOf('sumOff', data) };
    const isRepetition = held.length > 0 && held.every((each) => isHeldIn(heldBefore, each));
    heldBefore = held;
    look(data, !isRepetition);
    const step = stepNow();
    if (runner.run().phase.kind !== 'working' || step?.kind !== 'measure') return;
    // A reply with only one of two compared values, or with the value of an earlier reply, is no reading.
    if (!isComparable(step.quantity, data) || isRepeated(step.quantity, data, takenAt - readAt))
      return;
    readAt = takenAt;
    measurement?.take(isUnconfirmed(step.quantity, data) ? 'unconfirmed' : readingNow(step, data));
  };

  /**
   * Judges the conditions by the values of a poll's reply as they arrived. A command that waits for the poll is sent
   * right after it, before telemetry has judged the reply.
   */
  const lookAhead = ({ sample }: DecodedReply): void => {
    const data = latest;
    const isSending = runner.run().phase.kind === 'working' && stepNow()?.kind === 'send';
    if (!isSending || data.kind === 'none') return;
    look({ ...data, sample, held: [], ageMs: 0, freshness: 'fresh' });
  };

  const subscription = link.connection$.subscribe(() => look());
  subscription.add(
    link.traffic$
      .pipe(filter(({ kind }) => kind === 'closed' || kind === 'restarted'))
      .subscribe(watch.doubt),
  );
  subscription.add(
    link.transactions$.subscribe(({ text, origin, outcome }) => {
      const isPoll = origin === 'background' && text === LIVE_DATA_COMMAND;
      if (isPoll && outcome.kind === 'ok' && outcome.reading?.ok === true) {
        lookAhead(outcome.reading.value);
      }
      const proofs = origin === 'user' ? watch.reply(text, outcome) : undefined;
      if (proofs === undefined) return;
      otherPack = proofs;
      look();
    }),
  );
  if (latest.kind === 'sample') takeReply(latest);
  subscription.add(telemetry.samples$.subscribe(takeReply));
  subscription.add(
    telemetry.liveData$.subscribe((data) => {
      latest = data;
      if (data.kind === 'none') compared = undefined;
      look();
    }),
  );

  /** Returns the step if it is the current one, is in this phase, and all its conditions are met. */
  const readyStep = (index: number, phase: RunState['phase']['kind']): CheckStep | undefined => {
    look();
    const run = runner.run();
    const isReady = firstUnmet(view.conditions) === undefined;
    return run.step === index && run.phase.kind === phase && isReady ? stepNow() : undefined;
  };

  return {
    begin: (index) => {
      const step = readyStep(index, 'waiting');
      if (step !== undefined && !isForPerson(step)) runner.send({ kind: 'begin' });
    },
    hold: (index) => {
      if (runner.run().step === index) runner.send({ kind: 'hold' });
    },
    type: (index, text) => {
      const run = runner.run();
      if (run.step !== index || run.phase.kind === 'ended') return;
      typed = { step: index, text };
      publish(run);
    },
    confirm: (index, value) => {
      const step = readyStep(index, 'working');
      if (step?.kind !== 'instruct') return;
      const finding = confirmed(step, value, latest);
      if (finding === undefined) return;
      runner.done(finding);
      look();
    },
    answer: (index, said) => {
      const step = readyStep(index, 'working');
      if (step?.kind !== 'question') return;
      runner.done(answered(step, said));
      look();
    },
    resume: (index) => {
      if (readyStep(index, 'halted') === undefined) return;
      parts.onEvent(`${placeText({ check, step: index })}: resumed`);
      runner.send({ kind: 'resume' });
    },
    stop: (why) => {
      if (runner.run().phase.kind === 'ended') return;
      const unmet = firstUnmet(view.conditions);
      runner.send({
        kind: 'stop',
        end: 'stopped',
        why: unmet === undefined ? why : `${why}. ${conditionText(unmet)}`,
      });
    },
  };
};
