import { useState, type KeyboardEvent, type RefObject } from 'react';
import type { InputRef } from 'antd';
import type { CollectionProps, WithId } from './collection-types.ts';
import type { CollectionAddress } from './use-collection-address.ts';

/** Matches an open menu or list of choices, which handles Escape itself. */
const OPEN_LIST =
  '.ant-dropdown:not(.ant-dropdown-hidden), .ant-select-dropdown:not(.ant-select-dropdown-hidden)';

const isTyping = ({ target }: { readonly target: EventTarget | null }): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

interface Parts {
  readonly address: CollectionAddress;
  /** The search text typed so far. */
  readonly text: string;
  readonly keysNow: () => readonly string[];
  /** Whether the detail is beside the list. */
  readonly isWide: boolean;
  readonly field: RefObject<InputRef | null>;
  readonly grid: RefObject<HTMLElement | null>;
  /** Selects a row or removes it from the selection. */
  readonly toggle: (key: string) => void;
}

/** The active row of a collection, and the keys `/`, ↑ ↓, Enter, Esc, N and X. */
export const useCollectionKeys = <Row extends WithId>(
  { rows, exact, primary, bulk }: CollectionProps<Row>,
  { address, text, keysNow, isWide, field, grid, toggle }: Parts,
) => {
  const [active, setActive] = useState(address.id);
  const [opened, setOpened] = useState(address.id);
  if (address.id !== opened) {
    setOpened(address.id);
    setActive(address.id ?? active);
  }

  const close = (): void => {
    setActive(address.id);
    address.open(undefined, text);
  };
  const move = (by: number): void => {
    const keys = keysNow();
    const at = keys.indexOf(active ?? address.id ?? '');
    const next = keys[Math.min(keys.length - 1, Math.max(0, at + by))];
    if (next === undefined) return;
    setActive(next);
    if (isWide && address.id !== undefined) address.open(next, text, true);
  };
  const moveToList = (): void => {
    grid.current?.focus();
    move(active === undefined ? 1 : 0);
  };

  /**
   * Handles Enter in the search: opens the only match or the exact match, otherwise moves the focus to the list. The
   * text is selected, so that the next scan replaces it.
   */
  const openFound = (): void => {
    const keys = keysNow();
    const same = rows.filter((row) => exact?.(row, text) === true).map(({ id }) => id);
    const [key, ...others] = same.length > 0 ? same : keys;
    if (key === undefined) return;
    if (others.length > 0) {
      moveToList();
      return;
    }
    setActive(key);
    address.open(key, text);
    field.current?.select();
  };

  const onGridKey = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: 10,
      PageUp: -10,
      Home: -rows.length,
      End: rows.length,
    };
    const step = steps[event.key];
    if (step !== undefined) move(step);
    else if (event.key === 'Enter' && active !== undefined) address.open(active, text);
    else return;
    event.preventDefault();
  };

  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // React also dispatches key events of dialogs and menus to this handler, because they are its children.
    if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return;
    const isOwn = !event.defaultPrevented && document.querySelector(OPEN_LIST) === null;
    if (event.key === 'Escape' && address.id !== undefined && isOwn) close();
    if (isTyping(event)) {
      if (event.target !== field.current?.input) return;
      if (event.key === 'ArrowDown') {
        moveToList();
        event.preventDefault();
      }
      if (event.key === 'Enter') openFound();
      return;
    }
    if (event.key === '/') field.current?.focus();
    else if (event.key === 'n' && primary) primary.onClick();
    else if (event.key === 'x' && active !== undefined && bulk !== undefined) toggle(active);
    else return;
    event.preventDefault();
  };

  return { active, setActive, close, onGridKey, onKey };
};
