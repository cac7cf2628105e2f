import type { Entry } from './entry.ts';
import type { Item } from './items.ts';
import { keyWords, wordMeaning } from './key-words.ts';

/** True for the title of one of several modules or packs: `Module 2`, `Battery #1`. */
export const isModuleTitle = (text: string): boolean => {
  const { written, numbers } = keyWords(text);
  const meanings = written.map(wordMeaning);
  return (
    numbers.length === 1 &&
    meanings.length > 0 &&
    meanings.every((word) => word === 'module' || word === 'pack')
  );
};

/** True for the title of a part that each module has: `Cells`, `Cell temperatures`. */
export const isPartTitle = (text: string): boolean => {
  const { written, numbers } = keyWords(text);
  return (
    numbers.length === 0 &&
    written.length > 0 &&
    written.map(wordMeaning).every((word) => ['cell', 'temp', 'voltage'].includes(word ?? ''))
  );
};

const digitsHidden = (text: string): string => text.replace(/\d+/g, '#');

const WHOLE = /^(?:totals?|sum|overall|gesamt\w*|system|summary|bank)$/;

/** An entry below a title. */
interface Place {
  readonly entry: Entry;
  /** The names between the title and the value, and its key. */
  readonly names: readonly string[];
}

const nameOf = ({ names }: Place): string => names.join('.');
const hiddenName = (place: Place): string => digitsHidden(nameOf(place));

/** True if the names of a value name the whole: the system, or the pack that consists of the modules. */
const namesWhole = ({ names }: Place, title: string): boolean => {
  const isOfModules = keyWords(title).numberAfter.has('module');
  return names
    .map(keyWords)
    .some(({ written, numberAfter }) =>
      written.some(
        (word) =>
          WHOLE.test(word) ||
          (isOfModules && wordMeaning(word) === 'pack' && !numberAfter.has('pack')),
      ),
    );
};

type Section = readonly [string, readonly Place[]];

/** Returns the names that occur below several titles. Numbers in them do not count. */
const sharedNames = (sections: readonly Section[]): ReadonlySet<string> => {
  const titles = new Map<string, string>();
  const shared = new Set<string>();
  for (const [title, places] of sections) {
    for (const place of places) {
      const name = hiddenName(place);
      const first = titles.get(name) ?? title;
      titles.set(name, first);
      if (first !== title) shared.add(name);
    }
  }
  return shared;
};

/**
 * Returns how many values below the last title belong to its module. Those of the whole may follow without a title of
 * their own. They begin with a value that the module has already, or with one that no other module has: if it names the
 * whole, if it has a heading, or after all that the module before has.
 */
const countOfModule = (
  [title, places]: Section,
  [, before]: Section,
  shared: ReadonlySet<string>,
): number => {
  const missing = new Set(before.map(hiddenName));
  const seen = new Set<string>();
  for (const [at, place] of places.entries()) {
    const name = nameOf(place);
    missing.delete(hiddenName(place));
    const isAdded =
      !shared.has(hiddenName(place)) &&
      (missing.size === 0 || place.names.length > 1 || namesWhole(place, title));
    if (seen.has(name) || isAdded) return at;
    seen.add(name);
  }
  return places.length;
};

/** Takes the entries out of the last title that do not belong to its module, and adds them to `changes`. */
const moveOut = (sections: readonly Section[], changes: Map<Entry, Entry>): void => {
  const [last, previous] = sections.toReversed();
  if (last === undefined) return;
  const [title, places] = last;
  const move = ({ entry }: Place, isUnclear: boolean): void => {
    const groups = entry.groups.filter((group) => group !== title);
    changes.set(entry, { ...entry, groups, ...(isUnclear && { isUnclear }) });
  };
  if (previous === undefined) {
    // With one module, a value below a heading of its own belongs to the whole.
    for (const place of places) if (place.names.length > 1) move(place, false);
    return;
  }
  let isWhole = false;
  for (const place of places.slice(countOfModule(last, previous, sharedNames(sections)))) {
    isWhole ||= namesWhole(place, title);
    move(place, !isWhole);
  }
};

/**
 * Returns the items with each entry in the module to which it belongs. `titles` has the title of a module above each item,
 * if there is one.
 */
export const withModules = (
  items: readonly Item[],
  titles: readonly (string | undefined)[],
): readonly Item[] => {
  const changes = new Map<Entry, Entry>();
  let sections = new Map<string, Place[]>();
  let stem = '';
  let before: string | undefined;
  for (const [at, item] of items.entries()) {
    const title = titles[at];
    if (title === undefined || item.kind !== 'entries') continue;
    // A title that returns begins the next report of all modules.
    if (title !== before && (sections.has(title) || digitsHidden(title) !== stem)) {
      moveOut([...sections], changes);
      sections = new Map();
    }
    before = title;
    stem = digitsHidden(title);
    const places = sections.get(title) ?? [];
    sections.set(title, places);
    for (const entry of item.entries) {
      const inner = entry.groups.slice(entry.groups.indexOf(title) + 1);
      places.push({ entry, names: [...inner, entry.key] });
    }
  }
  moveOut([...sections], changes);
  return items.map((item) =>
    item.kind === 'entries'
      ? { ...item, entries: item.entries.map((entry) => changes.get(entry) ?? entry) }
      : item,
  );
};
