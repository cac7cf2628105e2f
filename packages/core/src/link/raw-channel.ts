import { Subject, type Observable } from 'rxjs';
import type { Result } from '../prelude/result.ts';
import type { Clock } from '../ports/clock.ts';
import type { RawWriteError } from './link-api.ts';
import type { Outcome, Traffic } from './traffic.ts';

/**
 * The open connection as plain bytes, for one owner. While it is open, commands wait, polls are skipped, and received
 * bytes are not read as lines.
 */
export interface RawChannel {
  /** The received bytes, chunk by chunk. Completes when the channel or the connection ends; never errors. */
  readonly received$: Observable<Uint8Array>;
  readonly write: (bytes: Uint8Array) => Promise<Result<void, RawWriteError>>;
  /** Returns the connection to commands and lines. May be called repeatedly. */
  readonly close: () => void;
}

/** Why no raw channel was opened. `refused`: the command that should have been sent before did not end with `ok`. */
export type RawOpenError =
  | { readonly kind: 'notConnected' | 'alreadyOpen' }
  | { readonly kind: 'refused'; readonly outcome: Outcome };

export interface RawChannelParts {
  readonly clock: Clock;
  readonly write: RawChannel['write'];
  /** Called once, with the summary for the log. */
  readonly onClose: (summary: Extract<Traffic, { kind: 'transfer' }>) => void;
}

/** The link's side of a raw channel. */
export const createRawChannel = (parts: RawChannelParts) => {
  const { clock } = parts;
  const received = new Subject<Uint8Array>();
  const openedAt = clock.monotonicNow();
  let sentBytes = 0;
  let receivedBytes = 0;
  let isClosed = false;
  const channel: RawChannel = {
    received$: received.asObservable(),
    write: (bytes) => {
      if (isClosed) return Promise.resolve({ ok: false, error: { kind: 'notConnected' } });
      sentBytes += bytes.length;
      return parts.write(bytes);
    },
    close: () => {
      if (isClosed) return;
      isClosed = true;
      const ms = clock.monotonicNow() - openedAt;
      parts.onClose({ kind: 'transfer', at: clock.wallNow(), sentBytes, receivedBytes, ms });
      received.complete();
    },
  };
  return {
    channel,
    push: (bytes: Uint8Array): void => {
      receivedBytes += bytes.length;
      received.next(bytes);
    },
  };
};
