import { useEffect, useRef, useState } from 'react';
import { useCore, useServices } from '../../../react/core-context.tsx';
import { useLive } from '../../../react/use-live.ts';
import { bytesText, counted } from '../../../text/format.ts';
import { errorCount } from './line-words.ts';
import './line.css';

const RECENT_MS = 60_000;

/** Returns the increase of a total in the last minute. */
const useRecent = (total: number): number => {
  const { clock } = useServices();
  const [recent, setRecent] = useState<readonly { readonly count: number }[]>([]);
  const before = useRef(total);
  useEffect(() => {
    const isReset = total < before.current;
    const added = { count: isReset ? total : total - before.current };
    before.current = total;
    if (isReset) setRecent([]);
    if (added.count === 0) return;
    setRecent((present) => [...present, added]);
    clock.after(RECENT_MS, () => setRecent((present) => present.filter((each) => each !== added)));
  }, [clock, total]);
  return recent.reduce((sum, { count }) => sum + count, 0);
};

/** Shows the rates of sent and received bytes, and the errors of the last minute. The Port panel shows the totals. */
export const LineMeter = () => {
  const { lineCounters } = useCore();
  const counters = useLive(lineCounters.counters$);
  const errors = useRecent(errorCount(counters));
  if (counters.countedFrom === undefined) return null;
  return (
    <span className="line-meter hint" role="group" aria-label="Traffic of the port">
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
        <span className="tone-watch" title="In the last minute">
          <span aria-hidden>▲ </span>
          {counted(errors, 'error')}
        </span>
      )}
    </span>
  );
};
