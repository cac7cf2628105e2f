import { distinctUntilChanged, filter, map, merge, scan, startWith, type Observable } from 'rxjs';
import type { Link } from './link-api.ts';

/** Adds one, begins anew, or tells nothing of whether the device answers. */
type Sign = 'unanswered' | 'anew' | undefined;

/**
 * How many commands in a row went unanswered on this connection: 0 again with any reply, be it late or an error. What
 * the device says unasked is no reply, and a line on which nothing is asked owes none.
 */
export const unansweredCommands = (
  link: Pick<Link, 'traffic$' | 'transactions$' | 'late$'>,
): Observable<number> =>
  merge(
    link.transactions$.pipe(
      map(({ outcome }): Sign => {
        if (outcome.kind === 'timeout') return 'unanswered';
        return outcome.kind === 'ok' || outcome.kind === 'error' ? 'anew' : undefined;
      }),
    ),
    link.late$.pipe(map((): Sign => 'anew')),
    link.traffic$.pipe(
      filter(({ kind }) => kind === 'opened' || kind === 'closed'),
      map((): Sign => 'anew'),
    ),
  ).pipe(
    filter((sign) => sign !== undefined),
    scan((count, sign) => (sign === 'anew' ? 0 : count + 1), 0),
    startWith(0),
    distinctUntilChanged(),
  );
