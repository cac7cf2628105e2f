import type { Log } from '../ports/log.ts';

export interface FakeLogEntry {
  readonly event: string;
  readonly detail: string | undefined;
}

/** A log that remembers its entries. */
export interface FakeLog extends Log {
  readonly entries: () => readonly FakeLogEntry[];
}

export const createFakeLog = (): FakeLog => {
  const entries: FakeLogEntry[] = [];
  return {
    warn: (event, detail) => entries.push({ event, detail }),
    entries: () => [...entries],
  };
};
