import {
  logLine,
  timeOfDay,
  type LogEntry,
  type LogView,
  type TerminalSettings,
} from '@batbot/core';

/** The entries that the settings show. */
export const shownEntries = (
  { entries, length, hexFrom }: LogView,
  { format, showBackground }: TerminalSettings,
): readonly LogEntry[] =>
  entries
    .slice(format === 'hex' ? hexFrom : 0, length)
    .filter((entry) => showBackground || entry.origin === 'user');

/** They as text, one line each, in the format shown. */
export const logText = (view: LogView, settings: TerminalSettings): string =>
  shownEntries(view, settings)
    .map((entry) => `${logLine(entry, settings.format === 'hex')}\n`)
    .join('');

/** `terminal-2026-01-31-070509.txt`, local time. */
export const logFileName = (now: Date): string => {
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  const date = day.map((part) => String(part).padStart(2, '0')).join('-');
  return `terminal-${date}-${timeOfDay(now.getTime()).slice(0, 8).replaceAll(':', '')}.txt`;
};
