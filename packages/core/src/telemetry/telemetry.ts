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
  switchMap,
  tap,
  timeout,
  timer,
} from 'rxjs';
import type { Command } from '../link/command.ts';
import { deviceKey } from '../link/device-key.ts';
import type { Link } from '../link/link-api.ts';
import { clockScheduler } from '../prelude/clock-scheduler.ts';
import { createLive, type Live } from '../prelude/live.ts';
import type { Result } from '../prelude/result.ts';
import type { Clock } from '../ports/clock.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import type { Log } from '../ports/log.ts';
import { encodeCommand, LIVE_DATA_COMMAND } from '../protocol/commands.ts';
import type { DeviceProfile } from '../protocol/device-profile.ts';
import { decodeNative } from '../protocol/native-dialect.ts';
import type { DecodeError } from '../protocol/frame.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import type { OtherValue } from '../protocol/profile-decode.ts';
import { freshnessAt, type Freshness } from './freshness.ts';
import { createHealthKeeper, NO_HEALTH, type LinkHealth } from './link-health.ts';
import { createProfileShelf, type ProfileShelf } from './profile-shelf.ts';
import { createReplyDecoder, type DecodedReply, type Understanding } from './reply-decoder.ts';
import { beganAnew, pollResult, type PollResult } from './poll-result.ts';

/** The specification, section 9. */
export const POLL_INTERVAL_MS = 2_000;
/** Past every time-out of the link: only a defect of ours could leave a poll open longer (LR-08). */
const POLL_DEADLINE_MS = 20_000;
/** How often the age of the data is told anew. */
const AGE_STEP_MS = 500;

/** The pack as last told, and how old that is. */
export type LiveData =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'sample';
      readonly sample: PackSample;
      /** Values of the reply nobody gave a meaning. */
      readonly others: readonly OtherValue[];
      readonly understanding: Understanding;
      /** Wall-clock time of the reply. */
      readonly receivedAt: number;
      readonly ageMs: number;
      readonly freshness: Freshness;
      /** The reply's information lines. */
      readonly raw: readonly string[];
    };

/** The pack's live data: polled while connected on the home section, aged always. */
export interface Telemetry {
  readonly liveData$: Live<LiveData>;
  readonly health$: Live<LinkHealth>;
  /** The user's profiles, by device key; `deviceKey` tells the key of the connected device. */
  readonly profiles: ProfileShelf;
  /** Reads the information lines of a reply to the live data command, as the polls' are read. */
  readonly decode: (lines: readonly string[]) => Result<DecodedReply, DecodeError>;
  /** Polls run on the home section only. */
  readonly setSection: (section: string) => void;
  readonly dispose: () => void;
}

export interface TelemetryParts {
  readonly link: Link;
  readonly store: KeyValueStore;
  readonly clock: Clock;
  readonly log: Log;
}

const pollCommand: Command = {
  text: LIVE_DATA_COMMAND,
  bytes: encodeCommand(LIVE_DATA_COMMAND, 'crlf'),
  origin: 'background',
  isComplete: (lines) => decodeNative(lines).ok,
};

const withoutCounters = ({ uptimeS: _, sequence: __, ...rest }: PackSample): PackSample => rest;

export const createTelemetry = ({ link, store, clock, log }: TelemetryParts): Telemetry => {
  const scheduler = clockScheduler(clock);
  const shelf = createProfileShelf(store);
  const section = createLive('');
  const liveData = createLive<LiveData>({ kind: 'none' });
  const health = createLive<LinkHealth>(NO_HEALTH);
  const subscription = new Subscription();
  let count = createHealthKeeper();
  let decode = createReplyDecoder(undefined);
  let last: { readonly sample: PackSample; readonly at: number } | undefined;

  const take = (result: PollResult): void => {
    health.set(count(result));
    if (result.fate !== 'answered') return;
    const { raw, reply } = result;
    const { sample } = reply;
    if (last !== undefined && beganAnew(last.sample, sample)) link.deviceRestarted();
    last = { sample, at: clock.monotonicNow() };
    const receivedAt = clock.wallNow();
    liveData.set({ kind: 'sample', ...reply, receivedAt, ageMs: 0, freshness: 'fresh', raw });
  };

  const grow = (): void => {
    const shown = liveData.live.value;
    if (shown.kind === 'none' || last === undefined) return;
    const ageMs = clock.monotonicNow() - last.at;
    liveData.set({ ...shown, ageMs, freshness: freshnessAt(ageMs) });
  };

  const key = (): string | undefined => {
    const state = link.connection$.value;
    return state.kind === 'connected' ? deviceKey(state.device) : undefined;
  };
  const savedProfile = (): DeviceProfile | undefined => {
    const device = key();
    return device === undefined ? undefined : shelf.profiles$.value.get(device);
  };

  const beginAnew = (): void => {
    last = undefined;
    liveData.set({ kind: 'none' });
    count = createHealthKeeper();
    health.set(NO_HEALTH);
    decode = createReplyDecoder(savedProfile());
  };

  const connected$ = link.connection$.pipe(
    map((connection) => connection.kind === 'connected'),
    distinctUntilChanged(),
  );

  // Time-out and catch stand inside the inner stream: outside, one bad poll would end all polling (LR-07, LR-08).
  let polling = false;
  const poll$ = defer(() => {
    polling = true;
    return link.poll(pollCommand);
  }).pipe(
    map((outcome) => pollResult(outcome, last?.sample, (lines) => decode(lines))),
    timeout({ each: POLL_DEADLINE_MS, scheduler }),
    catchError((thrown: unknown) => {
      log.warn('poll failed', String(thrown));
      return EMPTY;
    }),
    finalize(() => {
      polling = false;
    }),
  );

  // exhaust: a tick during a slow poll is let pass and counted; it neither queues up nor cancels the poll (LR-09).
  const results$ = combineLatest([connected$, section.live]).pipe(
    map(([connected, shown]) => connected && shown === 'home'),
    distinctUntilChanged(),
    switchMap((on) =>
      on
        ? timer(0, POLL_INTERVAL_MS, scheduler).pipe(
            tap(() => {
              if (polling) take({ fate: 'skipped' });
            }),
            exhaustMap(() => poll$),
          )
        : EMPTY,
    ),
  );

  subscription.add(connected$.subscribe(beginAnew));
  subscription.add(
    // A profile saved or forgotten counts from the next reply on.
    shelf.profiles$.subscribe(() => {
      decode = createReplyDecoder(savedProfile());
    }),
  );
  subscription.add(results$.subscribe(take));
  // Counted from the sample itself, so that its age is told on the very step that passes a limit.
  subscription.add(
    liveData.live
      .pipe(
        map((shown) => (shown.kind === 'none' ? undefined : shown.receivedAt)),
        distinctUntilChanged(),
        switchMap((at) => (at === undefined ? EMPTY : timer(AGE_STEP_MS, AGE_STEP_MS, scheduler))),
      )
      .subscribe(grow),
  );
  subscription.add(
    link.traffic$.subscribe((traffic) => {
      // The counters begin anew; what is shown stays until the next reply, and ages.
      if (traffic.kind === 'restarted' && last !== undefined) {
        last = { ...last, sample: withoutCounters(last.sample) };
      }
    }),
  );

  return {
    liveData$: liveData.live,
    health$: health.live,
    profiles: shelf,
    decode: (lines) => decode(lines),
    setSection: section.set,
    dispose: () => {
      subscription.unsubscribe();
      for (const live of [section, liveData, health, shelf]) live.dispose();
    },
  };
};
