import { createContext, useContext, useState, type ReactNode } from 'react';

const DraftsContext = createContext<Map<string, unknown>>(new Map());

/** Keeps what was typed and not saved yet while the forms come and go; removed when that user signs out. */
export const DraftsProvider = ({ children }: { readonly children: ReactNode }) => {
  const [drafts] = useState(() => new Map<string, unknown>());
  return <DraftsContext value={drafts}>{children}</DraftsContext>;
};

export interface Draft<T> {
  readonly value: T;
  /** Whether something was typed and is neither saved nor given up. */
  readonly isChanged: boolean;
  readonly change: (value: T) => void;
  /** It was saved, or given up: what is kept counts again. */
  readonly end: () => void;
}

/** A form's content under a name: there again when the form is. `kept` tells what it is without a draft. */
export const useDraft = <T,>(name: string, kept: () => T): Draft<T> => {
  const drafts = useContext(DraftsContext);
  // What stands under a name was put there by `change` of the same form.
  const [draft, setDraft] = useState(() => drafts.get(name) as { readonly value: T } | undefined);
  return {
    value: draft === undefined ? kept() : draft.value,
    isChanged: draft !== undefined,
    change: (value) => {
      drafts.set(name, { value });
      setDraft({ value });
    },
    end: () => {
      drafts.delete(name);
      setDraft(undefined);
    },
  };
};
