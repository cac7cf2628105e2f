import { Button } from 'antd';
import { unreachable, type Diagnosis, type Link } from '@batbot/core';
import { useLive } from '../../react/use-live.ts';
import { HelpLink } from './HelpLink.tsx';
import './line-advice.css';

/** Describes a fault of the connection and its remedy; undefined if the connection works. */
export const adviceText = (diagnosis: Diagnosis): string | undefined => {
  switch (diagnosis.kind) {
    case 'well':
      return undefined;
    case 'wrongBaudRate':
      return `${diagnosis.unreadablePercent}\u202F% of received data is unreadable: probably the wrong baud rate.`;
    case 'silent':
      return `No answer to the last ${diagnosis.commands} commands. Check power and cable${diagnosis.tryBaudRate === undefined ? ' (this baud rate worked before)' : ', or try another baud rate'}.`;
    case 'badLine':
      return `${diagnosis.errors} errors on the port in ${diagnosis.windowS}\u202Fs (${diagnosis.names.join(', ')}): check cable, plug and ground.`;
    case 'overrun':
      return `Bytes were lost ${diagnosis.errors} times in ${diagnosis.windowS}\u202Fs: this computer was too busy to read them. Close other programs or tabs.`;
    default:
      return unreachable(diagnosis);
  }
};

/** Shows advice while the connection is faulty, with a button that applies the remedy. */
export const LineAdvice = ({ link }: { readonly link: Link }) => {
  const diagnosis = useLive(link.diagnosis$);
  const isConnected = useLive(link.connection$).kind === 'connected';
  const text = adviceText(diagnosis);
  const otherRate = 'tryBaudRate' in diagnosis ? diagnosis.tryBaudRate : undefined;
  if (!isConnected || text === undefined) return null;
  return (
    <div className="line-advice" role="status">
      <p>
        <span aria-hidden>▲ </span>
        {text} <HelpLink topic="lineFault" />
      </p>
      {otherRate !== undefined && (
        <Button
          onClick={() => {
            // The notices and the device chip show failures.
            void link.reopenAt(otherRate);
          }}
        >
          Try {otherRate} baud
        </Button>
      )}
    </div>
  );
};
