import { useMemo } from 'react';
import { styledRuns, type Terminal } from '@batbot/core';
import { useLive } from '../../../react/use-live.ts';
import type { LogLook } from './LogRow.tsx';

/** How entries look now. Another object, and with it every row anew, only when marks or hits may stand elsewhere. */
export const useLogLook = ({ search, highlights }: Terminal): LogLook => {
  const revision = useLive(highlights.revision$);
  const { query, isDone, count } = useLive(search.state$);
  const hasHits = count > 0;
  return useMemo(
    () => ({
      runs: (entry, current) =>
        styledRuns(entry.text, highlights.marksIn, () => search.rangesIn(entry), current),
      byteHits: search.rangesIn,
    }),
    // What the functions give depends on these, though their names do not stand in them.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [search, highlights, revision, query, isDone, hasHits],
  );
};
