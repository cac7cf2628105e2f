import { mapLive, type Live } from '../prelude/live.ts';
import { err, ok, type Result } from '../prelude/result.ts';
import { saved } from '../prelude/saved.ts';
import { problemAt, type FileProblem } from '../prelude/schema.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import {
  checkSequence,
  SEQUENCE_FILE,
  SEQUENCE_LIMITS,
  type Sequence,
  type SequenceDraft,
} from './sequence.ts';

/** A change and whether it is saved; when the storage refused, it counts until the page closes. */
export interface SavedSequence<T> {
  readonly value: T;
  readonly kept: boolean;
}

/** The sequences of this computer. */
export interface SequenceStore {
  readonly list$: Live<readonly Sequence[]>;
  /** Puts a sequence in place of the one with its id, or adds it. */
  readonly save: (
    draft: SequenceDraft,
    id?: string,
  ) => Result<SavedSequence<Sequence>, FileProblem>;
  readonly remove: (id: string) => void;
  /** Adds a file's sequences; one whose name is taken gets a number. */
  readonly importFile: (text: string) => Result<SavedSequence<readonly Sequence[]>, FileProblem>;
  readonly exportFile: (ids: readonly string[]) => string;
  readonly reload: () => void;
  readonly dispose: () => void;
}

/** The name, or the first of "name 2", "name 3" … that is free, within `longest` characters. */
export const freeName = (name: string, taken: ReadonlySet<string>, longest: number): string => {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) {
    const ending = ` ${number}`;
    free = name.slice(0, longest - ending.length) + ending;
  }
  return free;
};

export const createSequenceStore = (store: KeyValueStore): SequenceStore => {
  const kept = saved(store, 'terminalSequences', SEQUENCE_FILE, []);
  let lastId = 0;
  /** Ids by name: another tab's change keeps them. */
  const ids = new Map<string, string>();
  const idOf = (name: string): string => {
    const id = ids.get(name) ?? `s${(lastId += 1)}`;
    ids.set(name, id);
    return id;
  };
  const list$ = mapLive(kept.value$, (drafts): readonly Sequence[] =>
    drafts.map((draft) => ({ ...draft, id: idOf(draft.name) })),
  );
  const put = (drafts: readonly SequenceDraft[]): Result<boolean, FileProblem> => {
    const problem = SEQUENCE_FILE.sizeProblem(drafts);
    return problem === undefined ? ok(kept.set(drafts).ok) : err(problem);
  };
  const full = problemAt('', `would make more than ${SEQUENCE_LIMITS.sequences} sequences`);

  return {
    list$,
    save: (draft, id) => {
      const checked = checkSequence(draft);
      if (!checked.ok) return checked;
      kept.read();
      const present = list$.value;
      const { name } = checked.value;
      if (present.some((each) => each.name === name && each.id !== id)) {
        return problemAt('name', 'is taken by another sequence');
      }
      const changed = present.find((each) => each.id === id);
      if (changed === undefined && present.length >= SEQUENCE_LIMITS.sequences) return full;
      if (changed !== undefined) {
        ids.delete(changed.name);
        ids.set(name, changed.id);
      }
      const stored = put(
        changed === undefined
          ? [...present, checked.value]
          : present.map((each) => (each === changed ? checked.value : each)),
      );
      return stored.ok
        ? ok({ value: { ...checked.value, id: idOf(name) }, kept: stored.value })
        : stored;
    },
    remove: (id) => {
      kept.read();
      put(list$.value.filter((each) => each.id !== id));
    },
    importFile: (text) => {
      const parsed = SEQUENCE_FILE.parse(text);
      if (!parsed.ok) return parsed;
      const present = kept.read();
      if (present.length + parsed.value.length > SEQUENCE_LIMITS.sequences) return full;
      const taken = new Set(present.map(({ name }) => name));
      const added = parsed.value.map((draft) => {
        const name = freeName(draft.name, taken, SEQUENCE_LIMITS.name);
        taken.add(name);
        return { ...draft, name };
      });
      const stored = put([...present, ...added]);
      return stored.ok
        ? ok({ value: list$.value.slice(present.length), kept: stored.value })
        : stored;
    },
    exportFile: (wanted) =>
      SEQUENCE_FILE.format(list$.value.filter(({ id }) => wanted.includes(id))),
    reload: kept.read,
    dispose: kept.dispose,
  };
};
