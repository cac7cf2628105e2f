import type { LineBytes } from './recorder.ts';

/** Maximum number of bytes: enough for many replies, because a reply of the largest pack has 1 KiB. */
const LIMIT_BYTES = 65_536;

/** The bytes since the last sample. Above the limit the oldest are discarded. */
export const createRecentBytes = (limit = LIMIT_BYTES) => {
  let lines: LineBytes[] = [];
  let size = 0;
  return {
    add: (line: LineBytes): void => {
      lines.push(line);
      size += line.bytes.length;
      if (size <= limit) return;
      let from = 0;
      while (size > limit / 2 && from < lines.length - 1) {
        size -= lines[from]?.bytes.length ?? 0;
        from += 1;
      }
      lines = lines.slice(from);
    },
    forget: (): void => {
      lines = [];
      size = 0;
    },
    all: (): readonly LineBytes[] => lines,
  };
};
