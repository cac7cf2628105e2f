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
import { describeError, failureOf, type ThrownError } from './describe-error.ts';
import type { SerialOutputSignals, SerialPort } from './web-serial-types.ts';

type PortSignals = Pick<OpenPort, 'setSignals' | 'sendBreak' | 'readSignals'>;

const signalError = ({ name, message }: ThrownError): SignalError => ({
  kind: name === 'InvalidStateError' ? 'closed' : 'failed',
  message,
});

/** Creates access to the control lines of an open port. `ended` returns why the port has ended, or undefined. */
export const createPortSignals = (
  port: SerialPort,
  clock: Pick<Clock, 'after'>,
  ended: () => SignalError | undefined,
): PortSignals => {
  const drive = async (signals: SerialOutputSignals): Promise<Result<void, SignalError>> => {
    const end = ended();
    if (end !== undefined) return err(end);
    const failure = await failureOf(() => port.setSignals(signals));
    return failure === undefined ? done : err(ended() ?? signalError(failure));
  };

  return {
    setSignals: ({ dtr, rts }) =>
      drive({
        ...(dtr === undefined ? {} : { dataTerminalReady: dtr }),
        ...(rts === undefined ? {} : { requestToSend: rts }),
      }),
    sendBreak: async (ms) => {
      const begun = await drive({ break: true });
      if (!begun.ok) return begun;
      await pause(clock, ms);
      return drive({ break: false });
    },
    readSignals: async () => {
      const end = ended();
      if (end !== undefined) return err(end);
      try {
        const { clearToSend, dataSetReady, dataCarrierDetect, ringIndicator } =
          await port.getSignals();
        return ok({
          cts: clearToSend,
          dsr: dataSetReady,
          dcd: dataCarrierDetect,
          ri: ringIndicator,
        });
      } catch (error) {
        return err(ended() ?? signalError(describeError(error)));
      }
    },
  };
};
