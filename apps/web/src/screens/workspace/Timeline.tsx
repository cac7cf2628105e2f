import { useMemo } from 'react';
import { Collapse } from 'antd';
import { loggedChanges, type OutboxItem } from '@batbot/core/workspace';
import { ChangeTable } from './ChangeTable.tsx';
import { changeText, whenText } from './change-words.ts';
import { knownIn, shownChange } from './device-changes.ts';
import { HistoryNote } from './HistoryNote.tsx';
import type { History } from './use-history.ts';

const NONE: readonly OutboxItem[] = [];

/** Shows the changes of an asset or account: the unsent ones first, then the newest. */
export const Timeline = ({
  history,
  id,
  waiting = NONE,
}: {
  readonly history: History;
  readonly id: string;
  readonly waiting?: readonly OutboxItem[];
}) => {
  const { rows, lacks } = history;
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
      label: `${item.answer ? '▲' : '◌'} ${changeText(item.kind, undefined, item.input)}, ${whenText(item)}, not ${item.answer ? 'accepted' : 'on the server yet'}`,
      children: <ChangeTable {...shownChange(item.kind, { after: item.input }, known)} />,
    })),
    ...logged.map(({ id: key, at, receivedAt, actorName, kind, body: { before, after } }) => ({
      key,
      label: `${changeText(kind, before, after)}, ${whenText({ at, receivedAt })}, ${actorName}`,
      children: <ChangeTable {...shownChange(kind, { before, after }, known)} />,
    })),
  ];
  return (
    <div className="stack stack-8">
      <HistoryNote history={history} kind="event" />
      {items.length === 0 ? (
        <p role="status">{lacks === 'pending' ? '…' : 'No changes are known here.'}</p>
      ) : (
        <Collapse size="small" items={items} />
      )}
    </div>
  );
};
