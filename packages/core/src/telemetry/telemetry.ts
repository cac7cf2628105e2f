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
} from 'rxjs';
import type { Link } from '../link/link-api.ts';
import type { Command } from '../link/traffic.ts';
import { clockScheduler } from '../prelude/clock-scheduler.ts';
import { createLive, mapLive, type Live } from '../prelude/live.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import { encodeCommand, LIVE_DATA_COMMAND } from '../protocol/commands.ts';
import type { OtherValue, PackSample } from '../protocol/pack-sample.ts';
import type { DecodedReply, ReplyProfile, Understanding } from '../protocol/reply-decoder.ts';
import type { CellStep } from './cell-steps.ts';
import { createDeviceIdentity } from './device-identity.ts';
import { freshnessAt, type Freshness } from './freshness.ts';
import { createHealthCounter, NO_HEALTH, type LinkHealth } from './link-health.ts';
import { judgeSample, type FilterMemory, type HeldValue } from './outlier-filter.ts';
import type { LiveSource } from './live-source.ts';
import { placesOf } from './merge-replies.ts';
import { createStreamListener } from './stream-listener.ts';
import { createPackChoice, type ChosenPack } from './pack-choice.ts';
import { pollResult, type PollResult } from './poll-result.ts';

export const POLL_INTERVAL_MS = 2_000; // OBD-25 (the specification, section 9)
/**
 * Time limit of a poll. It is longer than every timeout of the link, so only a defect could leave a poll pending for
 * longer (LR-08).
 */
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
      /** The numbers of temperature sensors that were read on this connection and are not now. Absent if there are none. */
      readonly lostSensors?: readonly number[];
      /** Cells whose voltage jumped in the last minute while the current did not. */
      readonly steps: readonly CellStep[];
      /** Values without a known meaning. */
      readonly others: readonly OtherValue[];
      readonly understanding: Understanding;
      /** Wall-clock time of the reply. */
      readonly receivedAt: number;
      readonly ageMs: number;
      readonly freshness: Freshness;
      /** The information lines of the reply. */
      readonly raw: readonly string[];
      /**
       * How much older than `ageMs` a value is, keyed as `ReadValues.olderByMs`. Present if the sample is merged from
       * several records or polls.
       */
      readonly olderByMs?: ReadonlyMap<string, number>;
      /** The number of decimals with which the device reports a value, by its name in the sample, if known. */
      readonly decimals?: ReadonlyMap<string, number>;
      /** The shown pack, if the device reports several packs. */
      readonly pack?: ChosenPack;
      /** The number that the device gives the pack, also if it is the only one that was reported so far. */
      readonly packLabel?: string;
    };

export type LiveSample = Extract<LiveData, { readonly kind: 'sample' }>;

