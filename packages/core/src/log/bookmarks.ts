import { createLive } from '../prelude/live.ts';
import type { LogView } from './log-buffer.ts';
import { stripAnsi } from './ansi.ts';

/** A bookmarked entry. */
export interface Bookmark {
  readonly id: number;
  /** Time and beginning of the entry. They stay after the log has dropped the entry. */
  readonly at: number;
  readonly text: string;
  /** The note of the user; may be empty. */
  readonly note: string;
}

/** The number of characters of an entry's text that a bookmark saves. */
const TEXT_LENGTH = 200;
const MAX_NOTE_LENGTH = 1_000;

/** Bookmarks on entries, in the order of the log; cleared with the log. */
export const createBookmarks = (view: () => LogView) => {
  const list = createLive<readonly Bookmark[]>([]);
  const all = (): readonly Bookmark[] => list.live.value;
  const find = (id: number): Bookmark | undefined => all().find((each) => each.id === id);

  const put = (bookmark: Bookmark): void => {
    const others = all().filter(({ id }) => id !== bookmark.id);
    list.set([...others, bookmark].toSorted((a, b) => a.id - b.id));
  };
  const remove = (id: number): void => list.set(all().filter((each) => each.id !== id));
  const add = (id: number, note: string): void => {
    const { entry: entryAt, firstId } = view();
    const entry = entryAt(id - firstId);
    if (entry === undefined) return;
    const text = stripAnsi(entry.text).slice(0, TEXT_LENGTH);
    put({ id, at: entry.at, text, note });
  };
  /** Returns the bookmarks whose entry the log has not dropped. */
  const there = (): readonly Bookmark[] => {
    const { firstId } = view();
    return all().filter(({ id }) => id >= firstId);
  };

  return {
    list$: list.live,
    toggle: (id: number): void => {
      if (find(id) === undefined) add(id, '');
      else remove(id);
    },
    /** Writes a note on an entry, and adds a bookmark if there is none. */
    note: (id: number, text: string): void => {
      const present = find(id);
      const note = text.slice(0, MAX_NOTE_LENGTH);
      if (present === undefined) add(id, note);
      else put({ ...present, note });
    },
    remove,
    /** Returns the next bookmark whose entry exists; after the last one, the first one. */
    next: (fromId = 0): Bookmark | undefined => there().find(({ id }) => id > fromId) ?? there()[0],
    previous: (fromId = Infinity): Bookmark | undefined =>
      there().findLast(({ id }) => id < fromId) ?? there().at(-1),
    clear: (): void => list.set([]),
    dispose: list.dispose,
  };
};
