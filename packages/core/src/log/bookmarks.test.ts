import { describe, expect, test } from 'vitest';
import { createBookmarks } from './bookmarks.ts';
import { setUpLog } from './log-rig.fixture.ts';

const setUp = () => {
  const log = setUpLog({ hex: 1e6, lines: 3, bytes: 100_000 });
  return { log, bookmarks: createBookmarks(() => log.log$.value) };
};

describe('bookmarks', () => {
  test('[TERM-80] a bookmark can be added, noted, visited and removed', () => {
    const { log, bookmarks } = setUp();
    log.say('\u001b[1ma', 'b', 'c');
    bookmarks.toggle(3);
    bookmarks.note(1, 'first');
    expect(bookmarks.list$.value.map(({ id, text, note }) => [id, text, note])).toEqual([
      [1, 'a', 'first'],
      [3, 'c', ''],
    ]);
    expect(
      [bookmarks.next(), bookmarks.next(1), bookmarks.next(3)].map((each) => each?.id),
    ).toEqual([1, 3, 1]);
    expect(
      [bookmarks.previous(), bookmarks.previous(3), bookmarks.previous(1)].map((each) => each?.id),
    ).toEqual([3, 1, 3]);
    bookmarks.toggle(3);
    bookmarks.remove(1);
    expect([bookmarks.list$.value, bookmarks.next()]).toEqual([[], undefined]);
    bookmarks.toggle(99);
    expect(bookmarks.list$.value).toEqual([]);
  });

  test('[TERM-81] a bookmark whose entry was dropped stays in the list, and is skipped when visiting bookmarks', () => {
    const { log, bookmarks } = setUp();
    log.say('a', 'b', 'c');
    bookmarks.note(1, 'why');
    bookmarks.toggle(3);
    log.say('d');
    expect(bookmarks.list$.value).toMatchObject([
      { id: 1, text: 'a', note: 'why' },
      { id: 3, text: 'c', note: '' },
    ]);
    expect([bookmarks.next()?.id, bookmarks.previous(3)?.id]).toEqual([3, 3]);
  });
});
