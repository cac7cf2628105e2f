import { useRef, useState, type ClipboardEvent, type PointerEvent } from 'react';
import { copyText, shortText } from '../../controls/copy-text.ts';

export const COPIED = {
  refused: 'The browser refused to copy. Save as text instead.',
  tooLong: 'Too long to copy. Save as text instead.',
};

interface Needs {
  readonly all: () => Iterable<string>;
  /** Returns the lines between two entries as text in parts. */
  readonly between: (firstId: number, lastId: number) => Iterable<string>;
  /** Shows the result to the user. */
  readonly report: (text: string) => void;
  /** Keeps the position of the window while the user selects text in it. */
  readonly stay: () => void;
}

const rowOf = (node: EventTarget | null): HTMLElement | undefined => {
  const element = node instanceof Element ? node : node instanceof Node ? node.parentElement : null;
  return element?.closest<HTMLElement>('[data-entry]') ?? undefined;
};

export const entryIdOf = (node: EventTarget | null): number | undefined => {
  const row = rowOf(node);
  return row && Number(row.dataset['entry']);
};

/** Whether a selection ends before the text of this entry, as that of a triple click on the line above. */
const endsBefore = (id: number, selection: Selection): boolean => {
  const range = selection.getRangeAt(0).cloneRange();
  const row = rowOf(range.endContainer);
  if (row === undefined || entryIdOf(row) !== id) return false;
  range.setStart(row, 0);
  return range.toString() === '';
};

/**
 * Selects all lines, and copies whole lines if the selection spans several lines: from the line of the pointer's press,
 * which may no longer be rendered, to the line where the selection ends. Within one line, the browser's own copy is
 * used.
 */
export const useLogCopy = ({ all, between, report, stay }: Needs) => {
  const [isAllSelected, setAllSelected] = useState(false);
  const fromId = useRef<number>(undefined);

  const selected = (): (() => Iterable<string>) | undefined => {
    if (isAllSelected) return all;
    const selection = document.getSelection();
    if (selection === null || selection.isCollapsed) return undefined;
    const ends = [
      fromId.current ?? entryIdOf(selection.anchorNode),
      entryIdOf(selection.focusNode),
    ];
    const ids = ends.filter((id) => id !== undefined);
    const [first, last] = [Math.min(...ids), Math.max(...ids)];
    if (ids.length < 2 || first === last) return undefined;
    return () => between(first, endsBefore(last, selection) ? last - 1 : last);
  };

  return {
    isAllSelected,
    selectAll: (): void => {
      document.getSelection()?.removeAllRanges();
      setAllSelected(true);
    },
    selectNothing: (): void => setAllSelected(false),
    /** Returns the entry on which the pointer was pressed last. */
    pressedId: (): number | undefined => fromId.current,
    onPointerDown: (event: PointerEvent): void => {
      setAllSelected(false);
      if (!event.shiftKey) fromId.current = entryIdOf(event.target);
    },
    onPointerMove: (event: PointerEvent): void => {
      if (event.buttons === 1 && document.getSelection()?.isCollapsed === false) stay();
    },
    onCopy: (event: ClipboardEvent): void => {
      const parts = selected();
      if (parts === undefined) return;
      event.preventDefault();
      const short = shortText(parts());
      if (short !== undefined) event.clipboardData.setData('text/plain', short);
      else void copyText(parts(), COPIED).then(report);
    },
  };
};
