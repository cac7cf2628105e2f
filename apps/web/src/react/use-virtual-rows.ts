import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** The row at the top of the window. After a change of the list, its new position is looked up by its id. */
interface Anchor {
  readonly id: number;
  /** Height of the part of the row above the window, in pixels. */
  readonly above: number;
}

/** The positions of the rows of a list. */
export interface RowPlaces {
  /** Height of all rows in pixels. */
  readonly contentPx: number;
  /** Id of the last row. Ids increase, so rows with a higher id are new. */
  readonly newestId: number;
  readonly anchorAt: (top: number) => Anchor;
  /** Returns the top of the row with this id, in pixels, or that of the next row if the id is not in the list. */
  readonly topOf: (id: number) => number;
}

/** Within this distance of the end, in pixels, the window counts as being at the end. */
const AT_END_PX = 10;

/** The scroll position that the hook has set, and the height of the rows at that time, in pixels. */
interface Placed {
  readonly top: number;
  readonly scrollHeight: number;
}

const START: Placed = { top: 0, scrollHeight: 0 };

/**
 * Returns whether the user has scrolled. When the box becomes higher at the end of the list, the browser itself reduces
 * the scroll position, at most to the new end of the rows.
 */
const isScrolled = ({ scrollTop, clientHeight }: HTMLElement, placed: Placed): boolean =>
  scrollTop > placed.top + 1 ||
  scrollTop < Math.min(placed.top, placed.scrollHeight - clientHeight) - 1;

/**
 * Manages the window of a list that renders only the visible rows. The window follows the end unless the user scrolls
 * away.
 */
export const useVirtualRows = <E extends HTMLElement>(places: RowPlaces) => {
  const box = useRef<E>(null);
  const { contentPx, newestId } = places;
  const [height, setHeight] = useState(0);
  const [anchor, setAnchor] = useState<Anchor>(); // undefined: the window follows the end
  const [seenId, setSeenId] = useState(0);
  const placed = useRef(START);
  const bottom = Math.max(0, contentPx - height);
  const top =
    anchor === undefined
      ? bottom
      : Math.min(bottom, Math.max(0, places.topOf(anchor.id) + anchor.above));

  const leave = (to: number): void => {
    if (anchor === undefined) setSeenId(newestId);
    setAnchor(places.anchorAt(to));
  };
  const place = (element: HTMLElement): void => {
    placed.current = { top: element.scrollTop, scrollHeight: element.scrollHeight };
  };
  const adopt = (element: HTMLElement): void => {
    const { scrollTop } = element;
    place(element);
    if (scrollTop >= bottom - AT_END_PX) setAnchor(undefined);
    else leave(scrollTop);
  };

  // After every render, scrolls the element to the visible rows, or adopts its scroll position if the user has scrolled.
  // Each branch that sets state makes its own condition false, so the effect does not loop.
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const { scrollTop, scrollHeight, clientHeight } = element;
    if (isScrolled(element, placed.current) && scrollTop < scrollHeight - clientHeight - 1) {
      adopt(element); // the user has scrolled since the last paint, and the scroll event has not arrived yet
      return;
    }
    if (Math.abs(scrollTop - top) > 1) element.scrollTop = top;
    place(element);
  });

  const isFollowing = useRef(true);
  useEffect(() => {
    isFollowing.current = anchor === undefined;
  }, [anchor]);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const above = (): number => element.getBoundingClientRect().top;
    let before = above();
    const measure = (): void => {
      if (!element.checkVisibility()) return; // hidden on paper
      setHeight(element.clientHeight);
      // Compensates for an element that opened or closed above the box: the rows keep their place on the screen.
      const shift = above() - before;
      before += shift;
      if (shift !== 0 && !isFollowing.current) element.scrollTop += shift;
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const show = (from: number, to: number, align: 'nearest' | 'third' = 'nearest'): void => {
    if (from >= top && to <= top + height) setAnchor(anchor); // also after another call in the same event
    else if (align === 'third') leave(Math.min(bottom, Math.max(0, from - height / 3)));
    else leave(from < top ? from : Math.min(from, to - height));
  };

  return {
    /** The element that scrolls. */
    box,
    /** Height of the part of the list above the window, in pixels. */
    top,
    /** Height of the window in pixels. */
    height,
    /** Whether the window stays at the end of the list while rows are added. */
    follows: anchor === undefined,
    isBehind: anchor !== undefined && top < bottom - 1,
    /** The `newestId` when the window left the end. */
    seenId,
    onScroll: (): void => {
      const element = box.current;
      // Ignore scroll events that the hook itself has caused.
      if (element !== null && isScrolled(element, placed.current)) adopt(element);
    },
    follow: (): void => setAnchor(undefined),
    /** Stays at the current rows while rows are added, even at the end. */
    hold: (): void => leave(top),
    /** Scrolls to a position. At the end, the window follows new rows. */
    scrollTo: (to: number): void => {
      if (to >= bottom) setAnchor(undefined);
      else leave(Math.max(0, to));
    },
    /** Scrolls to a range if it is not visible: as little as needed, or to the upper third of the window. */
    show,
  };
};

/**
 * Assigns entries to a fixed set of nodes. An entry keeps its node while it is in the window. A window that jumped, as
 * in a flood, reuses the nodes in their order instead of creating or moving nodes.
 */
export const createRowSlots = (): ((
  first: number,
  count: number,
  atLeast: number,
) => (index: number) => number) => {
  let base = 0;
  let pool = 0;
  let from = 0;
  let to = 0;
  return (first, count, atLeast) => {
    const isEnough = count <= pool && atLeast <= pool;
    const hasCommon = first < to && first + count > from;
    if (!isEnough || !hasCommon) {
      base = first;
      pool = Math.max(count, atLeast);
    }
    from = first;
    to = first + count;
    const [start, size] = [base, Math.max(1, pool)];
    return (index) => (((index - start) % size) + size) % size;
  };
};
