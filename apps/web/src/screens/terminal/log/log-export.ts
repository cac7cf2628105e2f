import { exportParts, timeOfDay, type ShownLog, type TerminalSettings } from '@batbot/core';

/** What is shown as text, one line each, in the format shown. */
export const logText = (shown: ShownLog, { format, times }: TerminalSettings): string =>
  [...exportParts(shown, { format: 'text', hex: format === 'hex', times })].join('');

/** `terminal-2026-01-31-070509.txt`, local time. */
export const logFileName = (now: Date): string => {
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  const date = day.map((part) => String(part).padStart(2, '0')).join('-');
  return `terminal-${date}-${timeOfDay(now.getTime()).slice(0, 8).replaceAll(':', '')}.txt`;
};
