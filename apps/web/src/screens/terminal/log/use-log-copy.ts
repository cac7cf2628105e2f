import { useState, type ClipboardEvent, type PointerEvent, type RefObject } from 'react';
import { copyText, shortText } from '../../controls/copy-text.ts';
import { entryIdOf, useLogSelection } from './use-log-selection.ts';

export const COPIED = {
  refused: 'The browser refused to copy. Save as text instead.',
  tooLong: 'Too long to copy. Save as text instead.',
};

interface Needs {
  readonly box: RefObject<HTMLElement | null>;
  readonly all: () => Iterable<string>;
  /** Returns the lines between two entries as text in parts. */
  readonly between: (firstId: number, lastId: number) => Iterable<string>;
  /** Shows the result to the user. */
  readonly report: (text: string) => void;
  /** Keeps the position of the window while the user selects text in it. */
  readonly stay: () => void;
}

/**
 * Selects all lines, and copies whole lines if the selection spans several lines, which may no longer be rendered.
 * Within one line, the browser's own copy is used.
 */
export const useLogCopy = ({ box, all, between, report, stay }: Needs) => {
  const [isAllSelected, setAllSelected] = useState(false);
  const selection = useLogSelection(box);

  const selected = (): (() => Iterable<string>) | undefined => {
    if (isAllSelected) return all;
    const lines = selection.read();
    if (lines === undefined || lines.anchor === lines.focus) return undefined;
    const { anchor, focus, endsBefore } = lines;
    return () => between(Math.min(anchor, focus), Math.max(anchor, focus) - (endsBefore ? 1 : 0));
  };

  return {
    isAllSelected,
    selectAll: (): void => {
      selection.clear();
      setAllSelected(true);
    },
    selectNothing: (): void => {
      selection.clear();
      setAllSelected(false);
    },
    /** Returns the entry on which the pointer was pressed last. */
    pressedId: selection.pressedId,
    onPointerDown: (event: PointerEvent): void => {
      setAllSelected(false);
      if (event.button === 0) selection.press(entryIdOf(event.target), event.shiftKey);
    },
    onPointerMove: (event: PointerEvent): void => {
      if (event.buttons === 1 && document.getSelection()?.isCollapsed === false) stay();
    },
    onCopy: (event: ClipboardEvent): void => {
      const parts = selected();
      if (parts === undefined) return;
      const short = shortText(parts());
      if (short === '') return; // the lines are not in the log any more
      event.preventDefault();
      if (short !== undefined) event.clipboardData.setData('text/plain', short);
      else void copyText(parts(), COPIED).then(report);
    },
  };
};
