import { distinctUntilChanged, skip, type Subscription } from 'rxjs';
import type { Clock } from '../ports/clock.ts';
import type { BadPattern, Matcher } from '../ports/pattern-compiler.ts';
import { createLive, type Live } from '../prelude/live.ts';
import { scanBlock } from './block-scan.ts';
import { blockIndexOf, type LogView } from './log-buffer.ts';
import type { LogBlock } from './log-block.ts';
import type { Direction } from './log-entry.ts';
import type { MatcherOf, Query } from './matcher.ts';
import { createRisingList, type RisingNumbers } from './rising-numbers.ts';
import { createBackgroundWork } from './background-work.ts';

export interface LogFilter {
  /** An empty pattern matches every entry. */
  readonly query: Query;
  /** Whether the entries that do not match are shown instead. */
  readonly isInverted: boolean;
  readonly directions: readonly Direction[];
}

export const EVERYTHING: LogFilter = {
  query: { pattern: '', isRegex: false, isCaseSensitive: false },
  isInverted: false,
  directions: ['sent', 'received', 'system'],
};

/** Whether a filter hides any entries. */
export const isFiltering = ({ query, directions }: LogFilter): boolean =>
  query.pattern !== '' || directions.length < EVERYTHING.directions.length;

/** The entries of one view of the log that the settings and the filter show. */
export interface ShownLog {
  readonly view: LogView;
  readonly ids: RisingNumbers;
  /** Increases, except when entries were only added at the end or dropped at the beginning. */
  readonly revision: number;
  /** The id from which on entries are still to be filtered. */
  readonly untilId: number;
  /** The number of entries that the filter hides; `hiddenAppLines` is the number of hidden lines of app traffic. */
  readonly filteredOut: number;
  readonly hiddenAppLines: number;
}

/** Whether every entry of the view has been filtered. */
export const isComplete = ({ view, untilId }: ShownLog): boolean =>
  untilId >= view.firstId + view.length;

export interface FilterState {
  readonly filter: LogFilter;
  /** The problem of the pattern. If there is one, the previous filter stays active. */
  readonly problem: BadPattern | undefined;
}

export interface ShownSettings {
  readonly showBackground: boolean;
  readonly format: 'ascii' | 'hex';
}

export interface ShownLogParts {
  readonly clock: Clock;
  readonly log$: Live<LogView>;
  readonly settings$: Live<ShownSettings>;
  readonly matcherOf: MatcherOf;
}

/**
 * Returns which rows from `from` to `to` (exclusive) of a block pass the filter, and the first row that was not
 * searched.
 */
const passing = (
  block: LogBlock,
  from: number,
  to: number,
  matcher: Matcher | undefined,
  isInverted: boolean,
): { readonly passes: (row: number) => boolean; readonly next: number } => {
  if (matcher === undefined) return { passes: () => true, next: to };
  const { rows, next } = scanBlock({ block, matcher, where: 'text', wanted: 'rows' }, from, to);
  const matching = new Set(rows);
  return { passes: (row) => matching.has(row) !== isInverted, next };
};

/**
 * Keeps the list of shown entries up to date. The cost of new entries does not depend on the length of the log; a new
 * filter goes through the whole log in slices.
 */
export const createShownLog = (parts: ShownLogParts) => {
  const { clock, log$, settings$, matcherOf } = parts;
  const list = createRisingList();
  /** The lines of app traffic that are not shown. The filter does not count them. */
  const hiddenAppLines = createRisingList();
  const filter = createLive<FilterState>({ filter: EVERYTHING, problem: undefined });
  let active: { readonly filter: LogFilter; readonly matcher: Matcher | undefined } = {
    filter: EVERYTHING,
    matcher: undefined,
  };
  let view = log$.value;
  let nextId = view.firstId;
  let revision = 0;
  let directions: ReadonlySet<Direction> = new Set(EVERYTHING.directions);

  const startId = (): number =>
    view.firstId + (settings$.value.format === 'hex' ? view.hexFrom : 0);
  const present = (): ShownLog => {
    const [ids, silent] = [list.take(), hiddenAppLines.take().length];
    const filteredOut = Math.max(0, nextId - startId()) - ids.length - silent;
    return { view, ids, revision, untilId: nextId, filteredOut, hiddenAppLines: silent };
  };
  const shown = createLive(present());

  const step = (): boolean => {
    const endId = view.firstId + view.length;
    const block = view.blocks[blockIndexOf(view.blocks, nextId)];
    if (nextId >= endId || block === undefined) return false;
    const from = nextId - block.firstId;
    const to = Math.min(block.count, endId - block.firstId);
    const { passes, next } = passing(block, from, to, active.matcher, active.filter.isInverted);
    const hidesAppTraffic = !settings$.value.showBackground;
    for (let row = from; row < next; row += 1) {
      const id = block.firstId + row;
      if (hidesAppTraffic && block.origin(row) === 'background') hiddenAppLines.push(id);
      else if (directions.has(block.direction(row)) && passes(row)) list.push(id);
    }
    nextId = block.firstId + next;
    return nextId < endId;
  };
  const work = createBackgroundWork(clock, step, () => shown.set(present()));

  const take = (): void => {
    list.dropBelow(startId());
    hiddenAppLines.dropBelow(startId());
    nextId = Math.max(nextId, startId());
    work.run();
  };
  const restart = (): void => {
    work.stop();
    list.clear();
    hiddenAppLines.clear();
    revision += 1;
    directions = new Set(active.filter.directions);
    nextId = startId();
    work.run();
  };

  let asked = 0;
  const setFilter = (wanted: LogFilter): void => {
    asked += 1;
    const mine = asked;
    filter.set({ filter: wanted, problem: undefined });
    void matcherOf(wanted.query).then((made) => {
      if (mine !== asked) return; // another filter was set meanwhile
      if (!made.ok) filter.set({ filter: wanted, problem: made.error });
      else {
        active = { filter: wanted, matcher: made.value };
        restart();
      }
    });
  };

  const subscriptions: readonly Subscription[] = [
    log$.subscribe((next) => {
      view = next;
      take();
    }),
    settings$
      .pipe(
        distinctUntilChanged(
          (a, b) => a.showBackground === b.showBackground && a.format === b.format,
        ),
        skip(1),
      )
      .subscribe(restart),
  ];

  return {
    shown$: shown.live,
    filter$: filter.live,
    setFilter,
    dispose: (): void => {
      asked += 1;
      work.stop();
      for (const each of subscriptions) each.unsubscribe();
      shown.dispose();
      filter.dispose();
    },
  };
};
