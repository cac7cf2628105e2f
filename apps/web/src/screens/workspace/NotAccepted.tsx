import { useEffect, useRef, useState } from 'react';
import { Button } from 'antd';
import type { CopiedRow, OutboxItem } from '@batbot/core/workspace';
import { lazyPart } from '../../react/lazy-part.tsx';
import { singleClick } from '../../react/single-click.ts';
import { useLive } from '../../react/use-live.ts';
import { usePageFocus } from '../../react/use-page-focus.ts';
import { counted, countText, dateTimeText } from '../../text/format.ts';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { saveJson } from '../controls/save-file.ts';
import { changeText, fieldName, fieldValueText, reasonText, singleValues } from './change-words.ts';
import { editableValues } from './editable-values.ts';
import { useReadyWorkspace, useRows } from './use-workspace.ts';

/** The code of the API if another pack has the serial number. */
const SERIAL_KNOWN = 'SERIAL_KNOWN';

const MAX_SHOWN = 160;
/** The number of changes that are shown at first: an import may have thousands that are not accepted. */
const CHANGES_SHOWN = 20;

/** The values of a change. A report of parameters has hundreds: the first ones are shown, and all of them on request. */
const ChangeValues = ({ text }: { readonly text: string }) => {
  const [showsAll, setShowsAll] = useState(false);
  const isLong = text.length > MAX_SHOWN;
  const end = text.lastIndexOf(', ', MAX_SHOWN);
  return (
    <p>
      <bdi>{isLong && !showsAll ? `${text.slice(0, end < 0 ? MAX_SHOWN : end)}…` : text}</bdi>{' '}
      {isLong && (
        <Button
          type="link"
          size="small"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Show less' : 'Show all'}
        </Button>
      )}
    </p>
  );
};

// Loaded when it is opened.
const EditChange = lazyPart(async () => (await import('./EditChange.tsx')).EditChange);

/** Names a row: a serial number, the number and title of a ticket, a user name, the name of a document. */
const nameIn = (row: Readonly<Record<string, unknown>> = {}): string =>
  [row['number'], row['title'], row['serial'], row['userName'], row['name']]
    .filter((each) => typeof each === 'string' || typeof each === 'number')
    .slice(0, 2)
    .join(' ');

/** Lists the values of an item, other rows by their names. Values that differ are followed by those on the server. */
const valuesText = ({ input, answer }: OutboxItem, rows: readonly CopiedRow[]): string => {
  const textOf = (key: string, value: unknown): string =>
    (key.endsWith('Id') ? nameIn(rows.find(({ id }) => id === value)?.row) : '') ||
    fieldValueText(key, value);
  const current: unknown = answer?.current;
  const theirs = new Map<string, unknown>(
    typeof current === 'object' && current !== null
      ? Object.entries(singleValues({ ...current }))
      : [],
  );
  return Object.entries(singleValues(input))
    .filter(([key]) => key !== 'id' && key !== 'twin')
    .map(([key, value]) => {
      const other = theirs.get(key);
      const isSame = !theirs.has(key) || fieldValueText(key, other) === fieldValueText(key, value);
      const now = isSame ? '' : ` (on the server: ${textOf(key, other)})`;
      return `${fieldName(key)}: ${textOf(key, value)}${now}`;
    })
    .join(' · ');
};

/** Returns an item that saves a second pack with a serial number that the server knows. */
const asTwin = (item: OutboxItem): OutboxItem => ({
  ...item,
  input: { ...item.input, twin: true },
});

/** Names the row that an item changes. */
const rowName = ({ target, input }: OutboxItem, rows: readonly CopiedRow[]): string => {
  const id = target.slice(target.indexOf(':') + 1);
  return nameIn({ ...input, ...rows.find((each) => each.id === id)?.row });
};

