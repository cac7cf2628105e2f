import { timeOfDay, type Bookmark, type Bookmarks } from '@batbot/core';
import { useDraft } from '../../../react/drafts.tsx';
import { useLive } from '../../../react/use-live.ts';
import { Dialog } from '../../controls/Dialog.tsx';

interface NoteProps {
  readonly bookmarks: Bookmarks;
  readonly id: number;
  /** The line the note is on. */
  readonly line: string;
  readonly onClose: () => void;
}

/** The user's words to a line. */
export const NoteDialog = ({ bookmarks, id, line, onClose }: NoteProps) => {
  const before = bookmarks.list$.value.find((each) => each.id === id);
  const draft = useDraft(`note ${id}`, () => before?.note ?? '');
  const text = draft.value;
  const save = (): void => {
    bookmarks.note(id, text.trim());
    draft.end();
  };
  return (
    <Dialog
      title="Note"
      onClose={onClose}
      actions={
        <form method="dialog" className="note__actions">
          {before !== undefined && (
            <button
              type="submit"
              className="button"
              onClick={() => {
                bookmarks.remove(id);
                draft.end();
              }}
            >
              Remove mark
            </button>
          )}
          <button type="submit" className="button" onClick={draft.end}>
            Cancel
          </button>
          <button type="submit" className="button button--primary" onClick={save}>
            Save note
          </button>
        </form>
      }
    >
      <p className="note__line">{line}</p>
      <form method="dialog" onSubmit={save}>
        <input
          className="note__field"
          aria-label="Note to this line"
          placeholder="What is to be remembered"
          value={text}
          autoComplete="off"
          onChange={(event) => {
            draft.change(event.target.value);
          }}
        />
      </form>
    </Dialog>
  );
};

interface ListProps {
  readonly bookmarks: Bookmarks;
  readonly onShow: (id: number) => void;
  readonly onNote: (id: number) => void;
  readonly onClose: () => void;
}

const Line = ({ bookmark }: { readonly bookmark: Bookmark }) => (
  <>
    <time className="marks__time tabular">{timeOfDay(bookmark.at)}</time>
    <span className="marks__text">{bookmark.text}</span>
    {bookmark.note !== '' && <span className="marks__note">✎ {bookmark.note}</span>}
  </>
);

/** All marked lines; a click goes there. */
export const BookmarksDialog = ({ bookmarks, onShow, onNote, onClose }: ListProps) => {
  const list = useLive(bookmarks.list$);
  return (
    <Dialog title="Marked lines" onClose={onClose}>
      {list.length === 0 ? (
        <p className="marks__empty">
          No line is marked. Click on the time of a line, or press Ctrl+B.
        </p>
      ) : (
        <ul className="marks">
          {list.map((bookmark) => (
            <li key={bookmark.id} className="marks__row">
              <form method="dialog" className="marks__form">
                <button
                  type="submit"
                  className="marks__go"
                  disabled={bookmark.isGone}
                  onClick={() => {
                    onShow(bookmark.id);
                  }}
                >
                  <Line bookmark={bookmark} />
                  {bookmark.isGone && <span className="marks__gone">no longer in the log</span>}
                </button>
              </form>
              <button
                type="button"
                className="tool-button tool-button--icon"
                aria-label={`Note to the line of ${timeOfDay(bookmark.at)}`}
                title="Note"
                onClick={() => {
                  onNote(bookmark.id);
                }}
              >
                <span aria-hidden>✎</span>
              </button>
              <button
                type="button"
                className="tool-button tool-button--icon"
                aria-label={`Remove the mark of ${timeOfDay(bookmark.at)}`}
                title="Remove the mark"
                onClick={(event) => {
                  event.currentTarget.closest('dialog')?.focus();
                  bookmarks.remove(bookmark.id);
                }}
              >
                <span aria-hidden>✕</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
};
