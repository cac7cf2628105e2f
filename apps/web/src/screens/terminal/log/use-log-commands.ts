import { useEffect, useState } from 'react';
import { EVERYTHING, TIME_MODES, type ExportFormat, type Terminal } from '@batbot/core';
import { gatherParts } from '../../controls/gather-parts.ts';
import { saveFile } from '../../controls/save-file.ts';
import { useShortcuts } from '../keys/use-shortcuts.ts';
import { copiedText, FILES, logFileName, savedParts } from './log-export.ts';
import type { LogPanel } from './use-log-panel.ts';

/** What can be done with the log as a whole; each by a button and by its keys. */
export interface LogCommands {
  /** What was done last, in a word. */
  readonly told: string;
  readonly toggleFilter: () => void;
  readonly copyAll: () => Promise<void>;
  readonly save: (format: ExportFormat) => Promise<void>;
  readonly clear: () => void;
  readonly goToBookmark: (which: 'next' | 'previous') => void;
}

const copied = async (text: string): Promise<string> => {
  try {
    await navigator.clipboard.writeText(text);
    return 'Copied';
  } catch {
    return 'The browser refused to copy. Save as text instead.';
  }
};

/** The line that a bookmark would mark: the one found, the one selected, else the last in sight. */
const lineInQuestion = (terminal: Terminal, panel: LogPanel): number => {
  const found = terminal.search.state$.value.current?.id;
  const node = document.getSelection()?.focusNode;
  const row = (node instanceof Element ? node : node?.parentElement)?.closest('[data-entry]');
  const selected = row instanceof HTMLElement ? Number(row.dataset['entry']) : undefined;
  return selected ?? found ?? panel.memory.sight().lastId;
};

/** Long enough to be read; afterwards it would be taken for what happens now. */
const TOLD_MS = 5000;

export const useLogCommands = (terminal: Terminal, panel: LogPanel): LogCommands => {
  const { settings, pause, bookmarks } = terminal;
  const [told, setTold] = useState('');
  useEffect(() => {
    if (told === '') return undefined;
    const timer = setTimeout(() => {
      setTold('');
    }, TOLD_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [told]);

  const toggleFilter = (): void => {
    if (panel.isFiltering) terminal.setFilter(EVERYTHING);
    panel.setFiltering(!panel.isFiltering);
  };
  const save = async (format: ExportFormat): Promise<void> => {
    const { ending, type } = FILES[format];
    const name = logFileName(new Date(), ending);
    setTold('Preparing …');
    // In turns: while a long log is made into text, what the device says is still read.
    const parts = await gatherParts(savedParts(terminal, format));
    saveFile(document, name, type, parts);
    setTold('Saved');
  };
  const clear = (): void => {
    terminal.clear();
    setTold('Cleared');
  };
  const goToBookmark = (which: 'next' | 'previous'): void => {
    const { firstId, lastId } = panel.memory.sight();
    // Beyond what is in sight: what is in sight need not be gone to.
    const bookmark = which === 'next' ? bookmarks.next(lastId) : bookmarks.previous(firstId);
    if (bookmark === undefined) setTold('No line is marked');
    else panel.show(bookmark.id);
  };

  useShortcuts({
    ...(panel.isFinding
      ? {}
      : {
          find: () => {
            panel.setFinding(true);
          },
          findNext: () => {
            panel.setFinding(true);
          },
          findPrevious: () => {
            panel.setFinding(true);
          },
        }),
    ...(panel.isFiltering ? {} : { filter: toggleFilter }),
    pause: () => {
      (pause.state$.value.isPaused ? pause.resume : pause.pause)();
    },
    times: () => {
      const at = TIME_MODES.indexOf(settings.value$.value.times);
      settings.change({ times: TIME_MODES[(at + 1) % TIME_MODES.length] ?? 'absolute' });
    },
    background: () => {
      settings.change({ showBackground: !settings.value$.value.showBackground });
    },
    mark: () => {
      bookmarks.toggle(lineInQuestion(terminal, panel));
    },
    note: () => {
      panel.open({ kind: 'note', id: lineInQuestion(terminal, panel) });
    },
    nextMark: () => {
      goToBookmark('next');
    },
    previousMark: () => {
      goToBookmark('previous');
    },
    highlight: () => {
      panel.open({ kind: 'rules' });
    },
    saveText: () => {
      void save('text');
    },
    clearLog: clear,
  });

  return {
    told,
    toggleFilter,
    copyAll: async () => {
      setTold(await copied(copiedText(terminal)));
    },
    save,
    clear,
    goToBookmark,
  };
};
