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
import type { SerialPort } from 'serialport';
import { createPortSignals } from './node-serial-signals.ts';

/** Milliseconds. */
const WRITE_DEADLINE = 5_000;
const CLOSE_DEADLINE = 2_000;
const WATCH_INTERVAL = 250;

const LOST = 'The device has been lost.';

/**
 * An open port of `serialport` as the core sees it. Reads are pulled from the stream in paused mode, so that at most
 * its high-water mark is held in memory and a slow reader slows the device's driver. `ended` is called when it is closed.
 *
 * `isPresent` is asked again and again: serialport's binding takes the endless end-of-file of a hung-up tty for "no
 * bytes yet" and reads on for ever, busily, unless the hang-up happens to find it waiting.
 */
export const createNodeSerialPort = (
  port: SerialPort,
  clock: Pick<Clock, 'after'>,
  isPresent: () => Promise<boolean>,
  ended: () => void,
): OpenPort => {
  let settleRead: ((outcome: ReadOutcome) => void) | undefined;

  const nextBytes = (): ReadOutcome | undefined => {
    const end = frame.end();
    if (end?.kind === 'closed') return end;
    const chunk: unknown = port.read();
    // A copy: the stream cuts its chunks out of one pool.
    if (Buffer.isBuffer(chunk)) return { kind: 'bytes', bytes: new Uint8Array(chunk) };
    return end;
  };

  const settle = (): void => {
    if (settleRead === undefined) return;
    const outcome = nextBytes();
    if (outcome === undefined) return;
    const resolve = settleRead;
    settleRead = undefined;
    resolve(outcome);
  };

  const writeNow = (bytes: Uint8Array): Promise<Result<void, WriteError>> =>
    new Promise((resolve) => {
      const settleWrite = (error: WriteError | undefined): void => {
        cancel();
        port.off('close', onClose);
        resolve(error === undefined ? done : err(error));
      };
      const fail = (message: string): void => {
        settleWrite(frame.endError() ?? { kind: 'failed', message });
      };
      const onClose = (): void => {
        fail('The port is closed.');
      };
      const cancel = clock.after(WRITE_DEADLINE, () => {
        port.flush(() => undefined); // drops what the driver holds: it must not go out behind the next write
        fail('The device did not take the bytes in time.');
      });
      port.once('close', onClose);
      port.write(bytes, (error) => {
        if (error === null || error === undefined) settleWrite(undefined);
        else fail(error.message);
      });
    });

  /** Also waits for a close that a loss has begun: only then does the system give the port out again. */
  const closeNow = (): Promise<Result<void, CloseError>> => {
    if (!port.isOpen && !port.closing) return Promise.resolve(done);
    return new Promise((resolve) => {
      const fail = (message: string): void => {
        ended();
        resolve(frame.end()?.kind === 'lost' ? done : err({ kind: 'failed', message }));
      };
      const cancel = clock.after(CLOSE_DEADLINE, () => {
        fail('The port does not close.');
      });
      port.once('close', () => {
        cancel();
        resolve(done);
      });
      if (port.isOpen) {
        port.close((error) => {
          if (error === null || error === undefined) return;
          cancel();
          fail(error.message);
        });
      }
    });
  };

  const frame = createPortFrame({ writeNow, closeNow, onEnd: settle });
  port.on('readable', settle);
  // Every failure ends in `close`, with its reason; without a listener `error` would end the process.
  port.on('error', () => undefined);
  port.once('close', (error: Error | null) => {
    frame.finish({ kind: 'lost', message: error?.message ?? LOST });
    cancelWatch();
    ended();
  });

  const watch = async (): Promise<void> => {
    const present = await isPresent();
    if (!port.isOpen) return;
    if (present) {
      cancelWatch = clock.after(WATCH_INTERVAL, () => void watch());
      return;
    }
    frame.finish({ kind: 'lost', message: LOST });
    port.close(() => undefined); // the `close` event does the rest
  };
  let cancelWatch = clock.after(WATCH_INTERVAL, () => void watch());

  return {
    read: () => {
      const outcome = nextBytes();
      if (outcome !== undefined) return Promise.resolve(outcome);
      return new Promise((resolve) => {
        settleRead = resolve;
      });
    },
    write: frame.write,
    close: frame.close,
    ...createPortSignals(port, clock, frame.endError),
  };
};
