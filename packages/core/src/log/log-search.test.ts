import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Clock } from '../ports/clock.ts';
import { line, setUpLog } from './log-rig.fixture.ts';
import type { PatternCompiler } from '../ports/pattern-compiler.ts';
import { createLineReader } from '../protocol/line-reader.ts';
import { ok } from '../prelude/result.ts';
import { createLogSearch, type FoundPlace } from './log-search.ts';
import { createMatcherOf, plainMatcher, type Query } from './matcher.ts';

const query = (pattern: string, fields: Partial<Query> = {}): Query => ({
  pattern,
  isRegex: false,
  isCaseSensitive: false,
  ...fields,
});

const setUp = (clock?: (clock: Clock) => Clock, patterns?: PatternCompiler) => {
  const log = setUpLog();
  const search = createLogSearch({
    clock: clock?.(log.clock) ?? log.clock,
    shown$: log.shown$,
    settings$: log.settings.live,
    matcherOf: patterns === undefined ? log.matcherOf : createMatcherOf(patterns),
  });
  const find = async (wanted: Query): Promise<void> => {
    search.search(wanted);
    await log.clock.advance(1_000);
  };
  return { log, search, find, state: () => search.state$.value };
};

describe('searching the log', () => {
  test('[TERM-64] hits are counted, visited in order, and then visited from the first again', async () => {
    const { log, search, find, state } = setUp();
    log.say('Error 1', 'ok', 'no error', 'ERROR 2');
    await find(query('error'));
    expect(state()).toMatchObject({ isDone: true, count: 3, current: undefined });
    expect([1, 2, 3, 4].map(() => search.next()?.id)).toEqual([1, 3, 4, 1]);
    expect(state().current).toEqual({ id: 1, number: 1, range: { from: 0, to: 5 } });
    expect([1, 2].map(() => search.previous()?.id)).toEqual([4, 3]);
    expect(state().current).toEqual({ id: 3, number: 2, range: { from: 3, to: 8 } });
  });

  test('[TERM-64] a search begins at the visible entry', async () => {
    const { log, search, find } = setUp();
    log.say('a', 'b', 'a', 'b', 'a');
    await find(query('a'));
    expect(search.next(2)?.id).toBe(3);
    await find(query('a'));
    expect(search.previous(4)?.id).toBe(3);
  });

  test('[TERM-170] every place in a line is a hit and is visited in order', async () => {
    const { log, search, find, state } = setUp();
    log.say('1,2,3', 'none', ',', '\u001b[1m,,');
    await find(query(','));
    expect(state()).toMatchObject({ count: 5, isAtLeast: false });
    const places = (step: () => FoundPlace | undefined, times: number) =>
      Array.from({ length: times }, step).map((hit) => hit && [hit.id, hit.range.from, hit.number]);
    const all = [
      [1, 1, 1],
      [1, 3, 2],
      [3, 0, 3],
      [4, 0, 4],
      [4, 1, 5],
    ];
    expect(places(search.next, 6)).toEqual([...all, all[0]]);
    expect(places(search.previous, 5)).toEqual([...all].reverse());
    await find(query('^1', { isRegex: true }));
    expect(places(search.next, 2)).toEqual([
      [1, 0, 1],
      [1, 0, 1],
    ]);
    log.settings.set({ showBackground: false, format: 'hex' });
    await find(query('2c'));
    expect(state().count).toBe(5);
    expect(places(search.next, 4).at(-1)).toEqual([4, 4, 4]); // the bytes of the escape come before it
  });

  test('[TERM-170] a line with too many places reports that there may be more places', async () => {
    const { log, find, state } = setUp((clock) => clock, {
      compile: async () =>
        ok({
          ...plainMatcher('a', true),
          rangesIn: () => [{ from: 0, to: 1 }],
          mostPlaces: () => 1,
        }),
    });
    log.say('\u001b[1maaa');
    await find(query('a', { isRegex: true }));
    expect(state()).toMatchObject({ count: 1, isAtLeast: true });
  });

  test('[TERM-64] a query without a match, an empty query and a bad pattern have no hits', async () => {
    const { log, search, find, state } = setUp();
    log.say('a');
    await find(query('x'));
    expect([state().count, state().isDone, search.next()]).toEqual([0, true, undefined]);
    await find(query(''));
    expect([state().count, state().isDone, search.next()]).toEqual([0, true, undefined]);
    await find(query('(', { isRegex: true }));
    expect(state().problem).toMatchObject({ kind: 'badPattern', at: 0 });
    search.stop();
    expect(state()).toMatchObject({ query: undefined, problem: undefined });
  });

  test('[TERM-65] only shown entries are searched', async () => {
    const { log, find, state } = setUp();
    log.say(line('a poll', { origin: 'background' }), 'a', line('a', { direction: 'sent' }));
    await find(query('a'));
    expect(state().count).toBe(2);
    log.settings.set({ showBackground: true, format: 'ascii' });
    expect(state().count).toBe(3);
  });

  test('[TERM-66] new entries are searched when they arrive, and dropped ones are no longer hits', async () => {
    const log = setUpLog({ hex: 1e6, lines: 3, bytes: 100_000 });
    const { clock, shown$, settings, matcherOf } = log;
    const search = createLogSearch({ clock, shown$, settings$: settings.live, matcherOf });
    log.say('a1', 'b');
    search.search(query('a'));
    await clock.settle();
    log.say('a2', 'b');
    expect(search.state$.value.count).toBe(1);
    log.say('a3');
    expect(search.state$.value.count).toBe(2);
    // The current hit is dropped, so the next one is the first remaining hit.
    expect(search.next()?.id).toBe(3);
    log.say('b', 'a4');
    expect(search.state$.value.current).toBeUndefined();
    expect([search.next(), search.next()].map((hit) => [hit?.id, hit?.number])).toEqual([
      [5, 1],
      [7, 2],
    ]);
  });

  test('[TERM-67] a long log is searched in slices, and a new search ends the previous one', async () => {
    let now = 0;
    // Every read of the clock takes 5 ms, so two steps make a slice.
    const { log, search, state } = setUp((clock) => ({
      ...clock,
      monotonicNow: () => (now += 5),
    }));
    const lines = Array.from({ length: 2_000 }, (_, index) => `\u001b[1mcell ${index}`);
    log.say(...lines);
    search.search(query('cell'));
    await log.clock.settle();
    expect(state().isDone).toBe(false);
    expect(state().count).toBeGreaterThan(0);
    expect(state().count).toBeLessThan(2_000);
    expect(search.next()?.id).toBe(1);
    search.search(query('1999'));
    await log.clock.advance(1_000);
    expect(state()).toMatchObject({ isDone: true, count: 1 });
    expect(search.next()?.id).toBe(2_000);
  });

  test('[TERM-68] in the hex view the bytes of sent and received entries are searched', async () => {
    const { log, search, find, state } = setUp();
    log.settings.set({ showBackground: false, format: 'hex' });
    log.say('AT', line('AT', { direction: 'sent' }), line('AT', { direction: 'system' }), 'OK');
    await find(query('0x41 54'));
    expect(state().count).toBe(2);
    const [first] = log.log$.value.entries();
    expect(first && search.rangesIn(first)).toEqual([{ from: 0, to: 2 }]);
    await find(query('4G'));
    expect(state().problem).toEqual({
      kind: 'badPattern',
      message: '“G” is not a hex digit',
      at: 1,
    });
    log.settings.set({ showBackground: false, format: 'ascii' });
    await log.clock.settle();
    expect(state()).toMatchObject({ problem: undefined, count: 0, isDone: true });
  });

  test('[TERM-68] line breaks are bytes of their line, and no match begins in one line and ends in another', async () => {
    const part = fc.constantFrom('a', 'b', '\r', '\n', '\r\n');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(part, { maxLength: 12 }), { maxLength: 6 }),
        fc.constantFrom('a', 'ab', '\n', '\r\n', '\na', 'a\r'),
        fc.boolean(),
        async (chunks, wanted, isHex) => {
          const { log, find, state } = setUp();
          log.settings.set({ showBackground: false, format: isHex ? 'hex' : 'ascii' });
          const reader = createLineReader(5);
          for (const chunk of chunks) {
            const lines = reader.push(Buffer.from(chunk.join('')));
            log.say(...lines.map((each) => line(each.text, { source: each })));
          }
          await find(query(isHex ? Buffer.from(wanted).toString('hex') : wanted));
          const places = log.log$.value
            .entries()
            .map(({ text, bytes }) => (isHex ? Buffer.from(bytes).toString() : text))
            .map((each) => each.split(wanted).length - 1);
          expect(state().count).toBe(places.reduce((sum, each) => sum + each, 0));
        },
      ),
      { numRuns: 300 },
    );
  });

  test('[TERM-69] a search finds exactly what indexOf finds in the shown text', async () => {
    const piece = fc.oneof(
      fc.constantFrom('a', 'B', 'ab', '\u001b[31m', 'İ', 'é', '電', '\ufffd', ' '),
      fc.string({ maxLength: 3 }).filter((text) => !text.includes('\u001b')),
    );
    const text = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { maxLength: 12 }),
        fc.constantFrom('a', 'AB', 'b', 'é', '電', 'ba', ' '),
        fc.boolean(),
        async (texts, pattern, isCaseSensitive) => {
          const { log, find, state, search } = setUp();
          log.say(...texts);
          await find(query(pattern, { isCaseSensitive }));
          const fold = (each: string): string => (isCaseSensitive ? each : each.toLowerCase());
          const read = texts.map((each) => fold(each.replaceAll('\u001b[31m', '')));
          const places = read.map((each) => each.split(fold(pattern)).length - 1);
          expect(state().count).toBe(places.reduce((sum, each) => sum + each, 0));
          for (const entry of log.log$.value.entries()) {
            expect(search.rangesIn(entry)).toHaveLength(places[entry.id - 1] ?? 0);
          }
        },
      ),
    );
  });
});
