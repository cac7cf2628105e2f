import { countUntil } from '../prelude/binary-search.ts';
import { BlockEntry, LogBlock, ownTextOf } from './log-block.ts';
import type { LogEntry, NewEntry } from './log-entry.ts';

/** A snapshot of the log. It does not change when the log changes. */
export interface LogView {
  readonly length: number;
  /** The id of the entry at index 0. The ids of the others follow without gaps. */
  readonly firstId: number;
  /** The index of the first entry that the hex view shows. */
  readonly hexFrom: number;
  /** The number of entries that were dropped from the beginning to stay within the limit. */
  readonly dropped: number;
  /** `ms` of the first entry since the log was empty, even if it was dropped; 0 without entries. */
  readonly startMs: number;
  /** Returns an entry. The same object is returned for the same entry while it is in use. */
  readonly entry: (index: number) => LogEntry | undefined;
  readonly entries: (fromId?: number) => readonly LogEntry[];
  /** The blocks, for reading the whole log. The last block may contain more entries than this view. */
  readonly blocks: readonly LogBlock[];
}

/** Maximum size of the receive buffer in hex mode, in characters of hex text (the specification, section 9). */
export const HEX_LIMIT_CHARACTERS = 1_048_576; // CONST-8
/**
 * Limits of the whole log; the first one that is reached applies. With its columns (30 bytes per line) the log takes at
 * most 110 MiB.
 */
const LOG_LIMIT_LINES = 1_048_576; // TERM-10
export const LOG_LIMIT_BYTES = 67_108_864; // TERM-10

/** The characters of a byte as hex text: two digits and a space. */
const HEX_CHARACTERS_PER_BYTE = 3;
/**
 * The number of blocks at the limits. The oldest entries are dropped block by block: 2,048 lines or 64 KiB at the
 * default limits.
 */
const BLOCKS_OF_LINES = 512;
const BLOCKS_OF_BYTES = 1_024;
/** The number of cached entry objects, which is more than any screen shows. */
const CACHED_OBJECTS = 1_024;

export interface LogLimits {
  /** The limit of the hex view in characters of hex text. */
  readonly hex: number;
  readonly lines: number;
  /** The limit of the text and bytes of all entries. */
  readonly bytes: number;
}

/** Returns the index of the block that contains this id. The ids of the blocks follow one another without gaps. */
export const blockIndexOf = (blocks: readonly LogBlock[], id: number): number =>
  Math.max(0, countUntil(blocks.length, (index) => blocks[index]?.firstId ?? 0, id) - 1);

const lengthOf = ({ source: { from, to, lead, tail } }: NewEntry): number =>
  lead + to - from + tail;

type EntryOf = (blocks: readonly LogBlock[], id: number) => LogEntry | undefined;

/** Creates a cache of entry objects. Ids are never reused, so a cached object stays valid. */
const createEntries = (): EntryOf => {
  const cached: BlockEntry[] = [];
  return (blocks, id) => {
    const present = cached[id % CACHED_OBJECTS];
    if (present?.id === id) return present;
    const block = blocks[blockIndexOf(blocks, id)];
    if (block === undefined) return undefined;
    return (cached[id % CACHED_OBJECTS] = new BlockEntry(block, id - block.firstId));
  };
};

/** The entries of the log, within limits. */
export const createLogBuffer = (
  limits: LogLimits = {
    hex: HEX_LIMIT_CHARACTERS,
    lines: LOG_LIMIT_LINES,
    bytes: LOG_LIMIT_BYTES,
  },
) => {
  const blockRows = Math.max(1, Math.floor(limits.lines / BLOCKS_OF_LINES));
  const blockBytes = Math.max(1, Math.floor(limits.bytes / BLOCKS_OF_BYTES));
  /**
   * Returns how many rows the next block has room for: a few more than the previous block contains, because lines are
   * mostly as long as before, and a block ends early when its bytes are used up.
   */
  const rowsAfter = (block: LogBlock | undefined): number =>
    block === undefined ? blockRows : Math.min(blockRows, Math.ceil(block.count * 1.25) + 16);
  let entries = createEntries();
  // This list is replaced and never changed, so that earlier views keep their list.
  let blocks: readonly LogBlock[] = [];
  let last: LogBlock | undefined;
  let nextId = 1;
  let firstId = 1;
  let dropped = 0;
  let bytes = 0;
  let hexBytes = 0;
  let hexFirstId = 1;
  let startMs: number | undefined;

  /** Moves the start of the hex view forward, at most to `toId`, while `goesOn` returns true. */
  const moveHexFrom = (toId: number, goesOn: () => boolean): void => {
    let at = blockIndexOf(blocks, hexFirstId);
    while (hexFirstId < toId && goesOn()) {
      const block = blocks[at];
      if (block === undefined) return;
      if (hexFirstId >= block.firstId + block.count) at += 1;
      else {
        hexBytes -= block.byteLength(hexFirstId - block.firstId);
        hexFirstId += 1;
      }
    }
  };
  const exceedsHalf = (): boolean => hexBytes * HEX_CHARACTERS_PER_BYTE > limits.hex / 2;
  const boundHex = (): void => {
    if (hexBytes * HEX_CHARACTERS_PER_BYTE > limits.hex) moveHexFrom(nextId - 1, exceedsHalf);
  };

  const dropOldest = (block: LogBlock): void => {
    moveHexFrom(block.firstId + block.count, () => true);
    blocks = blocks.slice(1);
    bytes -= block.used;
    dropped += block.count;
    firstId += block.count;
  };
  const boundLog = (): void => {
    while (nextId - firstId > limits.lines || bytes > limits.bytes) {
      const [oldest] = blocks;
      if (oldest === undefined || oldest === last) return;
      dropOldest(oldest);
    }
  };

  return {
    add: (entry: NewEntry): void => {
      startMs ??= entry.ms;
      const ownText = ownTextOf(entry);
      const before = last?.used ?? 0;
      if (last?.add(entry, ownText) === true) bytes += last.used - before;
      else {
        last?.seal();
        const needed = lengthOf(entry) + (ownText?.length ?? 0) + 1;
        last = new LogBlock(nextId, rowsAfter(last), Math.max(blockBytes, needed));
        last.add(entry, ownText);
        bytes += last.used;
        blocks = [...blocks, last];
      }
      nextId += 1;
      hexBytes += lengthOf(entry);
      boundHex();
      boundLog();
    },
    clear: (): void => {
      entries = createEntries();
      blocks = [];
      last = undefined;
      firstId = nextId;
      hexFirstId = nextId;
      dropped = 0;
      bytes = 0;
      hexBytes = 0;
      startMs = undefined;
    },
    view: (): LogView => {
      const [seen, first, entryOf, length] = [blocks, firstId, entries, nextId - firstId];
      const entry = (index: number): LogEntry | undefined =>
        index >= 0 && index < length && Number.isInteger(index)
          ? entryOf(seen, first + index)
          : undefined;
      return {
        length,
        firstId,
        hexFrom: hexFirstId - firstId,
        dropped,
        startMs: startMs ?? 0,
        blocks,
        entry,
        entries: (fromId = first) => {
          const found: LogEntry[] = [];
          for (let index = Math.max(0, fromId - first); index < length; index += 1) {
            const each = entry(index);
            if (each !== undefined) found.push(each);
          }
          return found;
        },
      };
    },
  };
};
