import { timer, type Observable, type Subscription } from 'rxjs';
import { clockScheduler } from '../prelude/clock-scheduler.ts';
import { createLive } from '../prelude/live.ts';
import type { Clock } from '../ports/clock.ts';
import type { Traffic, Transaction } from './traffic.ts';

/**
 * The counted errors in display order: the platform's line errors, commands without a reply, rejected replies and failed
 * writes.
 */
export const LINE_ERROR_NAMES = [
  'BufferOverrunError',
  'BreakError',
  'FramingError',
  'ParityError',
  'UnknownError',
  'timeout',
  'rejected',
  'writeFailed',
] as const;

export type LineErrorName = (typeof LINE_ERROR_NAMES)[number];

export interface LineFlow {
  readonly bytes: number;
  /** The average of the last second. */
  readonly bytesPerSecond: number;
}

/** The bytes and errors since `countedFrom`. */
export interface LineCounters {
  readonly received: LineFlow;
  readonly sent: LineFlow;
  readonly errors: Readonly<Record<LineErrorName, number>>;
  /** How often a lost device was connected again. */
  readonly reconnects: number;
  /** Wall-clock time of the last opening; undefined while not connected. */
  readonly connectedSince?: number;
  /** Wall-clock time of the last reset, or of the first connection. */
  readonly countedFrom?: number;
}

export interface LineCountersParts {
  readonly clock: Clock;
  readonly traffic$: Observable<Traffic>;
  readonly transactions$: Observable<Transaction>;
  /** The number of rejected replies of this connection. It starts at 0 with each connection. */
  readonly rejected$: Observable<number>;
}

const SAMPLE_MS = 1_000;

const STILL: LineFlow = { bytes: 0, bytesPerSecond: 0 };

const noErrors = () =>
  Object.fromEntries(LINE_ERROR_NAMES.map((name) => [name, 0])) as Record<LineErrorName, number>; // every name has a count

const isErrorName = (name: string): name is LineErrorName =>
  LINE_ERROR_NAMES.some((each) => each === name);

interface Tally {
  received: number;
  sent: number;
  reconnects: number;
  readonly errors: Record<LineErrorName, number>;
  connectedSince?: number | undefined;
  countedFrom?: number | undefined;
}

const newTally = (connectedSince?: number, countedFrom?: number): Tally => ({
  received: 0,
  sent: 0,
  reconnects: 0,
  errors: noErrors(),
  connectedSince,
  countedFrom,
});

const countersOf = (tally: Tally, received: LineFlow, sent: LineFlow): LineCounters => {
  const { reconnects, connectedSince, countedFrom } = tally;
  return {
    received,
    sent,
    errors: { ...tally.errors },
    reconnects,
    ...(connectedSince === undefined ? {} : { connectedSince }),
    ...(countedFrom === undefined ? {} : { countedFrom }),
  };
};

/** Creates the counters of bytes and errors. They continue across connections until they are reset. */
export const createLineCounters = (parts: LineCountersParts) => {
  const { clock } = parts;
  let tally = newTally();
  const counters = createLive(countersOf(tally, STILL, STILL));
  let hasChanged = false;
  let sampledAt = clock.monotonicNow();
  let sampling: Subscription | undefined;

  /** Returns the counted bytes with their rate, which is 0 if no time has passed since the last sample. */
  const flow = (bytes: number, before: LineFlow, ms: number): LineFlow => ({
    bytes,
    bytesPerSecond: ms > 0 ? Math.round(((bytes - before.bytes) * 1_000) / ms) : 0,
  });
  const sample = (): void => {
    const { received, sent } = counters.live.value;
    const ms = clock.monotonicNow() - sampledAt;
    sampledAt += ms;
    if (!hasChanged && received.bytesPerSecond === 0 && sent.bytesPerSecond === 0) return;
    hasChanged = false;
    counters.set(countersOf(tally, flow(tally.received, received, ms), flow(tally.sent, sent, ms)));
  };
  /** Publishes at once; used for rare events. */
  const publish = (): void => {
    hasChanged = true;
    sampledAt = clock.monotonicNow();
    sample();
  };
  const fail = (name: LineErrorName, times = 1): void => {
    tally.errors[name] += times;
    hasChanged = true;
  };

  const onTraffic = (event: Traffic): void => {
    switch (event.kind) {
      case 'received':
        tally.received += event.bytes.length;
        hasChanged = true;
        break;
      case 'sent':
        tally.sent += event.bytes.length;
        hasChanged = true;
        break;
      case 'transfer':
        tally.received += event.receivedBytes;
        tally.sent += event.sentBytes;
        hasChanged = true;
        break;
      case 'glitch':
        fail(isErrorName(event.name) ? event.name : 'UnknownError');
        break;
      case 'gap':
        tally.reconnects += 1;
        break;
      case 'opened':
        tally.connectedSince = event.at;
        tally.countedFrom ??= event.at;
        sampling?.unsubscribe();
        sampling = timer(SAMPLE_MS, SAMPLE_MS, clockScheduler(clock)).subscribe(sample);
        publish();
        break;
      case 'closed':
        sampling?.unsubscribe();
        tally.connectedSince = undefined;
        publish();
        break;
      default: // other traffic is not counted
    }
  };

  const subscription = parts.traffic$.subscribe(onTraffic);
  subscription.add(
    parts.transactions$.subscribe(({ outcome }) => {
      if (outcome.kind === 'timeout' || outcome.kind === 'writeFailed') fail(outcome.kind);
    }),
  );
  let rejected = 0;
  subscription.add(
    parts.rejected$.subscribe((count) => {
      if (count > rejected) fail('rejected', count - rejected);
      rejected = count;
    }),
  );

  return {
    /** The counters, published once a second while connected if something changed; never for each chunk. */
    counters$: counters.live,
    reset: (): void => {
      tally = newTally(tally.connectedSince, clock.wallNow());
      counters.set(countersOf(tally, STILL, STILL));
      publish();
    },
    dispose: (): void => {
      subscription.unsubscribe();
      sampling?.unsubscribe();
      counters.dispose();
    },
  };
};

export type LineCountersController = ReturnType<typeof createLineCounters>;
