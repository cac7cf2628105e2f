import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  createDeviceCore,
  EVERYTHING,
  isComplete,
  type Clock,
  type PatternCompiler,
  type Query,
  type Terminal,
} from '@batbot/core';
import { createFakePorts, createFakeSerialLink } from '@batbot/core/fakes';

const LINES = 1_000_000;
const LINES_PER_RECEPTION = 1_000;

/**
 * Returns the CPU time of this process so far, in ms. Unlike the wall clock, it does not include other processes of a
 * busy machine.
 */
const worked = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** A clock that measures the longest time for which a callback blocked the thread, in CPU time. */
interface Watched {
  readonly clock: Clock;
  readonly longestMs: () => number;
  readonly reset: () => void;
  readonly timed: (work: () => void) => void;
}

/** Creates the real clock with timed callbacks. */
const watchedClock = (): Watched => {
  let longest = 0;
  const timed = (work: () => void): void => {
    const [from, began] = [worked(), performance.now()];
    work();
    // The CPU time includes the threads of the garbage collector, and the wall time includes other processes; neither
    // blocks the page.
    longest = Math.max(longest, Math.min(worked() - from, performance.now() - began));
  };
  return {
    clock: {
      wallNow: () => Date.now(),
      monotonicNow: () => performance.now(),
      after: (delayMs, callback) => {
        const timer = setTimeout(() => timed(callback), delayMs);
        return () => clearTimeout(timer);
      },
    },
    longestMs: () => longest,
    reset: () => {
      longest = 0;
    },
    timed,
  };
};

const lineOf = (index: number): string =>
  index === LINES - 1 ? 'the needle at the end' : `+CELL: ${index},3302,25,ok`;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Loads the regular expression engine of the web app from its sources. */
const webPatterns = async (): Promise<PatternCompiler> => {
  const file = join(process.cwd(), 'apps/web/src/adapters/re2/re2-pattern-compiler.ts');
  // the type of that file's exports; a computed path has no type
  const adapter = (await import(pathToFileURL(file).href)) as {
    readonly loadRe2: () => Promise<unknown>;
    readonly createRe2PatternCompiler: (load: () => Promise<unknown>) => PatternCompiler;
  };
  return adapter.createRe2PatternCompiler(adapter.loadRe2);
};

const fill = async (clock: Clock) => {
  const fake = createFakeSerialLink();
  const core = createDeviceCore({
    ...createFakePorts(),
    links: [fake.link],
    clock,
    patterns: await webPatterns(),
  });
  core.showPath('/mainpage/terminal');
  void core.link.connect('fake');
  while (core.link.connection$.value.kind !== 'connected') await turn();
  fake.device.send('OK\r\n');
  for (let index = 0; index < LINES; index += LINES_PER_RECEPTION) {
    const part = Array.from({ length: LINES_PER_RECEPTION }, (_, each) => lineOf(index + each));
    fake.device.send(`${part.join('\r\n')}\r\n`);
    await turn();
  }
  const { terminal } = core;
  while (terminal.shown$.value.ids.length < LINES) await turn();
  return core;
};

interface Figures {
  readonly firstMs: number;
  readonly wholeMs: number;
  readonly found: number;
}

type Work = (terminal: Terminal, query: Query, timed: Watched['timed']) => Promise<Figures>;

const search: Work = async ({ search: { search: begin, state$ } }, query, timed) => {
  const from = worked();
  let firstMs = 0;
  timed(() => begin(query)); // this discards the previous matches
  const watching = state$.subscribe(({ count }) => {
    if (count > 0 && firstMs === 0) firstMs = worked() - from;
  });
  await turn();
  while (!state$.value.isDone) await turn();
  const wholeMs = worked() - from;
  watching.unsubscribe();
  return { firstMs, wholeMs, found: state$.value.count };
};

