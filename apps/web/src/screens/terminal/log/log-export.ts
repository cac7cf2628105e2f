import {
  exportParts,
  timeOfDay,
  type ExportFormat,
  type ExportOptions,
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

/**
 * Returns the text to copy: all shown lines, or those between two entries, in their shown form and with times if
 * chosen.
 */
export const copiedParts = (
  terminal: Terminal,
  firstId = 0,
  lastId = Infinity,
): Iterable<string> => {
  const { copyTimes } = terminal.settings.value$.value;
  const options = optionsOf(terminal, 'text', copyTimes);
  return exportParts(terminal.shown$.value, { ...options, between: [firstId, lastId] });
};

/** Returns the text to save: all shown lines, always with times. It is generated on demand. */
export const savedParts = (terminal: Terminal, format: ExportFormat): Iterable<string> =>
  exportParts(terminal.shown$.value, optionsOf(terminal, format, true));

export const FILES: Readonly<
  Record<ExportFormat, { readonly ending: string; readonly type: string }>
> = {
  text: { ending: 'txt', type: 'text/plain' },
  csv: { ending: 'csv', type: 'text/csv' },
  jsonl: { ending: 'jsonl', type: 'application/x-ndjson' },
};

/** Returns a file name with the local time: `terminal-2026-01-31-070509.txt`. */
export const logFileName = (now: Date, ending: string): string => {
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  const date = day.map((part) => String(part).padStart(2, '0')).join('-');
  return `terminal-${date}-${timeOfDay(now.getTime()).slice(0, 8).replaceAll(':', '')}.${ending}`;
};
