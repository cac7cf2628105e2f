import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useId,
  useState,
  type ReactNode,
} from 'react';
import type { Session } from '@batbot/core';
import { useridOf } from './use-signed-in.ts';

type Drafts = Map<string, Begun<unknown>>;

const DraftsContext = createContext<Drafts>(new Map());

const hasUnsaved = (drafts: Drafts): boolean =>
  [...drafts.values()].some(({ value, from }) => value !== from);

/** The drafts of a user whose session has ended on the server. */
const left = new WeakMap<Session, { readonly userid: string; readonly drafts: Drafts }>();

/**
 * Keeps the unsaved input of forms while they are not rendered. The drafts of a user are deleted at sign-out. If the
 * session ended on the server, they are shown again when the same user signs in next on this page [SESSION-46]. The
 * browser asks before the page is reloaded or closed with unsaved input [PAGE-211].
 */
export const DraftsProvider = ({
  session,
  children,
}: {
  readonly session?: Session;
  readonly children: ReactNode;
}) => {
  const [userid] = useState(() => session && useridOf(session.state$.value));
  const [drafts] = useState<Drafts>(() => {
    const kept = session && left.get(session);
    return kept !== undefined && kept.userid === userid ? kept.drafts : new Map();
  });
  useEffect(() => {
    if (session === undefined || userid === undefined) return undefined;
    left.delete(session);
    return () => {
      const { value } = session.state$;
      const isEnded = value.kind === 'signedOut' && value.cause === 'superseded';
      if (isEnded) left.set(session, { userid, drafts });
    };
  }, [session, userid, drafts]);
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
 * Returns a function that sets whether the form has unsaved input, until it is closed. For input that is not kept while
 * it is not rendered.
 */
export const useUnsavedMark = (): ((isUnsaved: boolean) => void) => {
  const drafts = useContext(DraftsContext);
  const name = useId();
  useEffect(() => () => void drafts.delete(name), [drafts, name]);
  return useCallback(
    (isUnsaved) => void drafts.set(name, { value: isUnsaved, from: false }),
    [drafts, name],
  );
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