const filter: Work = async ({ setFilter, shown$ }, query, timed) => {
  const { revision } = shown$.value;
  const from = worked();
  let firstMs = 0;
  timed(() => setFilter({ ...EVERYTHING, query }));
  const watching = shown$.subscribe((shown) => {
    if (shown.revision > revision && shown.ids.length > 0 && firstMs === 0)
      firstMs = worked() - from;
  });
  while (shown$.value.revision === revision || !isComplete(shown$.value)) await turn();
  const wholeMs = worked() - from;
  watching.unsubscribe();
  return { firstMs, wholeMs, found: shown$.value.ids.length };
};

/**
 * The minimum: a loop without pauses over lines that are already strings in memory. It uses the platform's regular
 * expressions, which are faster than the app's but can run for an unlimited time.
 */
const plainLoop = (lines: readonly string[], { pattern, isRegex }: Query): number => {
  const regex = isRegex ? new RegExp(pattern, 'i') : undefined;
  const from = worked();
  const found = lines.filter((line) => regex?.test(line) ?? line.toLowerCase().includes(pattern));
  if (found.length === 0) throw new Error('the loop finds nothing');
  return worked() - from;
};

const TEXTS = ['needle', '999,33', 'cell'];
const EXPRESSIONS = ['needle.*end$', '^\\+cell: \\d+999,', '\\d+'];
const ROUNDS = 5;

const QUERIES: readonly Query[] = [
  ...TEXTS.map((pattern) => ({ pattern, isRegex: false, isCaseSensitive: false })),
  ...EXPRESSIONS.map((pattern) => ({ pattern, isRegex: true, isCaseSensitive: false })),
];

/**
 * Returns the loop's best times. The million strings are released afterwards; otherwise the garbage collector would
 * slow down what is measured.
 */
const loopTimes = (): ReadonlyMap<Query, number> => {
  const lines = Array.from({ length: LINES }, (_, index) => lineOf(index));
  const best = (query: Query): number =>
    Math.min(...Array.from({ length: ROUNDS }, () => plainLoop(lines, query)));
  return new Map(QUERIES.map((query) => [query, best(query)]));
};

const ms = (value: number): string => `${value.toFixed(0)} ms`;

/**
 * Prints how long it takes to search and to filter a million lines, compared with a plain loop over them, and for how
 * long the page is blocked. A search counts every match in a line; a filter counts the lines.
 */
export const benchSearch = async (print: (line: string) => void): Promise<void> => {
  const loops = loopTimes();
  const { clock, longestMs, reset, timed } = watchedClock();
  const core = await fill(clock);
  const { terminal } = core;
  await search(terminal, { pattern: 'x', isRegex: true, isCaseSensitive: false }, timed); // this loads the engine
  terminal.search.stop();
  print('Search and filter: 1,000,000 lines, in slices, case ignored');
  print(
    '  what                                  first (≤ 300)   longest block (≤ 50)     whole     / plain loop',
  );
  const one = async (name: string, work: Work, query: Query): Promise<void> => {
    let best: Figures | undefined;
    reset();
    for (let round = 0; round < ROUNDS; round += 1) {
      const figures = await work(terminal, query, timed);
      if (best === undefined || figures.wholeMs < best.wholeMs) best = figures;
    }
    if (best === undefined) return;
    const what = `${name} ${query.pattern} (${best.found.toLocaleString('en')})`;
    print(
      `  ${what.padEnd(38)}${ms(best.firstMs).padStart(9)}${ms(longestMs()).padStart(21)}${ms(best.wholeMs).padStart(15)}${(best.wholeMs / (loops.get(query) ?? 0)).toFixed(2).padStart(11)} ×`,
    );
  };
  for (const query of QUERIES) {
    const kind = query.isRegex ? 'expression' : 'text';
    await one(`find ${kind}`, search, query);
    terminal.search.stop();
    await one(`filter ${kind}`, filter, query);
    const { revision } = terminal.shown$.value;
    terminal.setFilter(EVERYTHING);
    while (terminal.shown$.value.revision === revision || !isComplete(terminal.shown$.value)) {
      await turn();
    }
  }
  await core.dispose();
};
