import { bytesText, counted } from '../../../text/format.ts';
import { useCore } from '../../../react/core-context.tsx';
import { useLive } from '../../../react/use-live.ts';
import { errorCount } from './line-words.ts';
import './line.css';

/** Both rates and the number of errors, for the tool bar; the panel tells more. */
export const LineMeter = () => {
  const { lineCounters } = useCore();
  const counters = useLive(lineCounters.counters$);
  const errors = errorCount(counters);
  if (counters.countedFrom === undefined) return null;
  return (
    <span className="line-meter tabular" role="group" aria-label="Traffic on the line">
      <span title="Received">
        <span aria-hidden>↓ </span>
        <span className="visually-hidden">received </span>
        {bytesText(counters.received.bytesPerSecond)}/s
      </span>
      <span title="Sent">
        <span aria-hidden>↑ </span>
        <span className="visually-hidden">sent </span>
        {bytesText(counters.sent.bytesPerSecond)}/s
      </span>
      {errors > 0 && (
        <span className="line-meter__errors">
          <span aria-hidden>▲ </span>
          {counted(errors, 'error')}
        </span>
      )}
    </span>
  );
};
