import type { Clock } from '../ports/clock.ts';
import type { BadPattern, Matcher, TextRange } from '../ports/pattern-compiler.ts';
import { createLive, type Live } from '../prelude/live.ts';
import { err, ok, type Result } from '../prelude/result.ts';
import { parseHexText, type HexError } from '../protocol/hex.ts';
import { bytesAsText, scanBlock, searchedText, type ScanIn } from './block-scan.ts';
import { blockIndexOf } from './log-buffer.ts';
import type { LogEntry } from './log-entry.ts';
import { plainMatcher, type MatcherOf, type Query } from './matcher.ts';
import { createRisingList } from './rising-numbers.ts';
import type { ShownLog, ShownSettings } from './shown-log.ts';
import { createSlices } from './slices.ts';

/** How far a search is. Its hits are entries, each counted once. */
export interface SearchState {
  /** Undefined when nothing is looked for. */
  readonly query: Query | undefined;
  readonly problem: BadPattern | undefined;
  /** False while entries are still to be looked at; what comes later is looked at when it comes. */
  readonly isDone: boolean;
  /** Hits so far. */
  readonly count: number;
  /** The oldest hit. */
  readonly firstId: number | undefined;
  /** The hit gone to, and its number among the hits, from 1. */
  readonly current: { readonly id: number; readonly number: number } | undefined;
}

/** Looks for something in the entries shown: in the text view in what is read, in the hex view in the bytes. */
export interface LogSearch {
  readonly state$: Live<SearchState>;
  /** Begins a search and ends the one before. In the hex view the pattern is hex text, and a pattern nothing else. */
  readonly search: (query: Query) => void;
  /** Goes to the hit after the current one, or at or after the entry `fromId`; after the last comes the first. */
  readonly next: (fromId?: number) => number | undefined;
  /** The same towards the beginning. */
  readonly previous: (fromId?: number) => number | undefined;
  /** Nothing is looked for any more. */
  readonly stop: () => void;
  /** Where in an entry the hits are: in its text without escapes, or in its bytes in the hex view. */
  readonly rangesIn: (entry: LogEntry) => readonly TextRange[];
  readonly dispose: () => void;
}

export interface LogSearchParts {
  readonly clock: Clock;
  readonly shown$: Live<ShownLog>;
  readonly settings$: Live<ShownSettings>;
  readonly matcherOf: MatcherOf;
}

const NOTHING: SearchState = {
  query: undefined,
  problem: undefined,
  isDone: true,
  count: 0,
  firstId: undefined,
  current: undefined,
};

const hexProblem = (error: HexError): BadPattern => {
  switch (error.kind) {
    case 'notHex':
      return {
        kind: 'badPattern',
        message: `“${error.character}” is no hex digit`,
        at: error.position,
      };
    case 'oddDigits':
      return { kind: 'badPattern', message: 'a byte has two hex digits' };
    case 'empty':
      return { kind: 'badPattern', message: 'no hex digits' };
  }
};

const bytesMatcher = (pattern: string): Result<Matcher | undefined, BadPattern> => {
  if (pattern.trim() === '') return ok(undefined);
  const bytes = parseHexText(pattern);
  return bytes.ok ? ok(plainMatcher(bytesAsText(bytes.value), true)) : err(hexProblem(bytes.error));
};

