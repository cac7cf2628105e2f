import { createContext, useContext, useEffect, useId, useState, type ReactNode } from 'react';

type Drafts = Map<string, Begun<unknown>>;

const DraftsContext = createContext<Drafts>(new Map());

const hasUnsaved = (drafts: Drafts): boolean =>
  [...drafts.values()].some(({ value, from }) => value !== from);

/**
 * Keeps the unsaved input of forms while they are not rendered. Drafts are deleted when the user signs out. The browser
 * asks before the page is reloaded or closed with unsaved input [PAGE-211].
 */
export const DraftsProvider = ({ children }: { readonly children: ReactNode }) => {
  const [drafts] = useState<Drafts>(() => new Map());
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (hasUnsaved(drafts)) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [drafts]);
  return <DraftsContext value={drafts}>{children}</DraftsContext>;
};

/** Returns whether a form had unsaved input when the caller was first rendered. */
export const useHadUnsaved = (): boolean => {
  const drafts = useContext(DraftsContext);
  return useState(() => hasUnsaved(drafts))[0];
};

/**
 * Returns a function that marks the form as having unsaved input until it is closed. For forms whose input is not kept
 * while they are not rendered.
 */
export const useUnsavedMark = (): (() => void) => {
  const drafts = useContext(DraftsContext);
  const name = useId();
  useEffect(() => () => void drafts.delete(name), [drafts, name]);
  return () => void drafts.set(name, { value: true, from: false });
};

export interface Draft<T> {
  readonly value: T;
  /** The kept value that the user saw when the draft was begun. Others may have changed the kept value since. */
  readonly from: T;
  /** Whether the draft has changes that are neither saved nor discarded. */
  readonly isChanged: boolean;
  readonly change: (value: T) => void;
  /** Deletes the draft after it was saved or discarded: the kept value is shown again. */
  readonly end: () => void;
}

type Begun<T> = Pick<Draft<T>, 'value' | 'from'>;

/**
 * Keeps the content of a form under a name while the form is not rendered. `kept` returns the value without a draft.
 */
export const useDraft = <T,>(name: string, kept: () => T): Draft<T> => {
  const drafts = useContext(DraftsContext);
  // The draft of a name was set by `change` of the same form, so it has the type T.
  const [draft, setDraft] = useState(() => drafts.get(name) as Begun<T> | undefined);
  const from = draft === undefined ? kept() : draft.from;
  return {
    value: draft === undefined ? from : draft.value,
    from,
    isChanged: draft !== undefined,
    change: (value) => {
      drafts.set(name, { value, from });
      setDraft({ value, from });
    },
    end: () => {
      drafts.delete(name);
      setDraft(undefined);
    },
  };
};
