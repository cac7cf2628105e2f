import {
  catchError,
  combineLatest,
  defer,
  distinctUntilChanged,
  EMPTY,
  exhaustMap,
  finalize,
  map,
  Subscription,
  Subject,
  switchMap,
  tap,
  timeout,
  timer,
  type Observable,
} from 'rxjs';
import type { Link } from '../link/link-api.ts';
import type { Command } from '../link/traffic.ts';
import { clockScheduler } from '../prelude/clock-scheduler.ts';
import { createLive, mapLive, type Live } from '../prelude/live.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import { encodeCommand, LIVE_DATA_COMMAND } from '../protocol/commands.ts';
import type { OtherValue, PackSample } from '../protocol/pack-sample.ts';
import type {
  DecodedReply,
  ReplyDecoder,
  ReplyProfile,
  Understanding,
} from '../protocol/reply-decoder.ts';
import type { CellStep } from './cell-steps.ts';
import { createDeviceIdentity, type DeviceIdentityStore } from './device-identity.ts';
import { freshnessAt, type Freshness } from './freshness.ts';
import { createHealthCounter, NO_HEALTH, type LinkHealth } from './link-health.ts';
import { judgeSample, type FilterMemory, type HeldValue } from './outlier-filter.ts';
import type { LiveSource } from './live-source.ts';
import { createStreamListener } from './stream-listener.ts';
import { createPackChoice, type ChosenPack } from './pack-choice.ts';
import { pollResult, type PollResult } from './poll-result.ts';

export const POLL_INTERVAL_MS = 2_000; // OBD-25 (the specification, section 9)
/** Longer than every timeout of the link: only a defect could leave a poll pending for longer (LR-08). */
const POLL_TIMEOUT_MS = 20_000;
/** How often the age of the data is published. */
const AGE_STEP_MS = 500;

/** The latest sample with its age. */
export type LiveData =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'sample';
      /** The plausible values; see `judgeSample`. */
      readonly sample: PackSample;
      /** Implausible values, held until the next reply confirms them. */
      readonly held: readonly HeldValue[];
      /** Cells whose voltage jumped in the last minute while the current did not. */
      readonly steps: readonly CellStep[];
      /** Values without a known meaning. */
      readonly others: readonly OtherValue[];
      readonly understanding: Understanding;
      /** Wall-clock time of the reply. */
      readonly receivedAt: number;
      readonly ageMs: number;
      readonly freshness: Freshness;
      /** The reply's information lines. */
      readonly raw: readonly string[];
      /** From several records or polls: how much older than `ageMs` a value is, by its name in the sample. */
      readonly olderByMs?: ReadonlyMap<string, number>;
      /** Whose values these are, if the line has several packs. */
      readonly pack?: ChosenPack;
    };

/** Live data with values in it. */
export type LiveSample = Extract<LiveData, { readonly kind: 'sample' }>;

/** The pack's live data: polled while connected on the home section or while someone follows it. */
export interface Telemetry {
  /** The latest sample. Published again every 500 ms with its age. */
  readonly liveData$: Live<LiveData>;
  /**
   * One event per reply that was decoded, just before `liveData$` shows it. Not for an old reply that a new profile
   * decodes again.
   */
  readonly samples$: Observable<LiveSample>;
  /** The counters of a reply fell: the device restarted. Emits before that reply's sample. */
  readonly restarted$: Observable<void>;
  readonly health$: Live<LinkHealth>;
  /** The device's identity, if the user asked for it. */
  readonly identity: Pick<DeviceIdentityStore, 'identity$' | 'ask'>;
  /** Decodes the information lines of a reply to the live data command. */
  readonly decode: ReplyDecoder['decode'];
  /** Polls run on the home section, and on every section while someone follows the live data. */
  readonly setSection: (section: string) => void;
  /** Shows this pack of several, until the connection ends; see `LiveSample.pack`. */
  readonly choosePack: (label: string) => void;
  /** Polls on every section until the returned function is called. Call it only on explicit user action. */
  readonly follow: () => () => void;
  readonly dispose: () => void;
}

