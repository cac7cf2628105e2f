import { useCallback, useMemo } from 'react';
import { err, ok, type Result } from '@batbot/core';
import {
  restOf,
  type CopiedRow,
  type HistoryRows,
  type HistorySubject,
  type WorkspaceFault,
} from '@batbot/core/workspace';
import { useServices } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';
import { useAnswer } from './use-answer.ts';
import { useIsCopied, useRows } from './use-workspace.ts';

/** The kinds of rows of which a history consists. */
const KINDS = {
  asset: ['event', 'recording'],
  account: ['event'],
  ticket: ['ticketEntry'],
} as const;

const REASONS: Readonly<Record<WorkspaceFault['kind'], string>> = {
  unreachable: 'the server did not answer',
  expired: 'your session on the server has ended',
  notOffered: 'the server does not store them',
  refused: 'the server refused to show them',
};

const NOTHING: Result<HistoryRows, WorkspaceFault> = ok({ rows: [], isCut: false });
const NOT_LOADED: Result<HistoryRows, WorkspaceFault> = err({ kind: 'unreachable', message: '' });

/** The rows of an asset, account or ticket. */
export interface History {
  /** All copies, with older rows of the subject from the server. */
  readonly rows: readonly CopiedRow[];
  /** `pending`: the server was asked for older rows. `partial`: some may be missing, for the reason. */
  readonly state: 'pending' | 'whole' | 'partial';
  readonly reason?: string;
  readonly onRetry?: (() => void) | undefined;
}

/**
 * Returns the history of a subject. The server is asked for rows that are not copied, if there may be any. Without an id
 * there are none.
 */
export const useHistory = (kind: HistorySubject['kind'], id: string | undefined): History => {
  const workspace = useLive(useServices().workspace$);
  const [copies] = useRows();
  const isCopied = useIsCopied();
  const isWhole = useMemo(
    () => isCopied && KINDS[kind].every((each) => restOf(copies, each) === undefined),
    [isCopied, copies, kind],
  );
  const isAsked = id !== undefined && !isWhole;
  const [answer, again] = useAnswer(
    useCallback(async () => {
      if (!isAsked) return NOTHING;
      return workspace === undefined ? NOT_LOADED : workspace.history({ kind, id });
    }, [isAsked, workspace, kind, id]),
  );
  const older = answer?.ok === true ? answer.value : undefined;
  const rows = useMemo(() => {
    const known = new Set(copies.map((each) => each.id));
    const added = (older?.rows ?? []).flatMap(({ row, ...each }) =>
      row === undefined || known.has(each.id) ? [] : [{ ...each, row, since: '' }],
    );
    return added.length === 0 ? copies : [...copies, ...added];
  }, [copies, older]);
  if (!isAsked) return { rows, state: 'whole' };
  if (answer === undefined) return { rows, state: 'pending' };
  if (!answer.ok) {
    return { rows, state: 'partial', reason: REASONS[answer.error.kind], onRetry: again };
  }
  return answer.value.isCut
    ? { rows, state: 'partial', reason: `only ${answer.value.rows.length} were loaded` }
    : { rows, state: 'whole' };
};
