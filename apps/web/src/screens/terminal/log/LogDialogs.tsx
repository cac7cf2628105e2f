import { useRef } from 'react';
import { Button, Flex, Input } from 'antd';
import { logLine, printable, timeOfDay, type Bookmark } from '@batbot/core';
import { useCore } from '../../../react/core-context.tsx';
import { useDraft } from '../../../react/drafts.tsx';
import { useLive } from '../../../react/use-live.ts';
import { FormDialog } from '../../controls/FormDialog.tsx';
import { HighlightDialog } from './HighlightDialog.tsx';
import type { LogPanel } from './use-log-panel.ts';
import './dialogs.css';

interface NoteProps {
  readonly id: number;
  readonly onClose: () => void;
}

/** Edits the note to a line. */
const NoteDialog = ({ id, onClose }: NoteProps) => {
  const { bookmarks, log$ } = useCore().terminal;
  const { entry, firstId } = log$.value;
  const line = entry(id - firstId);
  const before = bookmarks.list$.value.find((each) => each.id === id);
  const draft = useDraft(`note ${id}`, () => before?.note ?? '');
  const end = (): void => {
    draft.end();
    onClose();
  };
  const save = (): void => {
    bookmarks.note(id, draft.value.trim());
    end();
  };
  return (
    <FormDialog
      title="Note"
      onCancel={onClose}
      footer={
        <Flex wrap gap={8}>
          {before !== undefined && (
            <Button
              onClick={() => {
                bookmarks.remove(id);
                end();
              }}
            >
              Remove mark
            </Button>
          )}
          <Flex gap={8} flex="auto" justify="end">
            <Button onClick={end}>Cancel</Button>
            <Button type="primary" onClick={save}>
              Save note
            </Button>
          </Flex>
        </Flex>
      }
    >
      <p className="box mono ellipsis">
        {line === undefined ? 'This line is no longer in the log.' : logLine(line)}
      </p>
      <Input
        aria-label="Note to this line"
        placeholder="What to remember"
        value={draft.value}
        autoComplete="off"
        onPressEnter={save}
        onChange={(event) => draft.change(event.target.value)}
      />
    </FormDialog>
  );
};

interface MarkedProps {
  readonly bookmark: Bookmark;
  /** Whether the log has dropped the line to stay within its limit. */
  readonly isGone: boolean;
}

const MarkedLine = ({ bookmark, isGone }: MarkedProps) => (
  <>
    <time className="muted">{timeOfDay(bookmark.at)}</time>
    <span className="ellipsis">{printable(bookmark.text)}</span>
    {bookmark.note !== '' && <span className="marks__note tone-watch">✎ {bookmark.note}</span>}
    {isGone && <span className="marks__note muted">no longer in the log</span>}
  </>
);

interface ListProps {
  readonly onShow: (id: number) => void;
  readonly onNote: (id: number) => void;
  readonly onClose: () => void;
}

/** Lists all marked lines. A click scrolls to a line. */
const BookmarksDialog = ({ onShow, onNote, onClose }: ListProps) => {
  const { bookmarks, log$ } = useCore().terminal;
  const list = useLive(bookmarks.list$);
  const { firstId } = useLive(log$);
  const done = useRef<HTMLButtonElement>(null);
  return (
    <FormDialog
      title="Marked lines"
      onCancel={onClose}
      footer={
        <Button ref={done} onClick={onClose}>
          Close
        </Button>
      }
    >
      {list.length === 0 ? (
        <p className="muted">No line is marked. Click the time of a line, or press Ctrl+B.</p>
      ) : (
        <ul className="lined">
          {list.map((bookmark) => (
            <Flex key={bookmark.id} component="li" align="center" gap={4}>
              <Button
                type="text"
                className="marks__go"
                disabled={bookmark.id < firstId}
                onClick={() => {
                  onClose();
                  onShow(bookmark.id);
                }}
              >
                <MarkedLine bookmark={bookmark} isGone={bookmark.id < firstId} />
              </Button>
              <Button
                type="text"
                aria-label={`Note to the line of ${timeOfDay(bookmark.at)}`}
                title="Note"
                onClick={() => onNote(bookmark.id)}
              >
                <span aria-hidden>✎</span>
              </Button>
              <Button
                type="text"
                aria-label={`Remove the mark of ${timeOfDay(bookmark.at)}`}
                title="Remove the mark"
                onClick={() => {
                  done.current?.focus();
                  bookmarks.remove(bookmark.id);
                }}
              >
                <span aria-hidden>✕</span>
              </Button>
            </Flex>
          ))}
        </ul>
      )}
    </FormDialog>
  );
};

export const LogDialogs = ({ panel }: { readonly panel: LogPanel }) => {
  const { dialog, closeDialog } = panel;
  switch (dialog?.kind) {
    case undefined:
      return null;
    case 'rules':
      return <HighlightDialog onClose={closeDialog} />;
    case 'bookmarks':
      return (
        <BookmarksDialog
          onShow={panel.show}
          onNote={(id) => panel.open({ kind: 'note', id })}
          onClose={closeDialog}
        />
      );
    case 'note':
      return <NoteDialog key={dialog.id} id={dialog.id} onClose={closeDialog} />;
  }
};
