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
  /** The bytes themselves, put together when they are asked for; empty for system entries. */
  readonly bytes: Uint8Array;
  readonly byteLength: number;
  readonly origin: Origin;
}

/** Where an entry's bytes come from: a received line puts them together when they are asked for. */
export interface ByteSource {
  readonly bytes: Uint8Array;
  readonly byteLength: number;
}

/** What is added: an entry before it has its number. */
export interface NewEntry {
  readonly at: number;
  readonly direction: Direction;
  readonly text: string;
  readonly source: ByteSource;
  readonly origin: Origin;
}

class Entry implements LogEntry {
  readonly id: number;
  readonly at: number;
  readonly direction: Direction;
  readonly text: string;
  readonly origin: Origin;
  readonly byteLength: number;
  readonly source: ByteSource;

  constructor(id: number, added: NewEntry) {
    this.id = id;
    this.at = added.at;
    this.direction = added.direction;
    this.text = added.text;
    this.origin = added.origin;
    this.byteLength = added.source.byteLength;
    this.source = added.source;
  }

  get bytes(): Uint8Array {
    return this.source.bytes;
  }
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
/** What an entry takes beside its text, in characters; without it a million short lines would weigh next to nothing. */
const CHARACTERS_PER_ENTRY = 200;
/** A byte as hex text: two digits and a blank. */
const HEX_CHARACTERS_PER_BYTE = 3;

/** The tail of a list whose weight stays within a limit: when it is exceeded, the last half is kept. */
const createTail = (limit: number, weightOf: (entry: Entry) => number) => {
  let from = 0;
  let weight = 0;
  return {
    from: (): number => from,
    added: (entries: readonly Entry[], entry: Entry): void => {
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

/** Characters. */
export interface LogLimits {
  readonly hex: number;
  readonly log: number;
  /** Counted for each entry beside its text; 0 unless told. */
  readonly perEntry?: number;
}

/** The log's entries, bounded. */
export interface LogBuffer {
  readonly add: (entry: NewEntry) => void;
  readonly clear: () => void;
  readonly view: () => LogView;
}

export const createLogBuffer = (
  limits: LogLimits = {
    hex: HEX_LIMIT_CHARACTERS,
    log: LOG_LIMIT_CHARACTERS,
    perEntry: CHARACTERS_PER_ENTRY,
  },
): LogBuffer => {
  const { perEntry = 0 } = limits;
  const tails = () => ({
    hex: createTail(limits.hex, (entry) => entry.byteLength * HEX_CHARACTERS_PER_BYTE),
    log: createTail(limits.log, (entry) => entry.text.length + perEntry),
  });
  let entries: Entry[] = [];
  let { hex, log } = tails();
  let lastId = 0;
  let dropped = 0;

  return {
    add: (entry) => {
      lastId += 1;
      const added = new Entry(lastId, entry);
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
