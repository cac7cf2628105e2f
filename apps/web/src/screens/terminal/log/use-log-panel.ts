import { useEffect, useRef, useState, type RefObject } from 'react';
import { isFiltering, type Query, type Terminal } from '@batbot/core';

export type LogDialog =
  { readonly kind: 'rules' | 'bookmarks' } | { readonly kind: 'note'; readonly id: number };

/** Ids of the entries in the window. */
export interface Sight {
  readonly firstId: number;
  readonly lastId: number;
}

/** What the log is asked to show: an entry and a place in it, or the latest lines. */
type Request =
  | { readonly kind: 'latest' }
  | { readonly kind: 'entry'; readonly id: number; readonly place: number | undefined };

/** What is remembered without being shown. */
export interface PanelMemory {
  /** What Find looks for, from one opening to the next. */
  readonly query: () => Query;
  readonly setQuery: (query: Query) => void;
  readonly sight: () => Sight;
  readonly setSight: (sight: Sight) => void;
}

/** What of the log's tools is open, and what the log is asked to show. */
export interface LogPanel {
  readonly isFinding: boolean;
  readonly isFiltering: boolean;
  readonly dialog: LogDialog | undefined;
  /** The last request; each is a new object. */
  readonly request: Request | undefined;
  readonly memory: PanelMemory;
  /** What was done last, in a word; forgotten soon. */
  readonly told: string;
  readonly tell: (text: string) => void;
  readonly root: RefObject<HTMLDivElement | null>;
  readonly setFinding: (isOpen: boolean) => void;
  readonly setFiltering: (isOpen: boolean) => void;
  readonly open: (dialog: LogDialog) => void;
  readonly closeDialog: () => void;
  /** Brings an entry into sight, and of a long one this place: a character, or a byte in the hex view. */
  readonly show: (id: number, place?: number) => void;
  /** Goes to the latest lines and follows them. */
  readonly toLatest: () => void;
}

const createMemory = (): PanelMemory => {
  let query: Query = { pattern: '', isRegex: false, isCaseSensitive: false };
  let sight: Sight = { firstId: 0, lastId: 0 };
  return {
    query: () => query,
    setQuery: (next) => {
      query = next;
    },
    sight: () => sight,
    setSight: (next) => {
      sight = next;
    },
  };
};

/** Whoever has the focus, to give it back. */
const focused = (): HTMLElement | undefined => {
  const element = document.activeElement;
  return element instanceof HTMLElement && element !== document.body ? element : undefined;
};

/** Gives the focus back, or to the log if that element is gone. */
const giveBack = (to: HTMLElement | undefined, root: HTMLElement | null): void => {
  const element = to?.isConnected === true ? to : root?.querySelector<HTMLElement>('[role="log"]');
  element?.focus({ preventScroll: true });
};

/** Long enough to be read; afterwards it would be taken for what happens now. */
const TOLD_MS = 5_000;

const useTold = (): readonly [string, (text: string) => void] => {
  const [told, setTold] = useState('');
  useEffect(() => {
    if (told === '') return undefined;
    const timer = setTimeout(() => {
      setTold('');
    }, TOLD_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [told]);
  return [told, setTold];
};

export const useLogPanel = (terminal: Terminal): LogPanel => {
  const root = useRef<HTMLDivElement>(null);
  const [memory] = useState(createMemory);
  const before = useRef<HTMLElement>(undefined);
  const [isFinding, setFinding] = useState(false);
  const [isFilterOpen, setFiltering] = useState(isFiltering(terminal.filter$.value.filter));
  const [dialog, setDialog] = useState<LogDialog>();
  const [request, setRequest] = useState<Request>();
  const [told, tell] = useTold();

  /** A bar takes the focus while it is open. */
  const toggling =
    (isOpen: boolean, setOpen: (next: boolean) => void) =>
    (next: boolean): void => {
      if (next === isOpen) return;
      if (next) before.current = focused();
      else giveBack(before.current, root.current);
      setOpen(next);
    };

  return {
    isFinding,
    isFiltering: isFilterOpen,
    dialog,
    request,
    memory,
    told,
    tell,
    root,
    setFinding: toggling(isFinding, setFinding),
    setFiltering: toggling(isFilterOpen, setFiltering),
    open: (next) => {
      if (dialog === undefined) before.current = focused();
      setDialog(next);
    },
    closeDialog: () => {
      setDialog(undefined);
      // The dialog has given the focus back, unless it was opened out of another one.
      if (focused() === undefined) giveBack(before.current, root.current);
    },
    show: (id, place) => {
      setRequest({ kind: 'entry', id, place });
    },
    toLatest: () => {
      setRequest({ kind: 'latest' });
    },
  };
};
