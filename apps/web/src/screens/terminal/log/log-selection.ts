import { logLine, type LogEntry } from '@batbot/core';

/**
 * The text to copy for a selection that spans entries: whole lines with time and direction. Undefined when it lies
 * within one entry: then the browser's own copy is right. `entryOf` finds an entry by its id.
 */
export const selectedLines = (
  box: HTMLElement,
  selection: Selection | null,
  entryOf: (id: number) => LogEntry | undefined,
  isHex: boolean,
): string | undefined => {
  if (selection === null || selection.isCollapsed) return undefined;
  const rows = [...box.querySelectorAll<HTMLElement>('[data-entry]')].filter((row) =>
    selection.containsNode(row, true),
  );
  if (rows.length < 2) return undefined;
  return rows
    .flatMap((row) => entryOf(Number(row.dataset['entry'])) ?? [])
    .toSorted((a, b) => a.id - b.id)
    .map((entry) => logLine(entry, isHex))
    .join('\n');
};
