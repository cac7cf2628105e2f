import { createDeviceCore, type Clock, type Query, type Terminal } from '@batbot/core';
import { createFakeLog, createFakeSerialLink, createFakeStorage } from '@batbot/core/fakes';

const LINES = 1_000_000;
const LINES_PER_RECEPTION = 1_000;

/** Work of this process so far, milliseconds: on a busy machine the wall clock tells of the others'. */
const worked = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** What the benchmark watches: the longest a callback held the thread, in its own work. */
interface Watched {
  readonly clock: Clock;
  readonly longestMs: () => number;
  readonly reset: () => void;
  readonly timed: (work: () => void) => void;
}

/** The real clock, with its callbacks timed. */
const watchedClock = (): Watched => {
  let longest = 0;
  const timed = (work: () => void): void => {
    const from = worked();
    work();
    longest = Math.max(longest, worked() - from);
  };
  return {
    clock: {
      wallNow: () => Date.now(),
      monotonicNow: () => performance.now(),
      after: (delayMs, callback) => {
        const timer = setTimeout(() => {
          timed(callback);
        }, delayMs);
        return () => {
          clearTimeout(timer);
        };
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

/** A terminal that a device has told a million lines. */
const fill = async (clock: Clock) => {
  const fake = createFakeSerialLink();
  const core = createDeviceCore({
    links: [fake.link],
    clock,
    store: createFakeStorage().openTab(),
    log: createFakeLog(),
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
  readonly firstHitMs: number;
  readonly wholeMs: number;
  readonly count: number;
}

const searchOnce = async (
  { search }: Terminal,
  query: Query,
  timed: Watched['timed'],
): Promise<Figures> => {
  const from = performance.now();
  let firstHitMs = 0;
  timed(() => {
    search.search(query); // forgets the hits of the one before
  });
  const watching = search.state$.subscribe(({ count }) => {
    if (count > 0 && firstHitMs === 0) firstHitMs = performance.now() - from;
  });
  await turn();
  while (!search.state$.value.isDone) await turn();
  const wholeMs = performance.now() - from;
  watching.unsubscribe();
  return { firstHitMs, wholeMs, count: search.state$.value.count };
};

/** The least anybody does: every line as a string of its own, in memory already, and no pause. */
const includesLoop = (lines: readonly string[], pattern: string): number => {
  const from = performance.now();
  let count = 0;
  for (const line of lines) if (line.toLowerCase().includes(pattern)) count += 1;
  if (count === 0) throw new Error('the loop finds nothing');
  return performance.now() - from;
};

/** Prints how long a million lines take to search, beside a plain loop over them, and how long the page is held up. */
export const benchSearch = async (print: (line: string) => void): Promise<void> => {
  const { clock, longestMs, reset, timed } = watchedClock();
  const core = await fill(clock);
  const lines = Array.from({ length: LINES }, (_, index) => lineOf(index));
  print('Search: 1,000,000 lines, in slices, case ignored');
  print(
    '  looked for                first hit (≤ 300)   longest block (≤ 50)   whole    / loop of includes',
  );
  for (const pattern of ['needle', '999,33', 'cell']) {
    let best: Figures | undefined;
    let loopMs = Infinity;
    reset();
    for (let round = 0; round < 5; round += 1) {
      loopMs = Math.min(loopMs, includesLoop(lines, pattern));
      const query = { pattern, isRegex: false, isCaseSensitive: false };
      const figures = await searchOnce(core.terminal, query, timed);
      if (best === undefined || figures.wholeMs < best.wholeMs) best = figures;
    }
    if (best === undefined) return;
    const hits = `${pattern} (${best.count.toLocaleString('en')})`;
    const ms = (value: number): string => `${value.toFixed(0)} ms`;
    print(
      `  ${hits.padEnd(26)}${ms(best.firstHitMs).padStart(9)}${ms(longestMs()).padStart(21)}${ms(best.wholeMs).padStart(18)}${(best.wholeMs / loopMs).toFixed(2).padStart(11)} ×`,
    );
  }
  await core.dispose();
};
