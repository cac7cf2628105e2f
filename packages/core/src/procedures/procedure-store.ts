import { mapLive, type Live } from '../prelude/live.ts';
import { err, ok, type Result } from '../prelude/result.ts';
import { saved } from '../prelude/saved.ts';
import { problemAt, type FileProblem } from '../prelude/schema.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import type { ProcedureFile } from './procedure-file.ts';

/**
 * The names that a change added. `kept` is false if the storage refused them; they are then kept until the page closes.
 */
export interface SavedProcedures {
  readonly names: readonly string[];
  readonly kept: boolean;
}

/** The sequences or the checks of this computer, identified by their names. */
export interface ProcedureStore<T> {
  /** All procedures, those of the app first. */
  readonly list$: Live<readonly T[]>;
  readonly isBuiltIn: (name: string) => boolean;
  /** Adds a procedure, or replaces the one named `replaced`. */
  readonly save: (draft: T, replaced?: string) => Result<SavedProcedures, FileProblem>;
  readonly remove: (name: string) => void;
  /** Adds the procedures of a file. A name that exists already gets a number. */
  readonly importFile: (text: string) => Result<SavedProcedures, FileProblem>;
  readonly exportFile: (names: readonly string[]) => string;
  readonly dispose: () => void;
}

/** Returns the name, or the first free one of "name 2", "name 3" …, within `longest` characters. */
const freeName = (name: string, taken: ReadonlySet<string>, longest: number): string => {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) {
    const ending = ` ${number}`;
    free = name.slice(0, longest - ending.length) + ending;
  }
  return free;
};

export const createProcedureStore = <T extends { readonly name: string }>(
  store: KeyValueStore,
  key: string,
  { list, most, longestName, check, file, kept: keptFile }: ProcedureFile<T>,
  builtIn: readonly T[] = [],
): ProcedureStore<T> => {
  const kept = saved(store, key, keptFile, { entries: [], unread: [] });
  const list$ = mapLive(kept.value$, ({ entries }): readonly T[] => [...builtIn, ...entries]);
  const full = problemAt('', `would make more than ${most} ${list}`);

  const put = (entries: readonly T[], names: readonly string[]) => {
    const next = { entries, unread: kept.value$.value.unread };
    const problem = keptFile.sizeProblem(next);
    return problem === undefined ? ok({ names, kept: kept.set(next).ok }) : err(problem);
  };

  return {
    list$,
    isBuiltIn: (name) => builtIn.some((each) => each.name === name),
    save: (draft, replaced) => {
      const checked = check(draft);
      if (!checked.ok) return checked;
      const entry = checked.value;
      const { entries: present } = kept.read();
      const { name } = entry;
      if (name !== replaced && list$.value.some((each) => each.name === name)) {
        return problemAt('name', 'is already taken');
      }
      if (present.some((each) => each.name === replaced)) {
        const changed = present.map((each) => (each.name === replaced ? entry : each));
        return put(changed, [name]);
      }
      return present.length < most ? put([...present, entry], [name]) : full;
    },
    remove: (name) => {
      const { entries } = kept.read();
      put(
        entries.filter((each) => each.name !== name),
        [],
      );
    },
    importFile: (text) => {
      const parsed = file.parse(text);
      if (!parsed.ok) return parsed;
      const { entries: present } = kept.read();
      if (present.length + parsed.value.length > most) return full;
      const taken = new Set(list$.value.map(({ name }) => name));
      const added = parsed.value.map((entry) => {
        const name = freeName(entry.name, taken, longestName);
        taken.add(name);
        return { ...entry, name };
      });
      return put(
        [...present, ...added],
        added.map(({ name }) => name),
      );
    },
    exportFile: (names) => file.format(list$.value.filter(({ name }) => names.includes(name))),
    dispose: kept.dispose,
  };
};
