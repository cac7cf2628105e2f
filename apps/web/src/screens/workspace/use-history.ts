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

/** The kind of the rows of a history. */
export type HistoryKind = (typeof KINDS)[HistorySubject['kind']][number];

const NOTHING: Result<HistoryRows, WorkspaceFault> = ok({ rows: [], cut: [] });
const NOT_LOADED: Result<HistoryRows, WorkspaceFault> = err({ kind: 'unreachable', message: '' });

/** The rows of an asset, account or ticket. */
export interface History {
  /** All copies, with older rows of the subject from the server. */
  readonly rows: readonly CopiedRow[];
  /** Absent if there are no older rows, or if the server has returned them. `pending`: it was asked for them. */
  readonly lacks?: 'pending' | WorkspaceFault['kind'] | undefined;
  /** The kinds of which the server has more rows than the app reads. */
  readonly cut: readonly string[];
  readonly onRetry?: (() => void) | undefined;
}

/** Whether all rows of a kind are known. */
export const isWhole = ({ lacks, cut }: History, kind: HistoryKind): boolean =>
  lacks === undefined && !cut.includes(kind);

/**
 * Returns the history of a subject. The server is asked for rows that are not copied, if there may be any. Without an id
 * there are none.
 */
export const useHistory = (kind: HistorySubject['kind'], id: string | undefined): History => {
  const workspace = useLive(useServices().workspace$);
  const [copies] = useRows();
  const isCopied = useIsCopied();
  const areCopied = useMemo(
    () => isCopied && KINDS[kind].every((each) => restOf(copies, each) === undefined),
    [isCopied, copies, kind],
  );
  const isAsked = id !== undefined && !areCopied;
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
  if (!isAsked) return { rows, cut: [] };
  if (answer === undefined) return { rows, lacks: 'pending', cut: [] };
  return answer.ok
    ? { rows, cut: answer.value.cut }
    : { rows, lacks: answer.error.kind, cut: [], onRetry: again };
};
