import { TIME_MODES, type ExportFormat, type Terminal } from '@batbot/core';
import { useCore } from '../../../react/core-context.tsx';
import { copyText } from '../../controls/copy-text.ts';
import { gatherParts } from '../../controls/gather-parts.ts';
import { saveFile } from '../../controls/save-file.ts';
import { useShortcuts } from '../keys/use-shortcuts.ts';
import { shownText } from './find-words.ts';
import { copiedParts, FILES, logFileName, savedParts } from './log-export.ts';
import { COPIED } from './use-log-copy.ts';
import { entryIdOf } from './use-log-selection.ts';
import type { LogPanel } from './use-log-panel.ts';

/** Returns the line to mark: the selected line, or the match of Find, or the last visible line; 0 without a line. */
const lineToMark = (terminal: Terminal, panel: LogPanel): number => {
  const found = terminal.search.state$.value.current?.id;
  const selection = document.getSelection();
  const selected = entryIdOf(selection?.focusNode ?? null);
  // The row of a clicked line shows another line when the clicked one has left the window.
  const isOther = selection?.isCollapsed === true && selected !== panel.pressedId();
  return (isOther ? undefined : selected) ?? found ?? panel.visibleEntries().lastId;
};

/** Returns the commands for the whole log. Each has the id of its shortcut. */
const commandsOf = (terminal: Terminal, panel: LogPanel) => {
  const { settings, pause, bookmarks, shown$, log$ } = terminal;
  const { report } = panel;
  /** Returns the message that the shown lines were saved or copied, and how many if others are hidden. */
  const doneText = (word: string): string => {
    const [shown, log] = [shown$.value, log$.value];
    return shown.ids.length < log.length ? `${word} ${shownText(shown, log)}` : word;
  };
  const save = async (format: ExportFormat): Promise<void> => {
    const { ending, type } = FILES[format];
    const name = logFileName(new Date(), ending);
    const done = doneText('Saved');
    report('Preparing…');
    // Built with pauses, so that received data is read while a long log is saved.
    const parts = await gatherParts(savedParts(terminal, format));
    saveFile(name, type, parts);
    report(done);
  };
  const copyAll = async (): Promise<void> => {
    const copied = doneText('Copied');
    report('Copying…');
    report(await copyText(copiedParts(terminal), { ...COPIED, copied }));
  };
  const goToBookmark = (which: 'next' | 'previous'): void => {
    const { firstId, lastId } = panel.visibleEntries();
    // The next bookmark outside of the window.
    const bookmark = which === 'next' ? bookmarks.next(lastId) : bookmarks.previous(firstId);
    if (bookmark === undefined) report('No line is marked');
    else panel.show(bookmark.id);
  };
  const withLine = (mark: (id: number) => void) => (): void => {
    const id = lineToMark(terminal, panel);
    if (id === 0) report('No line to mark');
    else mark(id);
  };
  return {
    pause: () => (pause.state$.value.isPaused ? pause.resume : pause.pause)(),
    times: () => {
      const at = TIME_MODES.indexOf(settings.value$.value.times);
      settings.change({ times: TIME_MODES[(at + 1) % TIME_MODES.length] ?? 'absolute' });
    },
    background: () => settings.change({ showBackground: !settings.value$.value.showBackground }),
    mark: withLine(bookmarks.toggle),
    note: withLine((id) => panel.open({ kind: 'note', id })),
    nextMark: () => goToBookmark('next'),
    previousMark: () => goToBookmark('previous'),
    marks: () => panel.open({ kind: 'bookmarks' }),
    highlight: () => panel.open({ kind: 'rules' }),
    copyAll: () => void copyAll(),
    copyTimes: () => {
      const copyTimes = !settings.value$.value.copyTimes;
      settings.change({ copyTimes });
      report(copyTimes ? 'Copies have times' : 'Copies have no times');
    },
    saveText: () => void save('text'),
    saveCsv: () => void save('csv'),
    saveJsonl: () => void save('jsonl'),
    clear: () => {
      terminal.clear();
      panel.toLatest();
      report('Cleared');
    },
  };
};

export type LogCommands = ReturnType<typeof commandsOf>;

/**
 * Returns the commands of the log and handles their shortcuts. While the log is not shown, `showLog` shows it first.
 */
export const useLogCommands = (panel: LogPanel, showLog?: () => void): LogCommands => {
  const commands = commandsOf(useCore().terminal, panel);
  const { background, clear, ...others } = commands;
  const inLog = Object.fromEntries(
    Object.entries(others).map(([id, command]) => [
      id,
      () => {
        showLog?.();
        command();
      },
    ]),
  ) as typeof others;
  useShortcuts({ ...inLog, background, ...(showLog === undefined && { clear }) });
  return { ...inLog, background, clear };
};