export const createLogSearch = (parts: LogSearchParts): LogSearch => {
  const { clock, shown$, settings$, matcherOf } = parts;
  const state = createLive(NOTHING);
  const hits = createRisingList();
  let query: Query | undefined;
  let matcher: Matcher | undefined;
  let where: ScanIn = 'text';
  let nextId = 0;
  let revision = -1;
  let currentId: number | undefined;

  const isHex = (): boolean => settings$.value.format === 'hex';

  const tell = (isDone: boolean): void => {
    const found = hits.take();
    const at = currentId === undefined ? -1 : found.indexFrom(currentId);
    const isHit = currentId !== undefined && found.at(at) === currentId;
    state.set({
      query,
      problem: undefined,
      isDone,
      count: found.length,
      firstId: found.at(0),
      current: isHit ? { id: currentId ?? 0, number: at + 1 } : undefined,
    });
  };

  /** Some rows of one block; those that are not shown are no hits. */
  const step = (): boolean => {
    const { view, ids, untilId } = shown$.value;
    if (matcher === undefined) return false;
    // Straight to the next entry shown: a filter may have left little of the log.
    const from = ids.at(ids.indexFrom(nextId));
    const block = view.blocks[blockIndexOf(view.blocks, from ?? 0)];
    if (from === undefined || from >= untilId || block === undefined) {
      nextId = untilId;
      return false;
    }
    const to = Math.min(block.count, untilId - block.firstId);
    const { rows, next } = scanBlock(block, from - block.firstId, to, matcher, where);
    let index = ids.indexFrom(from);
    for (const row of rows) {
      const id = block.firstId + row;
      while ((ids.at(index) ?? Infinity) < id) index += 1;
      if (ids.at(index) === id) hits.push(id);
    }
    nextId = block.firstId + next;
    return nextId < untilId;
  };
  const slices = createSlices(clock, step, tell);

  const begin = (): void => {
    slices.stop();
    hits.clear();
    nextId = 0;
    ({ revision } = shown$.value);
    slices.run();
  };

  const follow = (shown: ShownLog): void => {
    if (matcher === undefined) return;
    if (shown.revision !== revision) {
      begin();
      return;
    }
    hits.dropBelow(shown.ids.at(0) ?? Infinity);
    slices.run();
  };

  let asked = 0;
  const forget = (): void => {
    asked += 1;
    slices.stop();
    hits.clear();
    matcher = undefined;
  };

  const look = (): void => {
    if (query === undefined) return;
    forget();
    const [mine, wanted] = [asked, query];
    where = isHex() ? 'bytes' : 'text';
    const begun = (made: Result<Matcher | undefined, BadPattern>): void => {
      if (mine !== asked) return; // something else is looked for meanwhile
      if (!made.ok) state.set({ ...NOTHING, query: wanted, problem: made.error });
      else if (made.value === undefined) state.set({ ...NOTHING, query: wanted });
      else {
        matcher = made.value;
        begin();
      }
    };
    if (where === 'bytes') begun(bytesMatcher(wanted.pattern));
    else {
      state.set({ ...NOTHING, query: wanted, isDone: false });
      void matcherOf(wanted).then(begun);
    }
  };

  let wasHex = isHex();
  const subscriptions = [
    shown$.subscribe(follow),
    settings$.subscribe(() => {
      if (isHex() === wasHex) return;
      wasHex = isHex();
      look();
    }),
  ];

  const goTo = (index: number): number | undefined => {
    const found = hits.take();
    if (found.length === 0) return undefined;
    currentId = found.at((index + found.length) % found.length);
    tell(state.live.value.isDone);
    return currentId;
  };

  return {
    state$: state.live,
    search: (wanted) => {
      query = wanted;
      currentId = undefined;
      look();
    },
    next: (fromId = 0) =>
      goTo(hits.take().indexFrom(currentId === undefined ? fromId : currentId + 1)),
    previous: (fromId = Infinity) => goTo(hits.take().indexFrom(currentId ?? fromId + 1) - 1),
    stop: () => {
      forget();
      query = undefined;
      currentId = undefined;
      state.set(NOTHING);
    },
    rangesIn: (entry) => {
      if (matcher === undefined) return [];
      if (where === 'bytes' && entry.direction === 'system') return [];
      return matcher.rangesIn(searchedText(entry, where));
    },
    dispose: () => {
      forget();
      for (const each of subscriptions) each.unsubscribe();
      state.dispose();
    },
  };
};
