import {
  exportParts,
  timeOfDay,
  type ExportFormat,
  type ExportOptions,
  type ShownLog,
  type Terminal,
} from '@batbot/core';

const optionsOf = (
  { settings, bookmarks }: Terminal,
  format: ExportFormat,
  withTimes: boolean,
): ExportOptions => {
  const { format: shownAs, times } = settings.value$.value;
  return {
    format,
    hex: shownAs === 'hex',
    times: withTimes ? times : 'none',
    notes: new Map(bookmarks.list$.value.map(({ id, note }) => [id, note])),
  };
};

/** The entries shown from one id to another. */
const between = (shown: ShownLog, firstId: number, lastId: number): ShownLog => {
  const { ids } = shown;
  const from = ids.indexFrom(firstId);
  return {
    ...shown,
    ids: {
      length: ids.indexFrom(lastId + 1) - from,
      at: (index) => ids.at(from + index),
      indexFrom: (value) => ids.indexFrom(value) - from,
    },
  };
};

/** What is copied: the lines shown, or those from one entry's to another's, as they are shown, with times if wanted. */
export const copiedParts = (
  terminal: Terminal,
  firstId = 0,
  lastId = Infinity,
): Iterable<string> => {
  const { copyTimes } = terminal.settings.value$.value;
  const part = between(terminal.shown$.value, firstId, lastId);
  return exportParts(part, optionsOf(terminal, 'text', copyTimes));
};

/** What is saved: the lines shown now, always with their times; made as it is asked for. */
export const savedParts = (terminal: Terminal, format: ExportFormat): Iterable<string> =>
  exportParts(terminal.shown$.value, optionsOf(terminal, format, true));

/** The files a log can be saved as. */
export const FILES: Readonly<
  Record<ExportFormat, { readonly ending: string; readonly type: string }>
> = {
  text: { ending: 'txt', type: 'text/plain' },
  csv: { ending: 'csv', type: 'text/csv' },
  jsonl: { ending: 'jsonl', type: 'application/x-ndjson' },
};

/** `terminal-2026-01-31-070509.txt`, local time. */
export const logFileName = (now: Date, ending: string): string => {
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  const date = day.map((part) => String(part).padStart(2, '0')).join('-');
  return `terminal-${date}-${timeOfDay(now.getTime()).slice(0, 8).replaceAll(':', '')}.${ending}`;
};
