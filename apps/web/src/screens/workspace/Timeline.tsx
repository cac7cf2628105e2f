import { useEffect, useMemo, useState } from 'react';
import { Collapse } from 'antd';
import {
  loggedChanges,
  type CopiedRow,
  type HistorySubject,
  type OutboxItem,
  type ServerRow,
} from '@batbot/core/workspace';
import { useServices } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';
import { whenWanted } from '../../react/when-wanted.ts';
import { ChangeTable } from './ChangeTable.tsx';
import { changeText, whenText } from './change-words.ts';
import { knownIn, shownChange } from './device-changes.ts';
import { useRows } from './use-workspace.ts';

/**
 * Returns the copies with older rows from the server, and whether the server did not answer, so that older rows may be
 * missing. Give the component a key: the subject must not change.
 */
export const useHistory = (
  kind: HistorySubject['kind'],
  id: string | undefined,
): readonly [rows: readonly CopiedRow[], mayMiss: boolean] => {
  const workspace = useLive(useServices().workspace$);
  const [copies] = useRows();
  const [older, setOlder] = useState<readonly ServerRow[]>([]);
  const [mayMiss, setMayMiss] = useState(false);
  useEffect(
    () =>
      workspace === undefined || id === undefined
        ? undefined
        : whenWanted(workspace.history({ kind, id }), (answer) => {
            setMayMiss(!answer.ok);
            if (answer.ok) setOlder(answer.value);
          }),
    [workspace, kind, id],
  );
  const rows = useMemo(() => {
    const known = new Set(copies.map((each) => each.id));
    const added = older.flatMap(({ row, ...each }) =>
      row === undefined || known.has(each.id) ? [] : [{ ...each, row, since: '' }],
    );
    return [...copies, ...added];
  }, [copies, older]);
  return [rows, mayMiss];
};

const NONE: readonly OutboxItem[] = [];

/** Shows the changes of an asset or account: the unsent ones first, then the newest. */
export const Timeline = ({
  rows,
  mayMiss,
  id,
  waiting = NONE,
}: {
  readonly rows: readonly CopiedRow[];
  /** Whether older changes may be missing in the rows. */
  readonly mayMiss: boolean;
  readonly id: string;
  readonly waiting?: readonly OutboxItem[];
}) => {
  const logged = useMemo(
    () =>
      loggedChanges(rows)
        .filter(({ assetId, subjectId }) => assetId === id || subjectId === id)
        .toSorted((a, b) => b.receivedAt - a.receivedAt),
    [rows, id],
  );
  const known = useMemo(() => knownIn(rows), [rows]);
  const items = [
    ...waiting.toReversed().map((item) => ({
      key: item.id,
      label: `◌ ${changeText(item.kind, undefined, item.input)}, ${whenText(item)}, not on the server yet`,
      children: <ChangeTable {...shownChange(item.kind, { after: item.input }, known)} />,
    })),
    ...logged.map(({ id: key, at, receivedAt, actorName, kind, body: { before, after } }) => ({
      key,
      label: `${changeText(kind, before, after)}, ${whenText({ at, receivedAt })}, ${actorName}`,
      children: <ChangeTable {...shownChange(kind, { before, after }, known)} />,
    })),
  ];
  return (
    <>
      {mayMiss && (
        <p className="hint" role="status">
          ▲ Older changes may be missing: the server did not answer. Open this page again later.
        </p>
      )}
      {items.length === 0 ? (
        <p>No changes are known here.</p>
      ) : (
        <Collapse size="small" items={items} />
      )}
    </>
  );
};
