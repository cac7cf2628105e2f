import type { Origin } from '../link/traffic.ts';

export type Direction = 'sent' | 'received' | 'system';

/** One entry of the terminal's log. */
export interface LogEntry {
  /** Counts from 1, in the order of arrival; never used twice. */
  readonly id: number;
  /** Wall-clock time, milliseconds since the epoch. */
  readonly at: number;
  readonly direction: Direction;
  /** Text view; for a sent entry what was typed, without its line ending. */
  readonly text: string;
  /** The bytes themselves; empty for system entries. */
  readonly bytes: Uint8Array;
  readonly origin: Origin;
}

/** A moment of the log. `entries` holds more than it when the log has grown since: read only up to `length`. */
export interface LogView {
  readonly entries: readonly LogEntry[];
  readonly length: number;
  /** Index of the first entry the hex view shows. */
  readonly hexFrom: number;
  /** Entries dropped from the beginning, to keep the bound. */
  readonly dropped: number;
}

/** Hex-mode receive buffer, characters of hex text (the specification, section 9). */
export const HEX_LIMIT_CHARACTERS = 1_048_576;
/** The same rule for the log as a whole: bounds its memory. */
export const LOG_LIMIT_CHARACTERS = 16_777_216;
/** A byte as hex text: two digits and a blank. */
const HEX_CHARACTERS_PER_BYTE = 3;

/** The tail of a list whose weight stays within a limit: when it is exceeded, the last half is kept. */
const createTail = (limit: number, weightOf: (entry: LogEntry) => number) => {
  let from = 0;
  let weight = 0;
  return {
    from: (): number => from,
    added: (entries: readonly LogEntry[], entry: LogEntry): void => {
      weight += weightOf(entry);
      if (weight <= limit) return;
      while (weight > limit / 2 && from < entries.length - 1) {
        const oldest = entries[from];
        weight -= oldest === undefined ? 0 : weightOf(oldest);
        from += 1;
      }
    },
    /** So many entries went from the list's beginning. */
    shifted: (count: number): void => {
      from = Math.max(0, from - count);
    },
  };
};

/** The log's entries, bounded. */
export interface LogBuffer {
  readonly add: (entry: Omit<LogEntry, 'id'>) => void;
  readonly clear: () => void;
  readonly view: () => LogView;
}

export const createLogBuffer = (
  limits = { hex: HEX_LIMIT_CHARACTERS, log: LOG_LIMIT_CHARACTERS },
): LogBuffer => {
  const tails = () => ({
    hex: createTail(limits.hex, (entry) => entry.bytes.length * HEX_CHARACTERS_PER_BYTE),
    log: createTail(limits.log, (entry) => entry.text.length),
  });
  let entries: LogEntry[] = [];
  let { hex, log } = tails();
  let lastId = 0;
  let dropped = 0;

  return {
    add: (entry) => {
      lastId += 1;
      const added = { ...entry, id: lastId };
      entries.push(added);
      hex.added(entries, added);
      log.added(entries, added);
      const gone = log.from();
      if (gone === 0) return;
      // A new array: views taken before keep theirs.
      entries = entries.slice(gone);
      dropped += gone;
      hex.shifted(gone);
      log.shifted(gone);
    },
    clear: () => {
      entries = [];
      dropped = 0;
      ({ hex, log } = tails());
    },
    view: () => ({ entries, length: entries.length, hexFrom: hex.from(), dropped }),
  };
};
