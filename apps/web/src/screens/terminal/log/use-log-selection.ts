import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';

/** A selection in the log. */
interface SelectedLines {
  /** The ids of the entries in which the user began and ended it. */
  readonly anchor: number;
  readonly focus: number;
  /** Whether it ends before the text of its last line, as that of a triple click on the line above. */
  readonly endsBefore: boolean;
}

const rowOf = (node: EventTarget | null): HTMLElement | undefined => {
  const element = node instanceof Element ? node : node instanceof Node ? node.parentElement : null;
  return element?.closest<HTMLElement>('[data-entry]') ?? undefined;
};

export const entryIdOf = (node: EventTarget | null): number | undefined => {
  const row = rowOf(node);
  return row && Number(row.dataset['entry']);
};

/** Whether a selection ends before the text of this entry. */
const endsBeforeText = (id: number, selection: Selection): boolean => {
  const range = selection.getRangeAt(0).cloneRange();
  const row = rowOf(range.endContainer);
  if (row === undefined || entryIdOf(row) !== id) return false;
  range.setStart(row, 0);
  return range.toString() === '';
};

const boundariesOf = ({ anchorNode, anchorOffset, focusNode, focusOffset }: Selection) =>
  [anchorNode, anchorOffset, focusNode, focusOffset] as const;