/** Lists the changes that the server refused. The user decides about each. */
export const NotAccepted = () => {
  const workspace = useReadyWorkspace();
  const [rows, items] = useRows();
  const unreadable = useLive(workspace.outbox.unreadable$);
  const [problem, setProblem] = useState<string>();
  const [editing, setEditing] = useState<OutboxItem>();
  const [most, setMost] = useState(CHANGES_SHOWN);
  const list = useRef<HTMLElement>(null);
  // The last "Show more" removes its button, so the focus moves to the first change that it shows.
  useEffect(() => {
    const first = most > CHANGES_SHOWN ? list.current?.children[most - CHANGES_SHOWN] : undefined;
    if (!(first instanceof HTMLElement)) return;
    first.tabIndex = -1;
    first.focus();
  }, [most]);
  const answered = items.filter(({ answer }) => answer !== undefined);
  usePageFocus(answered.map(({ id }) => id).join(), list);

  const decide = async (put: readonly OutboxItem[], removed: readonly string[]): Promise<void> => {
    const done = await workspace.sync.decide(put, removed);
    setProblem(
      done.ok
        ? undefined
        : done.error.kind === 'sending'
          ? 'Changes are being sent at the moment. Try again.'
          : done.error.message,
    );
  };
  /**
   * Sends an item again, based on the version in the server's answer, unless that is the version of the other pack with
   * the serial number. The item keeps its id, so that it is applied once.
   */
  const sendAgain = ({ answer, ...item }: OutboxItem): void => {
    const hasVersion = answer?.status === 'conflict' && answer.code !== SERIAL_KNOWN;
    const base = hasVersion ? (answer.version ?? item.base) : item.base;
    void decide([{ ...item, base }], []);
  };
  const save = (): void => {
    const text = JSON.stringify([...answered, ...unreadable], null, 2);
    saveJson('changes-not-accepted.json', text);
  };

  return (
    <section className="stack stack-8" aria-label="Not accepted" ref={list} tabIndex={-1}>
      {answered.slice(0, most).map((item) => {
        const { id, at, kind, answer } = item;
        if (answer === undefined) return null;
        const isTwin = answer.code === SERIAL_KNOWN;
        const isConflict = answer.status === 'conflict' && !isTwin;
        const name = rowName(item, rows);
        return (
          <ProblemAlert
            help="changeRefused"
            key={id}
            type="warning"
            role="group" // announced with their number below
            title={
              <>
                Not accepted:{' '}
                {name !== '' && (
                  <>
                    <bdi>{name}</bdi> ·{' '}
                  </>
                )}
                {changeText(kind, undefined, item.input)}, {dateTimeText(at)}. {reasonText(answer)}
              </>
            }
            description={
              <div className="stack stack-8">
                <ChangeValues text={valuesText(item, rows)} />
                <div className="row">
                  <Button
                    size="small"
                    onClick={singleClick(() => sendAgain(isTwin ? asTwin(item) : item))}
                  >
                    {isTwin
                      ? item.base === undefined
                        ? 'Add as a second pack'
                        : 'Save as a second pack'
                      : isConflict
                        ? 'Keep mine'
                        : 'Send again'}
                  </Button>
                  {editableValues(item.input).length > 0 && (
                    <Button size="small" onClick={() => setEditing(item)}>
                      Edit
                    </Button>
                  )}
                  <Button size="small" onClick={singleClick(() => void decide([], [id]))}>
                    {isConflict ? 'Keep theirs' : 'Discard'}
                  </Button>
                </div>
              </div>
            }
          />
        );
      })}
      {answered.length > most && (
        <p className="row hint">
          <span role="status">
            The first {countText(most)} of {counted(answered.length, 'change')} are shown.
          </span>
          <Button size="small" onClick={() => setMost(most + CHANGES_SHOWN)}>
            Show more
          </Button>
        </p>
      )}
      {answered.length > 0 && (
        <p className="visually-hidden" role="alert">
          Not accepted: {counted(answered.length, 'change')}.
        </p>
      )}
      {unreadable.length > 0 && (
        <ProblemAlert
          help="changesUnsent"
          type="warning"
          title={`${counted(unreadable.length, 'change')} of another version of this app cannot be read. They are kept.`}
        />
      )}
      <ProblemAlert help="changeRefused" role="alert" title={problem} />
      {editing !== undefined && (
        <EditChange
          item={editing}
          onClose={(input) => {
            setEditing(undefined);
            if (input !== undefined) sendAgain({ ...editing, input });
          }}
        />
      )}
      <div>
        <Button size="small" onClick={save}>
          Export these changes (JSON)
        </Button>
      </div>
    </section>
  );
};
