import { Button, Flex } from 'antd';
import { DIAGNOSIS_WINDOW_S, unreachable, type Diagnosis } from '@batbot/core';
import { useCore } from '../../react/core-context.tsx';
import { useConnected } from '../../react/use-connected.ts';
import { useLive } from '../../react/use-live.ts';
import { useDeviceWork } from '../parameters/use-device-work.ts';
import { ProblemAlert } from './ProblemAlert.tsx';
import { useIdentify } from './use-identify.tsx';

/** Describes a fault of the connection and its remedy; undefined if the connection works. */
export const adviceText = (diagnosis: Diagnosis): string | undefined => {
  switch (diagnosis.kind) {
    case 'well':
      return undefined;
    case 'wrongBaudRate':
      return `${diagnosis.unreadablePercent}\u202F% of received data is unreadable: probably the wrong baud rate.`;
    case 'silent':
      return `No answer to the last ${diagnosis.commands} commands. Check power and cable${diagnosis.tryBaudRate === undefined ? ' (this baud rate worked before).' : ', or try another baud rate. If the device is of another make, identify it.'}`;
    case 'badLine':
      return `${diagnosis.errors} errors on the port in ${DIAGNOSIS_WINDOW_S}\u202Fs (${diagnosis.names.join(', ')}): check cable, plug and ground.`;
    case 'overrun':
      return `Bytes were lost ${diagnosis.errors} times in ${DIAGNOSIS_WINDOW_S}\u202Fs: this computer was too busy to read them. Close other programs or tabs.`;
    default:
      return unreachable(diagnosis);
  }
};

/** Shows advice while the connection is faulty, with a button that applies the remedy. */
export const LineAdvice = () => {
  const { link } = useCore();
  const diagnosis = useLive(link.diagnosis$);
  const isConnected = useConnected();
  const [identify, identifyDialog] = useIdentify();
  // A device that restarts during a change is silent, and another rate would interrupt the change [LINK-125].
  const isWorking = useDeviceWork() !== undefined;
  const text = adviceText(diagnosis);
  const otherRate = 'tryBaudRate' in diagnosis ? diagnosis.tryBaudRate : undefined;
  return (
    <>
      <ProblemAlert
        type="warning"
        role="status"
        help="lineFault"
        title={isConnected && !isWorking && text}
        action={
          otherRate !== undefined && (
            <Flex wrap gap={8}>
              <Button
                onClick={() => {
                  // The notices and the device chip show failures.
                  void link.reopenAt(otherRate);
                }}
              >
                Try {otherRate} baud
              </Button>
              <Button onClick={identify}>Identify the device…</Button>
            </Flex>
          )
        }
      />
      {identifyDialog}
    </>
  );
};
