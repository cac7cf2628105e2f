import {
  createPortFrame,
  done,
  err,
  type Clock,
  type CloseError,
  type GlitchName,
  type OpenPort,
  type ReadOutcome,
  type Result,
  type WriteError,
} from '@batbot/core';
import { describeError, outcomeOf } from './outcome-of.ts';
import { createPortSignals } from './web-serial-signals.ts';
import type { SerialPort } from './web-serial-types.ts';

/** Deadlines in milliseconds: no promise of the platform is trusted to settle. */
const WRITE_DEADLINE = 5_000;
const CANCEL_DEADLINE = 500;
/** How long a close lets a write under way finish before it aborts it. */
const WRITE_GRACE = 250;
const FLUSH_DEADLINE = 500;
const CLOSE_DEADLINE = 2_000;

const LOST = 'The device has been lost.';

const glitchNames: ReadonlySet<string> = new Set<GlitchName>([
  'BufferOverrunError',
  'BreakError',
  'FramingError',
  'ParityError',
  'UnknownError',
]);

const isGlitch = (name: string): name is GlitchName => glitchNames.has(name);

export interface WebSerialPort {
  readonly port: OpenPort;
  /** The platform says that the device is gone, whatever its streams still say. */
  readonly lose: (message: string) => void;
  /** Lets go of everything within this turn: the page is about to vanish. */
  readonly release: () => void;
}

/** The open `port` as the core sees it. `ended` is called once, when the platform's port is closed or given up. */
export const createWebSerialPort = (
  port: SerialPort,
  clock: Pick<Clock, 'after'>,
  ended: () => void,
): WebSerialPort => {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  let writer: WritableStreamDefaultWriter<Uint8Array> | undefined;
  let settleRead: ((outcome: ReadOutcome) => void) | undefined;
  let reading: Promise<unknown> = Promise.resolve();
  /** The page is about to vanish: nothing is waited for. */
  let isReleased = false;

  const releaseReader = (): void => {
    reader?.releaseLock();
    reader = undefined;
  };
  const releaseWriter = (): void => {
    writer?.releaseLock();
    writer = undefined;
  };

  const failedRead = (error: unknown): ReadOutcome => {
    const { name, message } = describeError(error);
    const end = frame.end();
    if (end !== undefined) return end;
    if (isGlitch(name)) return { kind: 'glitch', name, message };
    if (name === 'NetworkError' || port.readable === null)
      return frame.finish({ kind: 'lost', message });
    return { kind: 'glitch', name: 'UnknownError', message };
  };

  const readNext = async (): Promise<ReadOutcome> => {
    for (;;) {
      const end = frame.end();
      if (end !== undefined) return end;
      const stream = port.readable;
      if (stream === null) return frame.finish({ kind: 'lost', message: LOST });
      try {
        reader ??= stream.getReader();
        const chunk = await reader.read();
        if (!chunk.done && chunk.value.length > 0) {
          return frame.end() ?? { kind: 'bytes', bytes: chunk.value };
        }
        if (chunk.done) {
          releaseReader();
          // Asking for `readable` makes a new stream: never while the port is closing.
          if (frame.end() === undefined && port.readable === stream)
            return frame.finish({ kind: 'lost', message: LOST });
        }
      } catch (error) {
        releaseReader();
        return failedRead(error);
      }
    }
  };

  const writeNow = async (bytes: Uint8Array): Promise<Result<void, WriteError>> => {
    const stream = port.writable;
    if (stream === null) frame.finish({ kind: 'lost', message: LOST });
    const end = frame.endError();
    if (stream === null || end !== undefined) return err(end ?? { kind: 'lost', message: LOST });
    const outcome = await outcomeOf(clock, WRITE_DEADLINE, () => {
      writer = stream.getWriter();
      return writer.write(bytes);
    });
    if (outcome.kind === 'late') await abortWriter('The device did not take the bytes in time.');
    releaseWriter();
    if (outcome.kind === 'done') return done;
    if (outcome.kind === 'failed' && outcome.name === 'NetworkError') {
      frame.finish({ kind: 'lost', message: outcome.message });
    }
    const message =
      outcome.kind === 'late' ? 'The device did not take the bytes in time.' : outcome.message;
    return err(frame.endError() ?? { kind: 'failed', message });
  };

  const abortWriter = async (reason: string): Promise<void> => {
    const aborting = writer;
    if (aborting === undefined) return;
    await outcomeOf(clock, CANCEL_DEADLINE, () => aborting.abort(reason));
  };

  /** Without this, closing the port would throw away what the system has not sent yet. */
  const flush = async (): Promise<void> => {
    const outcome = await outcomeOf(clock, WRITE_GRACE, frame.written);
    if (outcome.kind === 'late') {
      await abortWriter('The port is closing.');
      releaseWriter();
      return;
    }
    if (frame.end()?.kind === 'lost') return;
    const closed = await outcomeOf(clock, FLUSH_DEADLINE, async () => {
      writer = port.writable?.getWriter();
      await writer?.close();
    });
    if (closed.kind === 'late') await abortWriter('The port is closing.');
    releaseWriter();
  };

  const closePlatform = async (): Promise<Result<void, CloseError>> => {
    const outcome = await outcomeOf(clock, CLOSE_DEADLINE, () => port.close());
    ended();
    if (outcome.kind === 'done' || frame.end()?.kind === 'lost') return done;
    if (outcome.kind === 'late')
      return err({ kind: 'failed', message: 'The port does not close.' });
    // InvalidStateError: it was closed already, which is what was asked for.
    return outcome.name === 'InvalidStateError'
      ? done
      : err({ kind: 'failed', message: outcome.message });
  };

  const closeNow = async (): Promise<Result<void, CloseError>> => {
    if (isReleased) return closePlatform();
    const cancelling = reader;
    if (cancelling !== undefined) {
      await outcomeOf(clock, CANCEL_DEADLINE, () => cancelling.cancel());
      await outcomeOf(clock, CANCEL_DEADLINE, () => reading);
    }
    releaseReader();
    await flush();
    return closePlatform();
  };

  const read = (): Promise<ReadOutcome> => {
    const end = frame.end();
    if (end !== undefined) return Promise.resolve(end);
    return new Promise((resolve) => {
      settleRead = resolve;
      reading = readNext().then(resolve);
    });
  };

  const frame = createPortFrame({ writeNow, closeNow, onEnd: (end) => settleRead?.(end) });

  return {
    port: {
      read,
      write: frame.write,
      close: frame.close,
      ...createPortSignals(port, clock, frame.endError),
    },
    lose: (message) => {
      frame.finish({ kind: 'lost', message });
      const cancelling = reader;
      if (cancelling !== undefined) {
        void outcomeOf(clock, CANCEL_DEADLINE, () => cancelling.cancel());
      }
    },
    release: () => {
      isReleased = true;
      frame.finish({ kind: 'closed' });
      void reader?.cancel().catch(() => undefined);
      void writer?.abort().catch(() => undefined);
      releaseReader();
      releaseWriter();
      void frame.close();
    },
  };
};
