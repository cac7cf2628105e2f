import {
  createPortFrame,
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

  const deliver = (bytes: Uint8Array): void => {
    if (frame.end() !== undefined || bytes.length === 0) return;
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
    const end = frame.end();
    const next = end?.kind === 'closed' ? end : (arrived.shift() ?? end);
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

  /** Waits until the socket holds little back; the error if that takes too long or never comes. */
  const drained = async (): Promise<WriteError | undefined> => {
    for (let waited = 0; socket.bufferedAmount > HIGH_WATER; waited += DRAIN_POLL) {
      if (waited >= WRITE_DEADLINE) {
        return { kind: 'failed', message: 'The device did not take the bytes in time.' };
      }
      await pause();
      const ended = frame.endError();
      if (ended !== undefined) return ended; // a dead socket may hold nothing back
    }
    return undefined;
  };

  const writeNow = async (bytes: Uint8Array<ArrayBuffer>): Promise<Result<void, WriteError>> => {
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
    let isLate = false;
    const cancel = clock.after(CLOSE_DEADLINE, () => {
      isLate = true;
      tellGone();
    });
    socket.close(CloseCode.normal);
    await gone;
    cancel();
    await frame.written();
    return isLate && frame.end()?.kind === 'closed'
      ? err({ kind: 'failed', message: 'The simulated device does not answer.' })
      : done;
  };

  const frame = createPortFrame({
    writeNow,
    closeNow,
    onEnd: (end) => {
      settleRead?.(end);
      settleRead = undefined;
      signals.ended();
    },
  });
  const signals = createSocketSignals(socket, clock, frame.endError);

  return {
    port: {
      read,
      write: frame.write,
      close: frame.close,
      setSignals: signals.setSignals,
      sendBreak: signals.sendBreak,
      readSignals: signals.readSignals,
    },
    deliver,
    hear: signals.hear,
    release: () => {
      frame.finish({ kind: 'closed' });
      tellGone();
      socket.close(CloseCode.normal);
    },
    ended: (message) => {
      frame.finish({ kind: 'lost', message });
      tellGone();
    },
  };
};
