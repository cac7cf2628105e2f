import type { Clock } from '../ports/clock.ts';
import type { BadPattern, Matcher, TextRange } from '../ports/pattern-compiler.ts';
import { createLive, type Live } from '../prelude/live.ts';
import { err, ok, type Result } from '../prelude/result.ts';
import { parseHexText, type HexError } from '../protocol/hex.ts';
import { bytesAsText, scanBlock, searchedText, type ScanIn } from './block-scan.ts';
import { blockIndexOf } from './log-buffer.ts';
import type { LogEntry } from './log-entry.ts';
import { plainMatcher, type MatcherOf, type Query } from './matcher.ts';
import { createHitList, type Hit } from './search-hits.ts';
import type { ShownLog, ShownSettings } from './shown-log.ts';
import { createBackgroundWork } from './background-work.ts';

/** The current hit: its entry, its place there, and its number among all hits, from 1. */
export interface FoundPlace {
  readonly id: number;
  readonly range: TextRange;
  readonly number: number;
}

/** The progress of a search. Hits are places: an entry may have several. */
export interface SearchState {
  /** The query; undefined if there is no search. */
  readonly query: Query | undefined;
  readonly problem: BadPattern | undefined;
  /** Whether all entries were searched. New entries are searched when they are added. */
  readonly isDone: boolean;
  readonly count: number;
  /** Whether there may be more hits: in a long entry a regular expression does not find every place. */
  readonly isAtLeast: boolean;
  readonly current: FoundPlace | undefined;
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
  isAtLeast: false,
  current: undefined,
};

const hexProblem = (error: HexError): BadPattern => {
  switch (error.kind) {
    case 'notHex':
      return {
        kind: 'badPattern',
        message: `“${error.character}” is not a hex digit`,
        at: error.position,
      };
    case 'oddDigits':
      return { kind: 'badPattern', message: 'a byte has two hex digits', at: error.position };
    case 'empty':
      return { kind: 'badPattern', message: 'no hex digits' };
  }
};

const bytesMatcher = (pattern: string): Result<Matcher | undefined, BadPattern> => {
  if (pattern.trim() === '') return ok(undefined);
  const bytes = parseHexText(pattern);
  return bytes.ok ? ok(plainMatcher(bytesAsText(bytes.value), true)) : err(hexProblem(bytes.error));
};

/** Searches the shown entries: their text as shown, or their bytes in the hex view. */
export const createLogSearch = (parts: LogSearchParts) => {
  const { clock, shown$, settings$, matcherOf } = parts;
  const state = createLive(NOTHING);
  const hits = createHitList();
  let query: Query | undefined;
  let matcher: Matcher | undefined;
  let where: ScanIn = 'text';
  let nextId = 0;
  let revision = -1;
  let isAtLeast = false;
  let current: (Hit & { readonly range: TextRange }) | undefined;

  const isHex = (): boolean => settings$.value.format === 'hex';

  const publish = (isDone: boolean): void => {
    const index = current && hits.indexOf(current);
    state.set({
      query,
      problem: undefined,
      isDone,
      count: hits.count(),
      isAtLeast,
      current:
        current === undefined || index === undefined
          ? undefined
          : { id: current.id, range: current.range, number: index + 1 },
    });
  };

  /** Searches some rows of one block. Hidden rows are not hits. */
  const step = (): boolean => {
    const { view, ids, untilId } = shown$.value;
    if (matcher === undefined) return false;
    // Continues at the next shown entry: a filter may hide most of the log.
    const from = ids.at(ids.indexFrom(nextId));
    const block = view.blocks[blockIndexOf(view.blocks, from ?? 0)];
    if (from === undefined || from >= untilId || block === undefined) {
      nextId = untilId;
      return false;
    }
    const to = Math.min(block.count, untilId - block.firstId);
    const scan = { block, matcher, where, wanted: 'places' } as const;
    const { rows, places, isCut, next } = scanBlock(scan, from - block.firstId, to);
    let index = ids.indexFrom(from);
    for (const [at, row] of rows.entries()) {
      const id = block.firstId + row;
      while ((ids.at(index) ?? Infinity) < id) index += 1;
      if (ids.at(index) === id) hits.push(id, places[at] ?? 1);
    }
    if (isCut) isAtLeast = true;
    nextId = block.firstId + next;
    return nextId < untilId;
  };
  const work = createBackgroundWork(clock, step, publish);

  const begin = (): void => {
    work.stop();
    hits.clear();
    isAtLeast = false;
    nextId = 0;
    ({ revision } = shown$.value);
    work.run();
  };

  const follow = (shown: ShownLog): void => {
    if (matcher === undefined) return;
    if (shown.revision !== revision) {
      begin();
      return;
    }
    hits.dropBelow(shown.ids.at(0) ?? Infinity);
    work.run();
  };

  let asked = 0;
  const forget = (): void => {
    asked += 1;
    work.stop();
    hits.clear();
    matcher = undefined;
    current = undefined;
  };

  const restart = (): void => {
    if (query === undefined) return;
    forget();
    const [mine, wanted] = [asked, query];
    where = isHex() ? 'bytes' : 'text';
    const begun = (made: Result<Matcher | undefined, BadPattern>): void => {
      if (mine !== asked) return; // another search has started
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
      restart();
    }),
  ];

  const rangesIn = (entry: LogEntry): readonly TextRange[] => {
    if (matcher === undefined) return [];
    if (where === 'bytes' && entry.direction === 'system') return [];
    return matcher.rangesIn(searchedText(entry, where));
  };

  const goTo = (index: number): FoundPlace | undefined => {
    const count = hits.count();
    const hit = count === 0 ? undefined : hits.at((index + count) % count);
    const { view } = shown$.value;
    const entry = hit && view.entry(hit.id - view.firstId);
    const range = hit && entry && rangesIn(entry)[hit.place];
    if (hit === undefined || range === undefined) return undefined;
    current = { ...hit, range };
    publish(state.live.value.isDone);
    return state.live.value.current;
  };
  /**
   * Returns the index next to the current hit. If the hit was dropped, returns the index next to its entry; without a hit
   * the index next to `fromId`.
   */
  const beside = (by: 1 | -1, fromId: number): number => {
    const at = current && hits.indexOf(current);
    if (at !== undefined) return at + by;
    const from = hits.indexFrom(current?.id ?? fromId);
    return by === 1 ? from : from - 1;
  };

  return {
    state$: state.live,
    /** Starts a search and ends the previous one. In the hex view the pattern is hex text. */
    search: (wanted: Query): void => {
      query = wanted;
      restart();
    },
    /** Goes to the next hit, or to the first one at or after the entry `fromId`; after the last hit to the first. */
    next: (fromId = 0): FoundPlace | undefined => goTo(beside(1, fromId)),
    /** Goes to the previous hit in the same way. */
    previous: (fromId = Infinity): FoundPlace | undefined => goTo(beside(-1, fromId + 1)),
    stop: (): void => {
      forget();
      query = undefined;
      state.set(NOTHING);
    },
    /** Returns the hits in an entry: in its text without escapes, or in its bytes in the hex view. */
    rangesIn,
    dispose: (): void => {
      forget();
      for (const each of subscriptions) each.unsubscribe();
      state.dispose();
    },
  };
};
