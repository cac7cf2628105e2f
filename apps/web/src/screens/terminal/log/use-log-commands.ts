import { TIME_MODES, type ExportFormat, type Terminal } from '@batbot/core';
import { copyParts, COPY_WORDS } from '../../controls/copy-text.ts';
import { gatherParts } from '../../controls/gather-parts.ts';
import { saveFile } from '../../controls/save-file.ts';
import { useShortcuts } from '../keys/use-shortcuts.ts';
import { copiedParts, FILES, logFileName, savedParts } from './log-export.ts';
import type { LogPanel } from './use-log-panel.ts';

/** Commands on the whole log. Each has a button and a shortcut. */
export interface LogCommands {
  readonly copyAll: () => Promise<void>;
  readonly save: (format: ExportFormat) => Promise<void>;
  readonly clear: () => void;
  readonly goToBookmark: (which: 'next' | 'previous') => void;
}

/** The line that a bookmark would mark: the selected one, the match of Find, else the last in sight. */
const lineToMark = (terminal: Terminal, panel: LogPanel): number => {
  const found = terminal.search.state$.value.current?.id;
  const node = document.getSelection()?.focusNode;
  const row = (node instanceof Element ? node : node?.parentElement)?.closest('[data-entry]');
  const selected = row instanceof HTMLElement ? Number(row.dataset['entry']) : undefined;
  return selected ?? found ?? panel.memory.sight().lastId;
};

/** The commands of the log and their shortcuts. While Transactions are shown, `showLog` switches to the log first. */
export const useLogCommands = (
  terminal: Terminal,
  panel: LogPanel,
  showLog?: () => void,
): LogCommands => {
  const { settings, pause, bookmarks } = terminal;
  const { report } = panel;

  const save = async (format: ExportFormat): Promise<void> => {
    const { ending, type } = FILES[format];
    const name = logFileName(new Date(), ending);
    report('Preparing …');
    // In turns: received data is still read while a long log is written.
    const parts = await gatherParts(savedParts(terminal, format));
    saveFile(document, name, type, parts);
    report('Saved');
  };
  const copyAll = async (): Promise<void> => {
    report('Copying …');
    report(COPY_WORDS[await copyParts(navigator.clipboard, copiedParts(terminal))]);
  };
  const clear = (): void => {
    terminal.clear();
    panel.toLatest();
    report('Cleared');
  };
  const goToBookmark = (which: 'next' | 'previous'): void => {
    const { firstId, lastId } = panel.memory.sight();
    // The next one outside the window.
    const bookmark = which === 'next' ? bookmarks.next(lastId) : bookmarks.previous(firstId);
    if (bookmark === undefined) report('No line is marked');
    else panel.show(bookmark.id);
  };

  const inLog =
    (command: () => void): (() => void) =>
    () => {
      showLog?.();
      command();
    };

  useShortcuts({
    ...(showLog === undefined ? { clear } : {}),
    pause: inLog(() => (pause.state$.value.isPaused ? pause.resume : pause.pause)()),
    times: inLog(() => {
      const at = TIME_MODES.indexOf(settings.value$.value.times);
      settings.change({ times: TIME_MODES[(at + 1) % TIME_MODES.length] ?? 'absolute' });
    }),
    background: () => settings.change({ showBackground: !settings.value$.value.showBackground }),
    mark: inLog(() => bookmarks.toggle(lineToMark(terminal, panel))),
    note: inLog(() => panel.open({ kind: 'note', id: lineToMark(terminal, panel) })),
    nextMark: inLog(() => goToBookmark('next')),
    previousMark: inLog(() => goToBookmark('previous')),
    marks: inLog(() => panel.open({ kind: 'bookmarks' })),
    highlight: inLog(() => panel.open({ kind: 'rules' })),
    copyAll: inLog(() => void copyAll()),
    copyTimes: inLog(() => {
      const copyTimes = !settings.value$.value.copyTimes;
      settings.change({ copyTimes });
      report(copyTimes ? 'Copies have times' : 'Copies have no times');
    }),
    saveText: inLog(() => void save('text')),
    saveCsv: inLog(() => void save('csv')),
    saveJsonl: inLog(() => void save('jsonl')),
  });

  return { copyAll, save, clear, goToBookmark };
};
