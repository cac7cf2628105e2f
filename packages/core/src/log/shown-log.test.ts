import { describe, expect, test } from 'vitest';
import { line, setUpLog } from './log-rig.fixture.ts';
import { EVERYTHING, isComplete, isFiltering, type LogFilter } from './shown-log.ts';

const filter = (pattern: string, fields: Partial<LogFilter> = {}, isRegex = false): LogFilter => ({
  ...EVERYTHING,
  query: { pattern, isRegex, isCaseSensitive: false },
  ...fields,
});

describe('the shown entries', () => {
  test('[TERM-70] a filter shows the entries that match, or those that do not, including new ones', async () => {
    const log = setUpLog();
    log.say('cell 1', 'pack', 'cell 2');
    log.setFilter(filter('CELL'));
    await log.clock.settle();
    expect(log.texts()).toEqual(['cell 1', 'cell 2']);
    log.say('cell 3', 'other');
    expect(log.texts()).toEqual(['cell 1', 'cell 2', 'cell 3']);
    log.setFilter(filter('cell', { isInverted: true }));
    await log.clock.settle();
    expect(log.texts()).toEqual(['pack', 'other']);
    log.setFilter(EVERYTHING);
    await log.clock.settle();
    expect(log.texts()).toHaveLength(5);
  });

  test('[TERM-70] the filter shows only entries of the chosen directions', async () => {
    const log = setUpLog();
    log.say(line('AT', { direction: 'sent' }), line('AT noted', { direction: 'system' }), 'AT');
    log.setFilter(filter('at', { directions: ['sent', 'system'] }));
    await log.clock.settle();
    expect(log.texts()).toEqual(['AT', 'AT noted']);
    expect([isFiltering(EVERYTHING), isFiltering(log.filter$.value.filter)]).toEqual([false, true]);
  });

  test('[TERM-71] a bad pattern is reported, and the previous filter stays active', async () => {
    const log = setUpLog();
    log.say('cell', 'pack');
    log.setFilter(filter('^ce', {}, true));
    await log.clock.settle();
    log.setFilter(filter('(', {}, true));
    await log.clock.settle();
    expect(log.filter$.value.problem).toMatchObject({ kind: 'badPattern' });
    expect(log.texts()).toEqual(['cell']);
  });

  test('[TERM-70] while the revision stays, lists only grow at the end and shrink at the beginning', () => {
    const log = setUpLog({ hex: 1e6, lines: 3, bytes: 100_000 });
    log.say('a', 'b', 'c');
    const before = log.shown$.value;
    log.say('d', 'e');
    const after = log.shown$.value;
    expect(after.revision).toBe(before.revision);
    expect([before, after].map(({ ids }) => [ids.at(0), ids.length])).toEqual([
      [1, 3],
      [3, 3],
    ]);
    expect(isComplete(after)).toBe(true);
    log.buffer.clear();
    log.publish();
    expect(log.texts()).toEqual([]);
    log.say('f');
    expect(log.texts()).toEqual(['f']);
  });

  test('[TERM-70] a setting that does not decide what is shown does not filter the log again', () => {
    const log = setUpLog();
    log.say('a', 'b');
    const { revision } = log.shown$.value;
    log.settings.update((before) => ({ ...before }));
    expect(log.shown$.value.revision).toBe(revision);
    log.settings.update((before) => ({ ...before, showBackground: true }));
    expect(log.shown$.value.revision).toBe(revision + 1);
  });

  test('[TERM-171] lines hidden by the filter are counted separately from hidden app traffic', async () => {
    const log = setUpLog({ hex: 1e6, lines: 5, bytes: 100_000 });
    const hidden = () => {
      const { filteredOut, hiddenAppLines } = log.shown$.value;
      return { filteredOut, hiddenAppLines };
    };
    const poll = line('poll', { origin: 'background' });
    log.say(poll, 'cell', 'pack', poll);
    expect(hidden()).toEqual({ filteredOut: 0, hiddenAppLines: 2 });
    log.setFilter(filter('cell'));
    await log.clock.settle();
    expect(hidden()).toEqual({ filteredOut: 1, hiddenAppLines: 2 });
    log.settings.set({ showBackground: true, format: 'ascii' });
    expect(hidden()).toEqual({ filteredOut: 3, hiddenAppLines: 0 });
    log.settings.set({ showBackground: false, format: 'ascii' });
    log.say('pack', poll, 'cell'); // the log drops the first two entries
    expect(log.texts()).toEqual(['cell']);
    expect(hidden()).toEqual({ filteredOut: 2, hiddenAppLines: 2 });
  });
});
