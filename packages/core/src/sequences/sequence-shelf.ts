import { problemAt, type FileProblem } from '../prelude/foreign-json.ts';
import { createLive, type Live } from '../prelude/live.ts';
import { ok, type Result } from '../prelude/result.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import { formatSequences, parseSequences, SEQUENCE_FILE_LIMIT } from './sequence-file.ts';
import { checkSequence, SEQUENCE_LIMITS, type Sequence, type SequenceDraft } from './sequence.ts';

const KEY = 'terminalSequences';

/** A change that was taken over; `kept` is false when the storage refused, and it counts until the page closes. */
export interface Saved<T> {
  readonly value: T;
  readonly kept: boolean;
}

/** The sequences of this computer, by name. */
export interface SequenceShelf {
  readonly list$: Live<readonly Sequence[]>;
  /** Puts a sequence in place of the one with its id, or adds it. */
  readonly save: (draft: SequenceDraft, id?: string) => Result<Saved<Sequence>, FileProblem>;
  readonly remove: (id: string) => void;
  /** Adds a file's sequences, under other names where theirs are taken. */
  readonly importFile: (text: string) => Result<Saved<readonly Sequence[]>, FileProblem>;
  readonly exportFile: (ids: readonly string[]) => string;
  readonly reload: () => void;
  readonly dispose: () => void;
}

/** The name, or the first of "name 2", "name 3" … that is free. */
const freeName = (name: string, taken: ReadonlySet<string>): string => {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number += 1) {
    const ending = ` ${number}`;
    const next = name.slice(0, SEQUENCE_LIMITS.name - ending.length) + ending;
    if (!taken.has(next)) return next;
  }
};

export const createSequenceShelf = (store: KeyValueStore): SequenceShelf => {
  let lastId = 0;
  const withId = (draft: SequenceDraft): Sequence => ({ ...draft, id: `s${(lastId += 1)}` });
  const read = (): readonly Sequence[] => {
    const parsed = parseSequences(store.get(KEY) ?? formatSequences([]));
    return parsed.ok ? parsed.value.map(withId) : []; // someone else's text under our key counts as none
  };
  const list = createLive(read());

  /** Takes over what may be stored and read again. */
  const put = <T>(sequences: readonly Sequence[], value: T): Result<Saved<T>, FileProblem> => {
    const text = formatSequences(sequences);
    if (text.length > SEQUENCE_FILE_LIMIT) {
      return problemAt('', 'would be larger than 1 MiB with the sequences that are there');
    }
    list.set(sequences);
    return ok({ value, kept: store.set(KEY, text).ok });
  };
  const full = problemAt('', `would make more than ${SEQUENCE_LIMITS.sequences} sequences`);

  return {
    list$: list.live,
    save: (draft, id) => {
      const checked = checkSequence(draft);
      if (!checked.ok) return checked;
      const present = list.live.value;
      const others = present.filter((each) => each.id !== id);
      if (others.some(({ name }) => name === checked.value.name)) {
        return problemAt('name', 'is taken by another sequence');
      }
      const isNew = others.length === present.length;
      if (isNew && present.length >= SEQUENCE_LIMITS.sequences) return full;
      const value = isNew ? withId(checked.value) : { ...checked.value, id: id ?? '' };
      const next = isNew
        ? [...present, value]
        : present.map((each) => (each.id === id ? value : each));
      return put(next, value);
    },
    remove: (id) => {
      const left = list.live.value.filter((each) => each.id !== id);
      put(left, undefined);
    },
    importFile: (text) => {
      const parsed = parseSequences(text);
      if (!parsed.ok) return parsed;
      const present = list.live.value;
      if (present.length + parsed.value.length > SEQUENCE_LIMITS.sequences) return full;
      const taken = new Set(present.map(({ name }) => name));
      const value = parsed.value.map((draft) => {
        const name = freeName(draft.name, taken);
        taken.add(name);
        return withId({ ...draft, name });
      });
      return put([...present, ...value], value);
    },
    exportFile: (ids) => formatSequences(list.live.value.filter(({ id }) => ids.includes(id))),
    reload: () => {
      list.set(read());
    },
    dispose: list.dispose,
  };
};
