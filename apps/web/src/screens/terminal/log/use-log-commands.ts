import { EVERYTHING, TIME_MODES, type ExportFormat, type Terminal } from '@batbot/core';
import { copyParts, COPY_WORDS } from '../../controls/copy-text.ts';
import { gatherParts } from '../../controls/gather-parts.ts';
import { saveFile } from '../../controls/save-file.ts';
import { useShortcuts, type ShortcutHandlers } from '../keys/use-shortcuts.ts';
import { copiedParts, FILES, logFileName, savedParts } from './log-export.ts';
import type { LogPanel } from './use-log-panel.ts';

/** What can be done with the log as a whole; each by a button and by its keys. */
export interface LogCommands {
  readonly toggleFilter: () => void;
  readonly copyAll: () => Promise<void>;
  readonly save: (format: ExportFormat) => Promise<void>;
  readonly clear: () => void;
  readonly goToBookmark: (which: 'next' | 'previous') => void;
}

/** The line that a bookmark would mark: the one found, the one selected, else the last in sight. */
const lineInQuestion = (terminal: Terminal, panel: LogPanel): number => {
  const found = terminal.search.state$.value.current?.id;
  const node = document.getSelection()?.focusNode;
  const row = (node instanceof Element ? node : node?.parentElement)?.closest('[data-entry]');
  const selected = row instanceof HTMLElement ? Number(row.dataset['entry']) : undefined;
  return selected ?? found ?? panel.memory.sight().lastId;
};

/**
 * The log's commands and their shortcuts. While something else is shown in its place, `showLog` brings the log back,
 * and what only makes sense with the log in sight is left to what is shown.
 */
export const useLogCommands = (
  terminal: Terminal,
  panel: LogPanel,
  showLog?: () => void,
): LogCommands => {
  const { settings, pause, bookmarks } = terminal;
  const { tell } = panel;

  const toggleFilter = (): void => {
    if (panel.isFiltering) terminal.setFilter(EVERYTHING);
    panel.setFiltering(!panel.isFiltering);
  };
  const save = async (format: ExportFormat): Promise<void> => {
    const { ending, type } = FILES[format];
    const name = logFileName(new Date(), ending);
    tell('Preparing …');
    // In turns: while a long log is made into text, what the device says is still read.
    const parts = await gatherParts(savedParts(terminal, format));
    saveFile(document, name, type, parts);
    tell('Saved');
  };
  const copyAll = async (): Promise<void> => {
    tell('Copying …');
    tell(COPY_WORDS[await copyParts(navigator.clipboard, copiedParts(terminal))]);
  };
  const clear = (): void => {
    terminal.clear();
    panel.toLatest();
    tell('Cleared');
  };
  const goToBookmark = (which: 'next' | 'previous'): void => {
    const { firstId, lastId } = panel.memory.sight();
    // Beyond what is in sight: what is in sight need not be gone to.
    const bookmark = which === 'next' ? bookmarks.next(lastId) : bookmarks.previous(firstId);
    if (bookmark === undefined) tell('No line is marked');
    else panel.show(bookmark.id);
  };

  const openFind = (): void => {
    panel.setFinding(true);
  };
  const overLog: ShortcutHandlers = {
    ...(panel.isFinding ? {} : { find: openFind, findNext: openFind, findPrevious: openFind }),
    ...(panel.isFiltering ? {} : { filter: toggleFilter }),
    clear,
  };
  const inLog =
    (command: () => void): (() => void) =>
    () => {
      showLog?.();
      command();
    };

  useShortcuts({
    ...(showLog === undefined ? overLog : {}),
    pause: inLog(() => {
      (pause.state$.value.isPaused ? pause.resume : pause.pause)();
    }),
    times: inLog(() => {
      const at = TIME_MODES.indexOf(settings.value$.value.times);
      settings.change({ times: TIME_MODES[(at + 1) % TIME_MODES.length] ?? 'absolute' });
    }),
    background: () => {
      settings.change({ showBackground: !settings.value$.value.showBackground });
    },
    mark: inLog(() => {
      bookmarks.toggle(lineInQuestion(terminal, panel));
    }),
    note: inLog(() => {
      panel.open({ kind: 'note', id: lineInQuestion(terminal, panel) });
    }),
    nextMark: inLog(() => {
      goToBookmark('next');
    }),
    previousMark: inLog(() => {
      goToBookmark('previous');
    }),
    marks: inLog(() => {
      panel.open({ kind: 'bookmarks' });
    }),
    highlight: inLog(() => {
      panel.open({ kind: 'rules' });
    }),
    copyAll: inLog(() => void copyAll()),
    copyTimes: inLog(() => {
      const copyTimes = !settings.value$.value.copyTimes;
      settings.change({ copyTimes });
      tell(copyTimes ? 'Copies have times' : 'Copies have no times');
    }),
    saveText: inLog(() => void save('text')),
    saveCsv: inLog(() => void save('csv')),
    saveJsonl: inLog(() => void save('jsonl')),
  });

  return { toggleFilter, copyAll, save, clear, goToBookmark };
};