export interface TelemetryParts {
  readonly link: Link;
  /** What asks and reads the device instead of the default polls, or what reads their replies. Absent: neither. */
  readonly source$?: Live<LiveSource | ReplyProfile | undefined>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The lines of a reply and when they arrived. */
interface Arrival {
  readonly raw: readonly string[];
  /** Monotonic. */
  readonly at: number;
  readonly receivedAt: number;
}

export const createTelemetry = (parts: TelemetryParts): Telemetry => {
  const { link, clock, log } = parts;
  const { source$ = createLive<LiveSource | ReplyProfile | undefined>(undefined).live } = parts;
  const asking$ = mapLive(source$, (source) =>
    source !== undefined && 'results$' in source ? source : undefined,
  );
  const scheduler = clockScheduler(clock);
  const identity = createDeviceIdentity(link);
  const { decoder } = link;
  const pollCommand: Command = {
    text: LIVE_DATA_COMMAND,
    bytes: encodeCommand(LIVE_DATA_COMMAND, 'crlf'),
    origin: 'background',
    isComplete: decoder.isComplete,
  };
  const section = createLive('');
  const followers = createLive(0);
  const liveData = createLive<LiveData>({ kind: 'none' });
  const samples = new Subject<LiveSample>();
  const restarted = new Subject<void>();
  const health = createLive<LinkHealth>(NO_HEALTH);
  const subscription = new Subscription();
  let count = createHealthCounter();
  /** The last reply, decoded or rejected. */
  let arrival: Arrival | undefined;
  /** The last decoded reply, with all its packs. */
  let latest: { readonly reply: DecodedReply; readonly arrival: Arrival } | undefined;
  const packChoice = createPackChoice();
  /** The filter's memory and the time of the last sample. */
  let last: { readonly memory?: FilterMemory; readonly at: number } | undefined;

  const judge = (decoded: DecodedReply, replied: Arrival): LiveSample | undefined => {
    const { raw, at, receivedAt } = replied;
    latest = { reply: decoded, arrival: replied };
    const chosen = packChoice.from(decoded);
    if (chosen === undefined) return undefined;
    const { reply, pack } = chosen;
    const { others, understanding, olderByMs } = reply;
    const elapsedMs = last === undefined ? 0 : at - last.at;
    const { sample, held, steps, isRestart, memory } = judgeSample(
      last?.memory,
      reply.sample,
      elapsedMs,
      olderByMs,
    );
    if (isRestart) restarted.next();
    last = { memory, at };
    const ageMs = clock.monotonicNow() - at;
    const freshness = freshnessAt(ageMs);
    return {
      kind: 'sample',
      ...{ sample, held, steps, others, understanding, receivedAt, ageMs, freshness, raw },
      ...(olderByMs === undefined || olderByMs.size === 0 ? {} : { olderByMs }),
      ...(pack === undefined ? {} : { pack }),
    };
  };

  const show = (reply: DecodedReply, replyArrival: Arrival): readonly HeldValue[] => {
    const shown = judge(reply, replyArrival);
    if (shown === undefined) return [];
    samples.next(shown);
    liveData.set(shown);
    const { understanding } = reply;
    if (understanding.kind === 'profile' && understanding.profile.readsIdentity === true) {
      identity.askOnce();
    }
    return shown.held;
  };

  const arrivalOf = (raw: readonly string[]): Arrival => ({
    raw,
    at: clock.monotonicNow(),
    receivedAt: clock.wallNow(),
  });

  const take = (result: PollResult): void => {
    if (result.status !== 'answered' && result.status !== 'rejected') {
      health.set(count(result, []));
      return;
    }
    const replied = arrivalOf(result.raw);
    arrival = asking$.value === undefined ? replied : undefined;
    health.set(count(result, result.status === 'answered' ? show(result.reply, replied) : []));
  };

  /** The last reply read in another way: no event of its own. */
  const showAgain = (reply: DecodedReply, replied: Arrival): void => {
    last = undefined; // values may have other meanings now: start without a memory
    liveData.set(judge(reply, replied) ?? { kind: 'none' });
  };

  /** Another profile reads the last reply again, instead of waiting for the next one. */
  const readAgain = (): void => {
    const source = source$.value;
    if (arrival === undefined || source === undefined || 'results$' in source) return;
    const decoded = decoder.decode(arrival.raw);
    if (decoded.ok) showAgain(decoded.value, arrival); // else the next poll reports why
  };

  const publishAge = (): void => {
    const shown = liveData.live.value;
    if (shown.kind === 'none' || last === undefined) return;
    const ageMs = clock.monotonicNow() - last.at;
    liveData.set({ ...shown, ageMs, freshness: freshnessAt(ageMs) });
  };

  const isListening = createLive(false);
  const listener = createStreamListener({
    clock,
    decode: decoder.decode,
    onSample: ({ reply, raw }) => {
      if (!isWanted) return;
      arrival = arrivalOf(raw);
      show(reply, arrival);
    },
    onListening: isListening.set,
  });
  /** The device reports by itself, or the user wants nothing sent to it. */
  const quiet$ = combineLatest([isListening.live, link.ports.listenOnly$, asking$]).pipe(
    map(([listening, listenOnly, by]) => listening || listenOnly || by !== undefined),
    distinctUntilChanged(),
  );

  const reset = (): void => {
    last = undefined;
    latest = undefined;
    packChoice.restart();
    liveData.set({ kind: 'none' });
    count = createHealthCounter();
    health.set(NO_HEALTH);
    const source = source$.value;
    decoder.restart(source === undefined || 'results$' in source ? undefined : source);
    listener.restart();
  };

  const connected$ = link.connection$.pipe(
    map((connection) => connection.kind === 'connected'),
    distinctUntilChanged(),
  );

  // Timeout and catch are inside the inner stream: outside, one failed poll would end all polling (LR-07, LR-08).
  let polling = false;
  const poll$ = defer(() => {
    polling = true;
    return link.poll(pollCommand);
  }).pipe(
    tap(({ kind }) => {
      if (kind === 'streaming') listener.streaming();
    }),
    map((outcome) => pollResult(outcome, last?.memory?.reported, decoder.decode)),
    timeout({ each: POLL_TIMEOUT_MS, scheduler }),
    catchError((thrown: unknown) => {
      log.warn('poll failed', String(thrown));
      return EMPTY;
    }),
    finalize(() => {
      polling = false;
    }),
  );

  // exhaust: a tick during a slow poll is skipped and counted; it neither waits nor cancels the poll (LR-09).
  const isWanted$ = combineLatest([
    connected$,
    section.live,
    followers.live,
    link.isIdentifying$,
  ]).pipe(
    map(
      ([connected, shown, following, identifying]) =>
        connected && !identifying && (shown === 'home' || following > 0),
    ),
    distinctUntilChanged(),
  );
  let isWanted = false;
  const results$ = combineLatest([isWanted$, quiet$, asking$]).pipe(
    switchMap(([wanted, quiet, by]) => {
      if (wanted && by !== undefined) return by.results$;
      return wanted && !quiet
        ? timer(0, POLL_INTERVAL_MS, scheduler).pipe(
            tap(() => {
              if (polling) take({ status: 'skipped' });
            }),
            exhaustMap(() => poll$),
          )
        : EMPTY;
    }),
  );

  // Another source reads other values: what the one before has read is not shown any longer.
  subscription.add(
    source$.subscribe(() => {
      reset();
      readAgain();
    }),
  );
  subscription.add(
    connected$.subscribe(() => {
      arrival = undefined;
      reset();
    }),
  );
  subscription.add(quiet$.subscribe(link.setListening));
  subscription.add(
    isWanted$.subscribe((wanted) => {
      isWanted = wanted;
    }),
  );
  subscription.add(results$.subscribe(take));
  // The timer starts with the sample, so that the age is published exactly when it reaches a limit.
  subscription.add(
    liveData.live
      .pipe(
        map((shown) => (shown.kind === 'none' ? undefined : shown.receivedAt)),
        distinctUntilChanged(),
        switchMap((at) => (at === undefined ? EMPTY : timer(AGE_STEP_MS, AGE_STEP_MS, scheduler))),
      )
      .subscribe(publishAge),
  );
  subscription.add(
    link.traffic$.subscribe((traffic) => {
      // On every section: it decides whether the device is asked at all.
      if (traffic.kind === 'received' && !link.isIdentifying$.value && asking$.value === undefined)
        for (const { line, isUnsolicited } of traffic.lines)
          if (isUnsolicited === true) listener.line(line.text);
      // After a boot banner it may be another pack. The shown data stays, and ages, until the next reply.
      const isBanner = traffic.kind === 'urc' && traffic.urc.kind === 'ready';
      if (isBanner && last !== undefined) last = { at: last.at };
    }),
  );

  return {
    liveData$: liveData.live,
    samples$: samples.asObservable(),
    restarted$: restarted.asObservable(),
    health$: health.live,
    identity,
    decode: decoder.decode,
    setSection: section.set,
    choosePack: (label) => {
      packChoice.choose(label);
      if (latest !== undefined) showAgain(latest.reply, latest.arrival);
    },
    follow: () => {
      followers.update((before) => before + 1);
      let isFollowing = true;
      return () => {
        if (isFollowing) followers.update((before) => before - 1);
        isFollowing = false;
      };
    },
    dispose: () => {
      subscription.unsubscribe();
      listener.dispose();
      samples.complete();
      restarted.complete();
      for (const live of [section, followers, liveData, health, isListening, identity])
        live.dispose();
    },
  };
};
