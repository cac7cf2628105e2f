import {
  done,
  err,
  ok,
  type Clock,
  type OpenPort,
  type Result,
  type SignalError,
} from '@batbot/core';
import { outcomeOf, type Outcome } from './outcome-of.ts';
import type { SerialOutputSignals, SerialPort } from './web-serial-types.ts';

/** Milliseconds. */
const SIGNAL_DEADLINE = 1_000;

type PortSignals = Pick<OpenPort, 'setSignals' | 'sendBreak' | 'readSignals'>;

const signalError = (
  outcome: Exclude<Outcome<unknown>, { readonly kind: 'done' }>,
): SignalError => {
  if (outcome.kind === 'late') return { kind: 'failed', message: 'The port does not answer.' };
  return {
    kind: outcome.name === 'InvalidStateError' ? 'closed' : 'failed',
    message: outcome.message,
  };
};

/** The control lines of an open port. `ended`: why there are none any more. */
export const createPortSignals = (
  port: SerialPort,
  clock: Pick<Clock, 'after'>,
  ended: () => SignalError | undefined,
): PortSignals => {
  const drive = async (signals: SerialOutputSignals): Promise<Result<void, SignalError>> => {
    const end = ended();
    if (end !== undefined) return err(end);
    const outcome = await outcomeOf(clock, SIGNAL_DEADLINE, () => port.setSignals(signals));
    return outcome.kind === 'done' ? done : err(ended() ?? signalError(outcome));
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
      await new Promise<void>((resolve) => {
        clock.after(ms, resolve);
      });
      return drive({ break: false });
    },
    readSignals: async () => {
      const end = ended();
      if (end !== undefined) return err(end);
      const outcome = await outcomeOf(clock, SIGNAL_DEADLINE, () => port.getSignals());
      if (outcome.kind !== 'done') return err(ended() ?? signalError(outcome));
      const { clearToSend, dataSetReady, dataCarrierDetect, ringIndicator } = outcome.value;
      return ok({ cts: clearToSend, dsr: dataSetReady, dcd: dataCarrierDetect, ri: ringIndicator });
    },
  };
};