export interface TelemetryParts {
  readonly link: Link;
  /**
   * A source that replaces the default polls, or a profile that reads their replies. Undefined: the default polls with
   * the default decoder.
   */
  readonly source$?: Live<LiveSource | ReplyProfile | undefined>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The lines of a reply and the time of their arrival. */
interface Arrival {
  readonly raw: readonly string[];
  /** Monotonic time. */
  readonly at: number;
  readonly receivedAt: number;
}

const isLiveSource = (source: LiveSource | ReplyProfile | undefined): source is LiveSource =>
  source !== undefined && 'results$' in source;

export const createTelemetry = (parts: TelemetryParts) => {
  const { link, clock, log } = parts;
  const { source$ = createLive<LiveSource | ReplyProfile | undefined>(undefined).live } = parts;
  const asking$ = mapLive(source$, (source) => (isLiveSource(source) ? source : undefined));
  /** The profile that reads the replies to the default polls; undefined for the default decoder. */
  const profile = (): ReplyProfile | undefined => {
    const source = source$.value;
    return isLiveSource(source) ? undefined : source;
  };
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
  /** The time of the last answered poll. */
  let answeredAt = -Infinity;
  /** The last reply, decoded or rejected. */
  let arrival: Arrival | undefined;
  let latest: { readonly reply: DecodedReply; readonly arrival: Arrival } | undefined;
  const packChoice = createPackChoice();
  /** The memory of the filter and the time of the last sample. */
  let last: { readonly memory?: FilterMemory; readonly at: number } | undefined;

  const judge = (decoded: DecodedReply, replied: Arrival): LiveSample | undefined => {
    const { raw, at, receivedAt } = replied;
    latest = { reply: decoded, arrival: replied };
    const chosen = packChoice.from(decoded);
    if (chosen === undefined) return undefined;
    const { reply, pack, label, mayBeOther } = chosen;
    if (mayBeOther === true) last = undefined; // its values are not compared with those of another pack
    const { others, understanding, olderByMs, decimals } = reply;
    const elapsedMs = last === undefined ? 0 : Math.max(0, at - last.at);
    const { sample, held, lostSensors, steps, isRestart, memory } = judgeSample(
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
      ...(lostSensors.length === 0 ? {} : { lostSensors }),
      ...(olderByMs === undefined || olderByMs.size === 0 ? {} : { olderByMs }),
      ...(decimals === undefined ? {} : { decimals }),
      ...(pack === undefined ? {} : { pack }),
      ...(label === undefined ? {} : { packLabel: label }),
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

  const arrivalOf = (raw: readonly string[], at = clock.monotonicNow()): Arrival => ({
    raw,
    at,
    receivedAt: clock.wallNow() - (clock.monotonicNow() - at),
  });

  const take = (result: PollResult): void => {
    if (result.status !== 'answered' && result.status !== 'rejected') {
      health.set(count(result, []));
      return;
    }
    const { mayBeOlderMs = 0, at = clock.monotonicNow() } =
      result.status === 'answered' ? result : {};
    const replied = arrivalOf(result.raw, at - mayBeOlderMs);
    if (result.status === 'answered') answeredAt = replied.at;
    arrival = asking$.value === undefined ? replied : undefined;
    health.set(count(result, result.status === 'answered' ? show(result.reply, replied) : []));
  };

  /** Shows the last reply as another profile reads it. This is not a new reply, so `samples$` does not emit. */
  const showAgain = (reply: DecodedReply, replied: Arrival): void => {
    last = undefined; // values may have other meanings now, so the filter starts without a memory
    liveData.set(judge(reply, replied) ?? { kind: 'none' });
  };

  /** Reads the last reply again with another profile, instead of waiting for the next reply. */
  const readAgain = (): void => {
    if (arrival === undefined || profile() === undefined) return;
    const decoded = decoder.decode(arrival.raw);
    if (decoded.ok) showAgain(decoded.value, arrival); // otherwise the next poll reports the reason
  };

  const publishAge = (): void => {
    const shown = liveData.live.value;
    if (shown.kind === 'none' || last === undefined) return;
    const ageMs = clock.monotonicNow() - last.at;
    liveData.set({ ...shown, ageMs, freshness: freshnessAt(ageMs) });
  };

  /** Whether the profile reads faults and nothing else from a line. No such line is left out of the records. */
  const isOfFaults = (text: string): boolean => {
    const read = profile()?.read([text]);
    const places =
      read?.ok === true && read.value.others.length === 0 ? placesOf(read.value.sample) : [];
    return places.length > 0 && places.every((place) => ['alarms', 'protections'].includes(place));
  };

  const isListening = createLive(false);
  const listener = createStreamListener({
    clock,
    decode: decoder.decode,
    onSample: ({ reply, raw, at }) => {
      // A pause ends a record, so that a poll may be answered in between. Then the record is older than its reply.
      if (!isWanted || at <= answeredAt) return;
      arrival = arrivalOf(raw, at);
      show(reply, arrival);
    },
    onListening: isListening.set,
  });
  /**
   * True while the app sends nothing of its own: the device sends records by itself, the user chose "Listen only", or a
   * source asks the device.
   */
  const quiet$ = combineLatest([isListening.live, link.ports.listenOnly$, asking$]).pipe(
    map(([listening, listenOnly, by]) => listening || listenOnly || by !== undefined),
    distinctUntilChanged(),
  );

  const reset = (): void => {
    last = undefined;
    latest = undefined;
    packChoice.resume();
    liveData.set({ kind: 'none' });
    count = createHealthCounter();
    health.set(NO_HEALTH);
    decoder.restart(profile());
    listener.restart();
  };

  const connected$ = link.connection$.pipe(
    map((connection) => connection.kind === 'connected'),
    distinctUntilChanged(),
  );

  // Timeout and catch are inside the inner stream. Outside of it, one failed poll would end all polling (LR-07, LR-08).
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

  // Another source reads other values, so the values of the previous source are removed.
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
  subscription.add(
    link.connection$.subscribe((connection) => {
      if (connection.kind === 'connecting' && connection.stage === 'choosing') packChoice.restart();
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
      // On every section, because unsolicited records decide whether the device is polled.
      if (traffic.kind === 'received' && !link.isIdentifying$.value && asking$.value === undefined)
        for (const { line, isUnsolicited, mayBeLate, mayBeOlderMs } of traffic.lines)
          if (isUnsolicited === true || (mayBeLate === true && isOfFaults(line.text)))
            listener.line(line.text, mayBeOlderMs);
      // After a boot banner another pack may be connected. The shown data stays and ages until the next reply.
      const isBanner = traffic.kind === 'urc' && traffic.urc.kind === 'ready';
      if (isBanner && last !== undefined) last = { at: last.at };
    }),
  );

  return {
    /** The latest sample. Published again every 500 ms with its age. */
    liveData$: liveData.live,
    /**
     * Emits once per decoded reply, just before `liveData$` shows it. Does not emit when a new profile decodes an old
     * reply again.
     */
    samples$: samples.asObservable(),
    /**
     * Emits when the counters of a reply fell, which means that the device restarted. Emits before the sample of that
     * reply.
     */
    restarted$: restarted.asObservable(),
    health$: health.live,
    /** The identity of the device, if the user asked for it. */
    identity,
    /** Decodes the information lines of a reply to the live data command. */
    decode: decoder.decode,
    /** Sets the section. Polls run on the home section, and on every section while the live data is followed. */
    setSection: section.set,
    /** Shows this pack if the device reports several, also when the device returns; see `LiveSample.pack`. */
    choosePack: (label: string): void => {
      packChoice.choose(label);
      if (latest !== undefined) showAgain(latest.reply, latest.arrival);
    },
    /** Polls on every section until the returned function is called. Call it only on explicit user action. */
    follow: (): (() => void) => {
      followers.update((before) => before + 1);
      let isFollowing = true;
      return () => {
        if (isFollowing) followers.update((before) => before - 1);
        isFollowing = false;
      };
    },
    dispose: (): void => {
      subscription.unsubscribe();
      listener.dispose();
      samples.complete();
      restarted.complete();
      for (const live of [section, followers, liveData, health, isListening, identity])
        live.dispose();
    },
  };
};

/**
 * The live data of the pack. The device is polled while it is connected and the home section is shown or the data is
 * followed.
 */
export type Telemetry = ReturnType<typeof createTelemetry>;
