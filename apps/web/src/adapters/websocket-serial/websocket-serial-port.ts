import {
  createPortFrame,
  done,
  err,
  pause,
  type Clock,
  type CloseError,
  type ReadOutcome,
  type Result,
  type WriteError,
} from '@batbot/core';
import { CloseCode, type Socket } from './socket-types.ts';
import { createSocketSignals } from './websocket-serial-signals.ts';

/** Milliseconds between two checks of the socket's buffer, for which there is no event. */
const DRAIN_POLL = 5;

/** Maximum number of bytes that the socket buffers. Above it, a write waits. */
const HIGH_WATER = 64 * 1024;

/** Maximum number of bytes per frame. A server may refuse larger frames. */
const FRAME_LIMIT = 64 * 1024;

/**
 * Limit of the bytes queued for a reader that does not read. A WebSocket has no flow control, so further bytes are
 * dropped and reported.
 */
const QUEUE_LIMIT = 16 * 1024 * 1024;

export const createWebSocketPort = (socket: Socket, clock: Pick<Clock, 'after'>) => {
  const arrived: ReadOutcome[] = [];
  let queued = 0;
  let isOverrun = false;
  /** Counts the writes and the aborts, so that an aborted write ends although the next one has begun. */
  let writes = 0;
  let settleRead: ((outcome: ReadOutcome) => void) | undefined;
  let resolveGone: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => {
    resolveGone = resolve;
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
          push({
            kind: 'glitch',
            name: 'BufferOverrunError',
            message: 'The data was not read in time.',
          });
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

  /** Waits while the socket buffers too much. Returns why the write ends, if it does. */
  const drained = async (mine: number): Promise<WriteError | undefined> => {
    while (socket.bufferedAmount > HIGH_WATER) {
      await pause(clock, DRAIN_POLL);
      const ended = frame.endError();
      if (ended !== undefined) return ended; // the buffer of a broken socket may be empty
      if (mine !== writes) return { kind: 'failed', message: 'The write was aborted.' };
    }
    return undefined;
  };

  const writeNow = async (bytes: Uint8Array<ArrayBuffer>): Promise<Result<void, WriteError>> => {
    writes += 1;
    const mine = writes;
    try {
      for (let sent = 0; sent < bytes.length; sent += FRAME_LIMIT) {
        socket.send(bytes.subarray(sent, sent + FRAME_LIMIT));
        const error = await drained(mine);
        if (error !== undefined) return err(error);
      }
    } catch (error) {
      return err({ kind: 'failed', message: String(error) });
    }
    return done;
  };

  const closeNow = async (): Promise<Result<void, CloseError>> => {
    socket.close(CloseCode.normal);
    await gone;
    await frame.written();
    return done;
  };

  const frame = createPortFrame({
    writeNow,
    abortWrite: () => {
      writes += 1;
    },
    closeNow,
    onEnd: (end) => {
      settleRead?.(end);
      settleRead = undefined;
      signals.ended();
    },
  });
  const signals = createSocketSignals(socket, frame.endError);

  return {
    port: {
      read,
      write: frame.write,
      abort: frame.abort,
      close: frame.close,
      setSignals: signals.setSignals,
      sendBreak: signals.sendBreak,
      readSignals: signals.readSignals,
    },
    deliver,
    /** Handles a text frame. */
    hear: signals.hear,
    /** Releases everything synchronously, because the page is about to be unloaded. */
    release: (): void => {
      frame.finish({ kind: 'closed' });
      resolveGone();
      socket.close(CloseCode.normal);
    },
    /** Handles the closing of the socket, for any reason. */
    ended: (message: string): void => {
      frame.finish({ kind: 'lost', message });
      resolveGone();
    },
  };
};
