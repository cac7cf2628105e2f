import { describe, expect, test } from 'vitest';
import { packBytes } from './packed-bytes.ts';
import { createTransactionFilter, type TransactionFilter } from './transaction-filter.ts';
import { createTransactionStore } from './transaction-list.ts';
import { rowOf, type TransactionRow } from './transaction-row.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const row = (id: number, change: Partial<TransactionRow> = {}): TransactionRow => ({
  ...rowOf(id, {
    text: `AT+N${id}`,
    origin: 'user',
    bytes: encode(`AT+N${id}\r\n`),
    wasSent: true,
    sentAt: id,
    outcome: { kind: 'ok', lines: [`+N${id}: 1`], code: 'OK', latencyMs: 5, endedBy: 'final' },
    reply: encode('OK\r\n'),
  }),
  ...change,
});
const filter = (change: Partial<TransactionFilter> = {}): TransactionFilter => ({
  text: '',
  outcome: 'any',
  showBackground: true,
  ...change,
});

describe('the list of transactions', () => {
  test('[TERM-147] the last rows stay, older ones are dropped in batches, and the number of dropped rows is reported', () => {
    const store = createTransactionStore({ rows: 100, bytes: 1e9 });
    const before = store.list();
    for (let id = 1; id <= 1_000; id += 1) store.add(row(id));
    const { rows, length, dropped } = store.list();
    expect(length).toBeGreaterThanOrEqual(100);
    expect(length).toBeLessThanOrEqual(110);
    expect(length + dropped).toBe(1_000);
    expect(rows[length - 1]?.id).toBe(1_000);
    expect(before.length).toBe(0);
  });

  test('[TERM-147] old polls are dropped first, user commands stay', () => {
    const store = createTransactionStore({ rows: 100, polls: 10, bytes: 1e9 });
    for (let id = 1; id <= 500; id += 1)
      store.add(row(id, { origin: id % 10 === 0 ? 'user' : 'background' }));
    const { rows, length, dropped } = store.list();
    const kept = rows.slice(0, length);
    const polls = kept.filter(({ origin }) => origin === 'background');
    expect(kept.filter(({ origin }) => origin === 'user')).toHaveLength(50);
    expect(polls.length).toBeGreaterThanOrEqual(10);
    expect(polls.length).toBeLessThanOrEqual(11);
    expect(polls.at(-1)?.id).toBe(499);
    expect(length + dropped).toBe(500);
  });

  test('[TERM-147] long replies are limited by their bytes', () => {
    const store = createTransactionStore({ rows: 1e6, bytes: 1_000_000 });
    const reply = packBytes(new Uint8Array(10_000));
    for (let id = 1; id <= 1_000; id += 1) store.add(row(id, { reply }));
    expect(store.list().length).toBeLessThanOrEqual(110);
    expect(store.list().length).toBeGreaterThanOrEqual(80);
  });

  test('[TERM-147] late bytes count for the limit', () => {
    const store = createTransactionStore({ rows: 1e6, bytes: 1_000_000 });
    for (let id = 1; id <= 100; id += 1) store.add(row(id));
    const late = packBytes(new Uint8Array(20_000));
    for (let id = 1; id <= 100; id += 1) store.addLate(id, late, 5);
    expect(store.list().length).toBeLessThanOrEqual(55);
  });

  test('[TERM-143] late bytes of a dropped row are ignored', () => {
    const store = createTransactionStore();
    store.add(row(1));
    store.clear();
    store.addLate(1, packBytes(encode('x')), 5);
    expect(store.list().length).toBe(0);
  });
});

describe('the filter of transactions', () => {
  const rows = [
    row(1),
    row(2, { outcome: 'error', code: '+CME ERROR: 4' }),
    row(3, { outcome: 'timeout' }),
    row(4, { outcome: 'timeout', late: { bytes: packBytes(encode('x')), afterMs: 1 } }),
    row(5, { outcome: 'lost' }),
    row(6, { origin: 'background' }),
    row(7, { content: { kind: 'rejected', detail: 'Checksum' } }),
  ];
  const idsFor = (change: Partial<TransactionFilter>): readonly number[] => {
    const store = createTransactionStore();
    for (const each of rows) store.add(each);
    const shown = createTransactionFilter()(store.list(), filter(change));
    return shown.rows.map(({ id }) => id);
  };

  test.each([
    [{ outcome: 'ok' }, [1, 6, 7]],
    [{ outcome: 'error' }, [2]],
    [{ outcome: 'timeout' }, [3, 4]],
    [{ outcome: 'late' }, [4]],
    [{ outcome: 'failed' }, [5]],
    [{ showBackground: false }, [1, 2, 3, 4, 5, 7]],
    [{ text: ' at+n3 ' }, [3]],
    [{ text: 'cme' }, [2]],
    [{ text: '+n5:' }, [5]],
    [{ text: 'checksum' }, [7]],
  ] as const)('[TERM-148] the filter %j shows the rows %j', (change, ids) => {
    expect(idsFor(change)).toEqual(ids);
  });

  test('[TERM-148] a text is found in a reply that is longer than what the row shows', () => {
    const line = `${'.'.repeat(500)}needle`;
    const long = rowOf(1, {
      ...{ text: 'AT+LOG', origin: 'user', bytes: encode('AT+LOG\r\n'), wasSent: true, sentAt: 1 },
      outcome: { kind: 'ok', lines: [line], code: 'OK', latencyMs: 5, endedBy: 'final' },
      reply: encode(`${line}\r\nOK\r\n`),
    });
    const store = createTransactionStore();
    store.add(long);
    const show = createTransactionFilter();
    expect(show(store.list(), filter({ text: 'Needle' })).length).toBe(1);
    expect(show(store.list(), filter({ text: 'noodle' })).length).toBe(0);
  });

  test('[TERM-148] only added rows are examined; a changed list is filtered again', () => {
    const store = createTransactionStore();
    const show = createTransactionFilter();
    store.add(row(1));
    const first = show(store.list(), filter());
    store.add(row(2, { outcome: 'timeout' }));
    const second = show(store.list(), filter());
    expect(second.rows).toBe(first.rows);
    expect([first.length, second.length]).toEqual([1, 2]);
    store.addLate(2, packBytes(encode('x')), 9);
    const third = show(store.list(), filter({ outcome: 'late' }));
    expect(third.rows.map(({ id }) => id)).toEqual([2]);
    expect([third.indexOfId(1), third.indexOfId(2), third.indexOfId(3)]).toEqual([0, 0, 1]);
  });
});
