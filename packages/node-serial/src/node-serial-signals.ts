import {
  done,
  err,
  ok,
  pause,
  type Clock,
  type OpenPort,
  type Result,
  type SignalError,
} from '@batbot/core';
import type { SerialPort } from 'serialport';

type PortSignals = Pick<OpenPort, 'setSignals' | 'sendBreak' | 'readSignals'>;

/** Error texts of the system for a port without control lines, such as a pseudo-terminal (ENOTTY, EINVAL). */
const noLinesWords = /inappropriate ioctl|not a typewriter|invalid argument|cannot (get|set)/i;

const signalError = (message: string): SignalError => ({
  kind: noLinesWords.test(message) ? 'unsupported' : 'failed',
  message,
});

/** Creates the control-line functions of an open port. `ended` returns why the port has ended, if it has. */
export const createPortSignals = (
  port: SerialPort,
  clock: Pick<Clock, 'after'>,
  ended: () => SignalError | undefined,
): PortSignals => {
  // serialport sets all lines at once, so the unchanged ones are passed too. Systems raise both lines when they open
  // the port.
  let lines = { dtr: true, rts: true };

  const drive = (next: typeof lines, brk: boolean): Promise<Result<void, SignalError>> =>
    new Promise((resolve) => {
      const end = ended();
      if (end !== undefined) {
        resolve(err(end));
        return;
      }
      port.set({ ...next, brk }, (error) => {
        if (error === null) {
          lines = next;
          resolve(done);
        } else resolve(err(ended() ?? signalError(error.message)));
      });
    });

  return {
    setSignals: ({ dtr = lines.dtr, rts = lines.rts }) => drive({ dtr, rts }, false),
    sendBreak: async (ms) => {
      const begun = await drive(lines, true);
      if (!begun.ok) return begun;
      await pause(clock, ms);
      return drive(lines, false);
    },
    readSignals: () =>
      new Promise((resolve) => {
        const end = ended();
        if (end !== undefined) {
          resolve(err(end));
          return;
        }
        port.get((error, status) => {
          if (error !== null || status === undefined) {
            resolve(err(ended() ?? signalError(error?.message ?? 'The port reports nothing.')));
            return;
          }
          const { cts, dsr, dcd } = status;
          resolve(ok({ cts, dsr, dcd, ri: false })); // serialport does not report the line RI
        });
      }),
  };
};
