import {
  distinctUntilChanged,
  exhaustMap,
  of,
  shareReplay,
  startWith,
  switchMap,
  takeWhile,
  timer,
  type Observable,
} from 'rxjs';
import { clockScheduler } from '../prelude/clock-scheduler.ts';
import { createLive } from '../prelude/live.ts';
import { err, type Result } from '../prelude/result.ts';
import { withTimeout } from '../prelude/with-timeout.ts';
import type { Clock } from '../ports/clock.ts';
import type { InputSignals, OpenPort, OutputSignals, SignalError } from '../ports/serial-link.ts';
import type { Traffic } from './traffic.ts';

/** The length of a break, as in the C library's `tcsendbreak`: 0.25 s is a break at any baud rate. */
const BREAK_MS = 250;
/** How often the device's lines are read while there is a subscriber. */
const READ_INTERVAL_MS = 500;
/** The time limit of a read. A port that does not answer within it counts as one without control lines (LINK-84). */
const SIGNAL_TIMEOUT_MS = 1_000;

/** The state of the device's control lines. */
export type InputLines =
  | { readonly kind: 'notConnected' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'known'; readonly signals: InputSignals }
  /** The port cannot report its lines. It is not asked again before the next connection. */
  | { readonly kind: 'unknown'; readonly error: SignalError };

export interface LineSignalsParts {
  readonly clock: Clock;
  readonly publish: (traffic: Traffic) => void;
}

const NOTHING: OutputSignals = {};
const NOT_CONNECTED: Result<never, SignalError> = err({
  kind: 'closed',
  message: 'not connected',
});

const NO_ANSWER: Result<never, SignalError> = err({
  kind: 'failed',
  message: 'The port does not answer.',
});

const sameLines = (one: InputLines, other: InputLines): boolean =>
  one.kind === 'known' && other.kind === 'known'
    ? (['cts', 'dsr', 'dcd', 'ri'] as const).every(
        (name) => one.signals[name] === other.signals[name],
      )
    : one.kind === other.kind;

const failureOf = (result: Result<void, SignalError>): { readonly failure?: string } =>
  result.ok ? {} : { failure: result.error.message };

export const createLineSignals = ({ clock, publish }: LineSignalsParts) => {
  const port = createLive<OpenPort | undefined>(undefined);
  const driven = createLive(NOTHING);

  const inTime = <T>(
    asked: Promise<Result<T, SignalError>>,
    extraMs = 0,
  ): Promise<Result<T, SignalError>> =>
    withTimeout(asked, clock, SIGNAL_TIMEOUT_MS + extraMs, NO_ANSWER);

  const read = async (open: OpenPort): Promise<InputLines> => {
    const result = await inTime(open.readSignals());
    return result.ok
      ? { kind: 'known', signals: result.value }
      : { kind: 'unknown', error: result.error };
  };
  const monitor = (open: OpenPort): Observable<InputLines> =>
    timer(0, READ_INTERVAL_MS, clockScheduler(clock)).pipe(
      exhaustMap(() => read(open)), // exhaust: a slow driver gets no second request before it has answered the first
      takeWhile(({ kind }) => kind === 'known', true),
      startWith<InputLines>({ kind: 'asking' }),
    );

  return {
    /** The lines that the user drove on this connection. All other lines are as the operating system left them. */
    driven$: driven.live,
    set: async (signals: OutputSignals): Promise<Result<void, SignalError>> => {
      const open = port.live.value;
      if (open === undefined) return NOT_CONNECTED;
      const result = await inTime(open.setSignals(signals));
      if (result.ok && port.live.value === open) {
        driven.update((present) => ({ ...present, ...signals }));
      }
      publish({ kind: 'signals', at: clock.wallNow(), signals, ...failureOf(result) });
      return result;
    },
    sendBreak: async (): Promise<Result<void, SignalError>> => {
      const open = port.live.value;
      if (open === undefined) return NOT_CONNECTED;
      const result = await inTime(open.sendBreak(BREAK_MS), BREAK_MS);
      publish({ kind: 'break', at: clock.wallNow(), ms: BREAK_MS, ...failureOf(result) });
      return result;
    },
    /** The device's lines. They are read from the port only while there is a subscriber. */
    inputs$: port.live.pipe(
      switchMap((open) =>
        open === undefined ? of<InputLines>({ kind: 'notConnected' }) : monitor(open),
      ),
      distinctUntilChanged(sameLines),
      // Replays the last value: a later subscriber would otherwise wait for a change.
      shareReplay({ bufferSize: 1, refCount: true }),
    ),
    /** Sets the port that is open now; undefined if no port is open. */
    attach: (open: OpenPort | undefined): void => {
      port.set(open);
      driven.set(NOTHING);
    },
    dispose: (): void => {
      port.dispose();
      driven.dispose();
    },
  };
};

/** The control lines of the connection. Only the user drives them; connecting and disconnecting do not change them. */
export type LineSignals = Omit<ReturnType<typeof createLineSignals>, 'attach' | 'dispose'>;
