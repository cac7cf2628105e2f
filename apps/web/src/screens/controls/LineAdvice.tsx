import { unreachable, type Diagnosis, type Link } from '@batbot/core';
import { useLive } from '../../react/use-live.ts';
import './line-advice.css';

/** What the errors of the line mean, and what to do; undefined while the line is well. */
export const adviceText = (diagnosis: Diagnosis): string | undefined => {
  switch (diagnosis.kind) {
    case 'well':
      return undefined;
    case 'wrongBaudRate':
      return `${diagnosis.unreadablePercent} % of what arrived in ${diagnosis.windowS} s is no text: the device probably speaks at another baud rate.`;
    case 'silent':
      return `The last ${diagnosis.commands} commands were not answered at all. Check power and cable${diagnosis.tryBaudRate === undefined ? ': at this baud rate it has answered before' : ', or try another baud rate'}.`;
    case 'badLine':
      return `${diagnosis.errors} errors on the line in ${diagnosis.windowS} s (${diagnosis.names.join(', ')}): check cable, plug and ground.`;
    case 'overrun':
      return `Bytes were lost ${diagnosis.errors} times in ${diagnosis.windowS} s: this computer was too busy to fetch them. Close other programs or tabs.`;
    default:
      return unreachable(diagnosis);
  }
};

/** One line of advice while the line has trouble, with the button that tries the cure. */
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
        {text}
      </p>
      {otherRate !== undefined && (
        <button
          type="button"
          className="button"
          onClick={() => {
            // Its failures are told by the core's notices and by the pill.
            void link.reopenAt(otherRate);
          }}
        >
          Try {otherRate} baud
        </button>
      )}
    </div>
  );
};
