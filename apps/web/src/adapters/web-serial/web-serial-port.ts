import {
  createPortFrame,
  done,
  err,
  type Clock,
  type CloseError,
  type GlitchName,
  type ReadOutcome,
  type Result,
  type WriteError,
} from '@batbot/core';
import { describeError, failureOf } from './describe-error.ts';
import { createPortSignals } from './web-serial-signals.ts';
import type { SerialPort } from './web-serial-types.ts';

const LOST = 'The device has been lost.';

const glitchNames: ReadonlySet<string> = new Set<GlitchName>([
  'BufferOverrunError',
  'BreakError',
  'FramingError',
  'ParityError',
  'UnknownError',
]);

const isGlitch = (name: string): name is GlitchName => glitchNames.has(name);

/** Creates the open port for the core. `ended` is called once, when the platform's port is closed. */
export const createWebSerialPort = (
  port: SerialPort,
  clock: Pick<Clock, 'after'>,
  ended: () => void,
) => {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  let writer: WritableStreamDefaultWriter<Uint8Array> | undefined;
  let settleRead: ((outcome: ReadOutcome) => void) | undefined;
  let reading: Promise<unknown> = Promise.resolve();
  /** The abort of the previous write. The next write waits for it. */
  let aborting: Promise<unknown> = Promise.resolve();
  /** Whether the page is about to be unloaded. Closing then waits for nothing. */
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
          // Reading `readable` creates a new stream, so it must not happen while the port is closing.
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
    await aborting;
    const stream = port.writable;
    if (stream === null) frame.finish({ kind: 'lost', message: LOST });
    const end = frame.endError();
    if (stream === null || end !== undefined) return err(end ?? { kind: 'lost', message: LOST });
    const failure = await failureOf(() => {
      writer = stream.getWriter();
      return writer.write(bytes);
    });
    releaseWriter();
    if (failure === undefined) return done;
    const { name, message } = failure;
    if (name === 'NetworkError') frame.finish({ kind: 'lost', message });
    return err(frame.endError() ?? { kind: 'failed', message });
  };

  const abortWrite = (): void => {
    const stuck = writer;
    if (stuck === undefined) return;
    aborting = failureOf(() => stuck.abort('The write was aborted.'));
    releaseWriter();
  };

  /** Closes the writer, which sends the bytes that the system still buffers. Closing the port would discard them. */
  const flush = async (): Promise<void> => {
    await frame.untilAborted(frame.written);
    if (frame.end()?.kind === 'lost') return;
    await frame.untilAborted(async () => {
      await aborting;
      writer = port.writable?.getWriter();
      await writer?.close();
    });
    releaseWriter();
  };

  const closePlatform = async (): Promise<Result<void, CloseError>> => {
    const failure = await failureOf(() => port.close());
    ended();
    // InvalidStateError: the port is already closed.
    return failure === undefined ||
      frame.end()?.kind === 'lost' ||
      failure.name === 'InvalidStateError'
      ? done
      : err({ kind: 'failed', message: failure.message });
  };

  const closeNow = async (): Promise<Result<void, CloseError>> => {
    if (isReleased) return closePlatform();
    const cancelling = reader;
    if (cancelling !== undefined) {
      await frame.untilAborted(() => cancelling.cancel());
      await frame.untilAborted(() => reading);
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

  const frame = createPortFrame({
    writeNow,
    abortWrite,
    closeNow,
    onEnd: (end) => settleRead?.(end),
  });

  return {
    port: {
      read,
      write: frame.write,
      abort: frame.abort,
      close: frame.close,
      ...createPortSignals(port, clock, frame.endError),
    },
    /** Ends the port because the platform reported the loss of the device, regardless of its streams. */
    lose: (message: string): void => {
      frame.finish({ kind: 'lost', message });
      const cancelling = reader;
      if (cancelling !== undefined) void failureOf(() => cancelling.cancel());
    },
    /** Releases everything synchronously, because the page is about to be unloaded. */
    release: (): void => {
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

export type WebSerialPort = ReturnType<typeof createWebSerialPort>;
