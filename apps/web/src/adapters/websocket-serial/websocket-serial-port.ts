import {
  done,
  err,
  type Clock,
  type CloseError,
  type OpenPort,
  type ReadOutcome,
  type Result,
  type WriteError,
} from '@batbot/core';
import { CloseCode, type Socket } from './socket-types.ts';
import { createSocketSignals } from './websocket-serial-signals.ts';

/** Milliseconds. */
const WRITE_DEADLINE = 5_000;
const CLOSE_DEADLINE = 2_000;
const DRAIN_POLL = 5;

/** Bytes the socket may hold back before a write waits for it. */
const HIGH_WATER = 64 * 1024;

/** Bytes of one frame; a server may refuse large ones. */
const FRAME_LIMIT = 64 * 1024;

/** Bytes kept for a reader that does not read. A WebSocket cannot be told to wait, so what follows is dropped, aloud. */
const QUEUE_LIMIT = 16 * 1024 * 1024;

type Final = Extract<ReadOutcome, { readonly kind: 'lost' | 'closed' }>;

type FinalError = { readonly kind: Final['kind']; readonly message: string };

export interface WebSocketPort {
  readonly port: OpenPort;
  readonly deliver: (bytes: Uint8Array) => void;
  /** A text frame came. */
  readonly hear: (text: string) => void;
  /** Lets go within this turn, without waiting: the page is about to vanish. */
  readonly release: () => void;
  /** The socket is closed, for whatever reason. */
  readonly ended: (message: string) => void;
}

export const createWebSocketPort = (socket: Socket, clock: Pick<Clock, 'after'>): WebSocketPort => {
  const arrived: ReadOutcome[] = [];
  let queued = 0;
  let isOverrun = false;
  let settleRead: ((outcome: ReadOutcome) => void) | undefined;
  let final: Final | undefined;
  let writing: Promise<unknown> = Promise.resolve();
  let closing: Promise<Result<void, CloseError>> | undefined;
  let tellGone: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => {
    tellGone = resolve;
  });

  const push = (outcome: ReadOutcome): void => {
    const settle = settleRead;
    settleRead = undefined;
    if (settle === undefined) arrived.push(outcome);
    else settle(outcome);
  };

  const finish = (outcome: Final): void => {
    if (final !== undefined) return;
    final = outcome;
    settleRead?.(outcome);
    settleRead = undefined;
  };

  const deliver = (bytes: Uint8Array): void => {
    if (final !== undefined || bytes.length === 0) return;
    if (settleRead === undefined) {
      if (queued + bytes.length > QUEUE_LIMIT) {
        if (!isOverrun) {
          push({ kind: 'glitch', name: 'BufferOverrunError', message: 'Nobody read in time.' });
        }
        isOverrun = true;
        return;
      }
      queued += bytes.length;
    }
    isOverrun = false;
    push({ kind: 'bytes', bytes });
  };

  const read = (): Promise<ReadOutcome> => {
    const next = final?.kind === 'closed' ? final : (arrived.shift() ?? final);
    if (next?.kind === 'bytes') queued -= next.bytes.length;
    if (next !== undefined) return Promise.resolve(next);
    return new Promise((resolve) => {
      settleRead = resolve;
    });
  };

  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      clock.after(DRAIN_POLL, resolve);
    });

  const finalError = (outcome: Final): FinalError =>
    outcome.kind === 'lost' ? outcome : { kind: 'closed', message: 'The port is closed.' };

  const signals = createSocketSignals(socket, clock, () => final && finalError(final));

  /** Waits until the socket holds little back; the error if that takes too long or never comes. */
  const drained = async (): Promise<WriteError | undefined> => {
    for (let waited = 0; socket.bufferedAmount > HIGH_WATER; waited += DRAIN_POLL) {
      if (waited >= WRITE_DEADLINE) {
        return { kind: 'failed', message: 'The device did not take the bytes in time.' };
      }
      await pause();
      if (final !== undefined) return finalError(final); // a dead socket may hold nothing back
    }
    return undefined;
  };

  const writeNow = async (bytes: Uint8Array<ArrayBuffer>): Promise<Result<void, WriteError>> => {
    if (final !== undefined) return err(finalError(final));
    try {
      for (let sent = 0; sent < bytes.length; sent += FRAME_LIMIT) {
        socket.send(bytes.subarray(sent, sent + FRAME_LIMIT));
        const error = await drained();
        if (error !== undefined) return err(error);
      }
    } catch (error) {
      return err({ kind: 'failed', message: String(error) });
    }
    return done;
  };

  const closeNow = async (): Promise<Result<void, CloseError>> => {
    const wasLost = final !== undefined;
    finish({ kind: 'closed' });
    let isLate = false;
    const cancel = clock.after(CLOSE_DEADLINE, () => {
      isLate = true;
      tellGone();
    });
    socket.close(CloseCode.normal);
    await gone;
    cancel();
    await writing;
    return isLate && !wasLost
      ? err({ kind: 'failed', message: 'The simulated device does not answer.' })
      : done;
  };

  return {
    port: {
      read,
      write: (bytes) => {
        const copy = new Uint8Array(bytes);
        const result = writing.then(() => writeNow(copy));
        writing = result;
        return result;
      },
      close: () => (closing ??= closeNow()),
      setSignals: signals.setSignals,
      sendBreak: signals.sendBreak,
      readSignals: signals.readSignals,
    },
    deliver,
    hear: signals.hear,
    release: () => {
      finish({ kind: 'closed' });
      signals.ended();
      tellGone();
      socket.close(CloseCode.normal);
    },
    ended: (message) => {
      finish({ kind: 'lost', message });
      signals.ended();
      tellGone();
    },
  };
};
