import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

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

/**
 * Keeps the lines that the user has selected. The log reuses its rows for other lines when it scrolls, and the browser
 * would select those. Only rendered lines are shown as selected. A part of a single line is kept while it is rendered.
 */
export const useLogSelection = (box: RefObject<HTMLElement | null>) => {
  const pressedId = useRef<number>(undefined);
  const lines = useRef<SelectedLines>(undefined);
  /** The boundaries that `place` has set. */
  const placed = useRef<ReturnType<typeof boundariesOf>>(undefined);

  /** Reads the selection of the browser, unless it is the one that `place` has set. */
  const read = (): SelectedLines | undefined => {
    const selection = document.getSelection();
    if (selection === null) return undefined;
    if (boundariesOf(selection).every((each, index) => each === placed.current?.[index]))
      return lines.current;
    const begins = box.current?.contains(selection.anchorNode) === true;
    const anchor = begins ? (pressedId.current ?? entryIdOf(selection.anchorNode)) : undefined;
    const focus = entryIdOf(selection.focusNode);
    placed.current = undefined;
    lines.current =
      selection.isCollapsed || anchor === undefined || focus === undefined
        ? undefined
        : { anchor, focus, endsBefore: endsBeforeText(Math.max(anchor, focus), selection) };
    return lines.current;
  };

  /** Selects the rendered rows of the selected lines. The boundaries that the user has set are kept in their rows. */
  const place = (): void => {
    const selection = document.getSelection();
    if (lines.current === undefined || box.current === null || selection === null) return;
    const { anchor, focus, endsBefore } = lines.current;
    const from = Math.min(anchor, focus);
    const to = Math.max(anchor, focus) - (endsBefore ? 1 : 0);
    const rows = [...box.current.querySelectorAll<HTMLElement>('[data-entry]')].filter((row) => {
      const id = Number(row.dataset['entry']);
      return id >= from && id <= to;
    });
    const [first, last] = [rows[0], rows.at(-1)];
    const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
    const isOneLine = anchor === focus;
    if (isOneLine && first !== undefined && rowOf(anchorNode) === first) return;
    if (isOneLine) lines.current = undefined;
    if (isOneLine || first === undefined || last === undefined) {
      selection.removeAllRanges();
    } else {
      const start = [first, 0] as const;
      const end = [last, last.childNodes.length] as const;
      const [base, extent] = anchor < focus ? [start, end] : [end, start];
      const kept = (id: number, node: Node | null, offset: number, edge: readonly [Node, number]) =>
        node !== null && rowOf(node) === edge[0] && entryIdOf(node) === id
          ? ([node, offset] as const)
          : edge;
      selection.setBaseAndExtent(
        ...kept(anchor, anchorNode, anchorOffset, base),
        ...kept(focus, focusNode, focusOffset, extent),
      );
    }
    placed.current = boundariesOf(selection);
  };

  useEffect(() => {
    const onChange = (): void => {
      read();
      place();
    };
    document.addEventListener('selectionchange', onChange);
    return () => document.removeEventListener('selectionchange', onChange);
  });
  useLayoutEffect(place);

  return {
    read,
    clear: (): void => {
      lines.current = undefined;
      document.getSelection()?.removeAllRanges();
    },
    /** A press of the pointer on an entry. Selections begin there; with Shift, the last one is extended to it. */
    press: (id: number | undefined, hasShift: boolean): void => {
      if (!hasShift) pressedId.current = id;
      const rows = box.current?.querySelectorAll('[data-entry]') ?? [];
      const selection = document.getSelection();
      if (
        !hasShift ||
        id === undefined ||
        lines.current === undefined ||
        selection?.rangeCount !== 0
      )
        return;
      // None of the selected lines is rendered, so the browser has no selection to extend.
      const isAbove = lines.current.anchor < id;
      const edge = isAbove ? rows[0] : rows[rows.length - 1];
      if (edge !== undefined) selection.collapse(edge, isAbove ? 0 : edge.childNodes.length);
    },
    pressedId: (): number | undefined => pressedId.current,
  };
};