const createLogSelection = (box: RefObject<HTMLElement | null>) => {
  /** The entry on which the pointer was pressed last. */
  let pressedId: number | undefined;
  let isPressed = false;
  /** Whether the press has changed the selection. A press on selected text keeps it, for example to drag the text. */
  let isSelecting = false;
  let lines: SelectedLines | undefined;
  /** The boundaries in the page that stand for `lines`. */
  let known: ReturnType<typeof boundariesOf> | undefined;

  const allRows = (): readonly HTMLElement[] => [
    ...(box.current?.querySelectorAll<HTMLElement>('[data-entry]') ?? []),
  ];

  const anchorOf = ({ anchorNode, anchorOffset }: Selection): number | undefined => {
    if (isSelecting) return pressedId ?? entryIdOf(anchorNode);
    const isSame = anchorNode === known?.[0] && anchorOffset === known[1];
    return isSame && lines !== undefined ? lines.anchor : entryIdOf(anchorNode);
  };

  /** Returns the entry in which the selection ends: the first or last visible one if the pointer has left the rows. */
  const focusOf = ({ focusNode, focusOffset }: Selection): number | undefined => {
    const id = entryIdOf(focusNode);
    const view = box.current?.getBoundingClientRect();
    if (id !== undefined || view === undefined || focusNode === null) return id;
    const visible = allRows().filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return bottom > view.top && top < view.bottom;
    });
    const [first] = visible;
    if (first === undefined) return undefined;
    const end = new Range();
    end.setStart(focusNode, focusOffset);
    const isBelow = end.comparePoint(first, 0) < 0;
    return entryIdOf((isBelow ? visible.at(-1) : first) ?? null);
  };

  const isKnown = (selection: Selection): boolean =>
    boundariesOf(selection).every((each, index) => each === known?.[index]);

  /** Reads the selected lines from the page, unless the selection there is the known one. */
  const read = (): SelectedLines | undefined => {
    const selection = document.getSelection();
    if (selection === null) return undefined;
    if (!isSelecting && isKnown(selection)) return lines;
    const isHere = box.current?.contains(selection.anchorNode) === true && !selection.isCollapsed;
    const anchor = isHere ? anchorOf(selection) : undefined;
    const focus = isHere ? focusOf(selection) : undefined;
    lines =
      anchor === undefined || focus === undefined
        ? undefined
        : { anchor, focus, endsBefore: endsBeforeText(Math.max(anchor, focus), selection) };
    known = boundariesOf(selection);
    return lines;
  };

  /** Selects the rendered rows of the selected lines in the page. Boundaries in rows of their own entries are kept. */
  const place = (): void => {
    if (isSelecting) read();
    const selection = document.getSelection();
    if (lines === undefined || selection === null) return;
    const { anchorNode, anchorOffset, focusNode, focusOffset, rangeCount } = selection;
    // The user has selected something else, or entered a field.
    if (rangeCount > 0 && box.current?.contains(anchorNode) !== true) return;
    const { anchor, focus, endsBefore } = lines;
    const from = Math.min(anchor, focus);
    const to = Math.max(anchor, focus) - (endsBefore ? 1 : 0);
    const rows = allRows().filter((row) => {
      const id = Number(row.dataset['entry']);
      return id >= from && id <= to;
    });
    const [first, last] = [rows[0], rows.at(-1)];
    const isOneLine = anchor === focus;
    if (isOneLine && (isSelecting || (first !== undefined && rowOf(anchorNode) === first))) return;
    if (isOneLine) lines = undefined;
    // Nothing is set twice: a browser may fire `selectionchange` also if nothing changes.
    if (isOneLine || first === undefined || last === undefined) {
      if (rangeCount > 0) selection.removeAllRanges();
    } else {
      const start = [first, 0] as const;
      const end = [last, last.childNodes.length] as const;
      const [base, extent] = anchor < focus ? [start, end] : [end, start];
      const isIn = (node: Node | null, id: number, row: HTMLElement): boolean =>
        rowOf(node) === row && entryIdOf(row) === id;
      const keepsBase = isIn(anchorNode, anchor, base[0]);
      const keepsExtent = isSelecting || isIn(focusNode, focus, extent[0]);
      const wanted = [
        ...(keepsBase && anchorNode !== null ? ([anchorNode, anchorOffset] as const) : base),
        ...(keepsExtent && focusNode !== null ? ([focusNode, focusOffset] as const) : extent),
      ] as const;
      const shown = boundariesOf(selection);
      if (wanted.some((each, index) => each !== shown[index]))
        selection.setBaseAndExtent(...wanted);
    }
    known = boundariesOf(selection);
  };

  const onChange = (): void => {
    const selection = document.getSelection();
    if (selection === null || isKnown(selection)) return;
    isSelecting ||= isPressed;
    read();
    place();
  };
  const release = (): void => {
    onChange(); // the event of the last change may come later
    isPressed = false;
    isSelecting = false;
    place(); // a selection that ends outside of the log would be copied by the browser
  };

  return {
    read,
    place,
    clear: (): void => {
      lines = undefined;
      document.getSelection()?.removeAllRanges();
    },
    /** A press of the main button on an entry. A selection begins there; with Shift, the last one is extended to it. */
    press: (id: number | undefined, hasShift: boolean): void => {
      isPressed = true;
      if (!hasShift) pressedId = id;
      if (!hasShift || id === undefined || lines === undefined) return;
      pressedId = lines.anchor;
      isSelecting = true;
      const selection = document.getSelection();
      // If none of the selected lines is rendered, the browser has no selection to extend.
      if (selection?.rangeCount !== 0) return;
      const isAbove = lines.anchor < id;
      const edge = isAbove ? allRows()[0] : allRows().at(-1);
      if (edge !== undefined) selection.collapse(edge, isAbove ? 0 : edge.childNodes.length);
    },
    pressedId: (): number | undefined => pressedId,
    listen: (): (() => void) => {
      const listeners = new AbortController();
      const { signal } = listeners;
      document.addEventListener('selectionchange', onChange, { signal });
      document.addEventListener('pointerup', release, { signal });
      document.addEventListener('pointercancel', release, { signal });
      return () => listeners.abort();
    },
  };
};

/**
 * Keeps the lines that the user has selected. The log reuses its rows for other lines when it scrolls, and the browser
 * would select those. Only rendered lines are shown as selected. A part of a single line is kept while it is rendered.
 */
export const useLogSelection = (box: RefObject<HTMLElement | null>) => {
  const [selection] = useState(() => createLogSelection(box));
  useEffect(() => selection.listen(), [selection]);
  useLayoutEffect(() => selection.place()); // after every render
  return selection;
};
