import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { InputRef } from 'antd';
import { EVERYTHING } from '@batbot/core';
import { useCore, useServices } from '../../../react/core-context.tsx';

export type LogDialog =
  | { readonly kind: 'rules' | 'bookmarks' }
  | { readonly kind: 'note'; readonly id: number };

/** The action of the search field: moving between matches, or hiding lines without a match. */
export type SearchMode = 'find' | 'filter';

/** Ids of the entries in the window. */
export interface VisibleEntries {
  readonly firstId: number;
  readonly lastId: number;
}

/** The functions of the shown list. The transactions only follow their end. */
export interface ShownList {
  readonly follow: () => void;
  readonly show?: LogPanel['show'];
  readonly visibleEntries?: LogPanel['visibleEntries'];
  readonly pressedId?: LogPanel['pressedId'];
}

const focused = (): HTMLElement | undefined => {
  const element = document.activeElement;
  return element instanceof HTMLElement && element !== document.body ? element : undefined;
};

/** Returns the focus to the element, or to the log if the element was removed. */
const giveBack = (to: HTMLElement | undefined, root: HTMLElement | null): void => {
  const element = to?.isConnected === true ? to : root?.querySelector<HTMLElement>('[role="log"]');
  element?.focus({ preventScroll: true });
};

/** Time that a message is shown: long enough to read it, and short enough not to seem current later. */
const MESSAGE_MS = 3_000;

const useMessage = (): readonly [string, (text: string) => void] => {
  const { clock } = useServices();
  const [message, setMessage] = useState({ text: '' });
  useEffect(() => {
    if (message.text === '') return undefined;
    return clock.after(MESSAGE_MS, () => setMessage({ text: '' }));
  }, [clock, message]);
  return [message.text, (text) => setMessage({ text })];
};

export const useLogPanel = () => {
  const { terminal } = useCore();
  const root = useRef<HTMLDivElement>(null);
  const field = useRef<InputRef>(null);
  const list = useRef<ShownList>(null);
  const before = useRef<HTMLElement>(undefined);
  const [mode, setMode] = useState<SearchMode>('find');
  const [query, setQuery] = useState(EVERYTHING.query);
  const [isFinding, setFinding] = useState(false);
  const [isFieldOpen, setFieldOpen] = useState(false);
  const [dialog, setDialog] = useState<LogDialog>();
  const [message, report] = useMessage();
  return {
    mode,
    setMode,
    /** The last query of Find, which is kept while Find is closed. */
    query,
    setQuery,
    isFinding,
    setFinding,
    /** Whether the search field is open where the toolbar has no room for it. */
    isFieldOpen,
    field,
    /** Shows the search field and focuses it. */
    openSearch: (next: SearchMode): void => {
      flushSync(() => {
        setMode(next);
        setFieldOpen(true);
        if (next === 'find') setFinding(true);
      });
      field.current?.focus({ cursor: 'all' });
    },
    /** Ends Find, or clears the filter, and returns the focus. */
    closeSearch: (): void => {
      if (mode === 'find') setFinding(false);
      else terminal.setFilter(EVERYTHING);
      giveBack(before.current, root.current);
      setFieldOpen(false);
    },
    /** Stores the element that had the focus before the search field. */
    cameFrom: (element: EventTarget | null): void => {
      if (element instanceof HTMLElement && element.closest('[role="search"]') === null)
        before.current = element;
    },
    dialog,
    open: (next: LogDialog): void => {
      if (dialog === undefined) before.current = focused();
      setDialog(next);
    },
    closeDialog: (): void => {
      flushSync(() => setDialog(undefined));
      giveBack(before.current, root.current);
    },
    list,
    /** Scrolls to an entry, or to a place in a long entry: a character, or a byte in the hex view. */
    show: (id: number, place?: number): void => list.current?.show?.(id, place),
    /** Scrolls to the latest lines and follows them. */
    toLatest: (): void => list.current?.follow(),
    visibleEntries: (): VisibleEntries =>
      list.current?.visibleEntries?.() ?? { firstId: 0, lastId: 0 },
    /** The id of the entry on which the pointer was pressed last. */
    pressedId: (): number | undefined => list.current?.pressedId?.(),
    /** A short confirmation of the last action. It disappears after some seconds. */
    message,
    report,
    root,
  };
};

/** State that the log shares with its toolbar and dialogs. */
export type LogPanel = ReturnType<typeof useLogPanel>;
