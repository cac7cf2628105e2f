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
import { createLive, type Live } from '../prelude/live.ts';
import { err, type Result } from '../prelude/result.ts';
import type { Clock } from '../ports/clock.ts';
import type { InputSignals, OpenPort, OutputSignals, SignalError } from '../ports/serial-link.ts';
import type { Traffic } from './traffic.ts';

/** As long as the C library's `tcsendbreak` holds it: 0.25 s is a break at any baud rate. */
const BREAK_MS = 250;
/** The device's lines are looked at this often while somebody watches. */
const LOOK_MS = 500;

/** What the device's lines say. */
export type InputLines =
  | { readonly kind: 'notConnected' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'known'; readonly signals: InputSignals }
  /** The port cannot tell; it is not asked again before the next connection. */
  | { readonly kind: 'unknown'; readonly error: SignalError };

/** The control lines of the connection: moved by the user alone, never by connecting or disconnecting. */
export interface LineSignals {
  /** What the user drove on this connection; a line not named is as the system left it. */
  readonly driven$: Live<OutputSignals>;
  readonly set: (signals: OutputSignals) => Promise<Result<void, SignalError>>;
  readonly sendBreak: () => Promise<Result<void, SignalError>>;
  /** The port is asked while somebody subscribes, and only then. */
  readonly inputs$: Observable<InputLines>;
}

/** The link's own side of it. */
export interface LineSignalsKeeper extends LineSignals {
  /** Another port is open from now on, or none. */
  readonly attach: (port: OpenPort | undefined) => void;
  readonly dispose: () => void;
}

export interface LineSignalsParts {
  readonly clock: Clock;
  readonly publish: (traffic: Traffic) => void;
}

const NOTHING: OutputSignals = {};
const NOT_CONNECTED: Result<never, SignalError> = err({
  kind: 'closed',
  message: 'not connected',
});

const sameLines = (one: InputLines, other: InputLines): boolean =>
  one.kind === 'known' && other.kind === 'known'
    ? (['cts', 'dsr', 'dcd', 'ri'] as const).every(
        (name) => one.signals[name] === other.signals[name],
      )
    : one.kind === other.kind;

const failureOf = (result: Result<void, SignalError>): { readonly failure?: string } =>
  result.ok ? {} : { failure: result.error.message };

export const createLineSignals = ({ clock, publish }: LineSignalsParts): LineSignalsKeeper => {
  const port = createLive<OpenPort | undefined>(undefined);
  const driven = createLive(NOTHING);

  const look = async (open: OpenPort): Promise<InputLines> => {
    const read = await open.readSignals();
    return read.ok
      ? { kind: 'known', signals: read.value }
      : { kind: 'unknown', error: read.error };
  };
  const watch = (open: OpenPort): Observable<InputLines> =>
    timer(0, LOOK_MS, clockScheduler(clock)).pipe(
      exhaustMap(() => look(open)), // exhaust: a slow driver is not asked twice at once
      takeWhile(({ kind }) => kind === 'known', true),
      startWith<InputLines>({ kind: 'asking' }),
    );

  return {
    driven$: driven.live,
    set: async (signals) => {
      const open = port.live.value;
      if (open === undefined) return NOT_CONNECTED;
      const result = await open.setSignals(signals);
      if (result.ok && port.live.value === open) {
        driven.update((present) => ({ ...present, ...signals }));
      }
      publish({ kind: 'signals', at: clock.wallNow(), signals, ...failureOf(result) });
      return result;
    },
    sendBreak: async () => {
      const open = port.live.value;
      if (open === undefined) return NOT_CONNECTED;
      const result = await open.sendBreak(BREAK_MS);
      publish({ kind: 'break', at: clock.wallNow(), ms: BREAK_MS, ...failureOf(result) });
      return result;
    },
    inputs$: port.live.pipe(
      switchMap((open) =>
        open === undefined ? of<InputLines>({ kind: 'notConnected' }) : watch(open),
      ),
      distinctUntilChanged(sameLines),
      // With what was told last: whoever looks later, while others do, would else wait for a change.
      shareReplay({ bufferSize: 1, refCount: true }),
    ),
    attach: (open) => {
      port.set(open);
      driven.set(NOTHING);
    },
    dispose: () => {
      port.dispose();
      driven.dispose();
    },
  };
};
