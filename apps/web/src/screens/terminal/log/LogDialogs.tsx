import { logLine, type Terminal } from '@batbot/core';
import { BookmarksDialog, NoteDialog } from './BookmarkDialogs.tsx';
import { HighlightDialog } from './HighlightDialog.tsx';
import type { LogPanel } from './use-log-panel.ts';
import './dialogs.css';

const lineOf = ({ log$ }: Terminal, id: number): string => {
  const { entry, firstId } = log$.value;
  const found = entry(id - firstId);
  return found === undefined ? 'This line is no longer in the log.' : logLine(found);
};

/** The dialog of the log that is open, if one is. */
export const LogDialogs = ({
  terminal,
  panel,
}: {
  readonly terminal: Terminal;
  readonly panel: LogPanel;
}) => {
  const { bookmarks, highlights } = terminal;
  switch (panel.dialog?.kind) {
    case undefined:
      return null;
    case 'rules':
      return <HighlightDialog highlights={highlights} onClose={panel.closeDialog} />;
    case 'bookmarks':
      return (
        <BookmarksDialog
          bookmarks={bookmarks}
          onShow={panel.show}
          onNote={(id) => {
            panel.open({ kind: 'note', id });
          }}
          onClose={panel.closeDialog}
        />
      );
    case 'note':
      return (
        <NoteDialog
          key={panel.dialog.id}
          bookmarks={bookmarks}
          id={panel.dialog.id}
          line={lineOf(terminal, panel.dialog.id)}
          onClose={panel.closeDialog}
        />
      );
  }
};
