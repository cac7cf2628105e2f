import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** The row at the top of the window. It is found again wherever it stands after the list has changed. */
interface Anchor {
  readonly id: number;
  /** Pixels of the row above the window. */
  readonly above: number;
}

/** Where the rows of a list stand. */
export interface RowPlaces {
  /** Height of all rows, pixels. */
  readonly contentPx: number;
  /** Id of the last row. Ids rise; rows with a higher id are new. */
  readonly newestId: number;
  readonly anchorAt: (top: number) => Anchor;
  /** Top of the row with this id, pixels; of the next row if it is not in the list. */
  readonly topOf: (id: number) => number;
}

export interface VirtualRows<E extends HTMLElement> {
  /** The element that scrolls. */
  readonly box: RefObject<E | null>;
  /** Pixels of the list above the window. */
  readonly top: number;
  /** Height of the window, pixels. */
  readonly height: number;
  /** Whether the window stays at the end while rows are added. */
  readonly follows: boolean;
  /** Whether there are rows below the window. */
  readonly isBehind: boolean;
  /** `newestId` when the window left the end. */
  readonly seenId: number;
  readonly onScroll: () => void;
  /** Goes to the end and stays there while rows are added. */
  readonly follow: () => void;
  /** Stays at the rows it shows while rows are added, even at the end. */
  readonly hold: () => void;
  /** Scrolls to this place; at the end the window follows. */
  readonly scrollTo: (top: number) => void;
  /** Scrolls only if this stretch is out of sight: just as far as needed, or until it stands in the upper third. */
  readonly show: (from: number, to: number, align?: 'nearest' | 'third') => void;
}

/** Within this distance of the end the window counts as being there, pixels. */
const AT_END_PX = 10;

/** The window of a list that renders only the rows in sight. The window follows the end unless the user has left it. */
export const useVirtualRows = <E extends HTMLElement>(
  places: RowPlaces,
  { startsAtEnd = true }: { readonly startsAtEnd?: boolean } = {},
): VirtualRows<E> => {
  const box = useRef<E>(null);
  const { contentPx, newestId } = places;
  const [height, setHeight] = useState(0);
  const [anchor, setAnchor] = useState<Anchor | undefined>(() =>
    startsAtEnd ? undefined : places.anchorAt(0),
  ); // undefined: the window follows the end
  const [seenId, setSeenId] = useState(0);
  const placed = useRef(0);
  const bottom = Math.max(0, contentPx - height);
  const top =
    anchor === undefined
      ? bottom
      : Math.min(bottom, Math.max(0, places.topOf(anchor.id) + anchor.above));

  const leave = (to: number): void => {
    if (anchor === undefined) setSeenId(newestId);
    setAnchor(places.anchorAt(to));
  };
  const adopt = (scrollTop: number): void => {
    placed.current = scrollTop;
    if (scrollTop >= bottom - AT_END_PX) setAnchor(undefined);
    else leave(scrollTop);
  };

  // After every render the box must stand where the window is. Each branch that sets state ends its own condition.
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const { scrollTop } = element;
    const isMoved = Math.abs(scrollTop - placed.current) > 1;
    if (isMoved && scrollTop < element.scrollHeight - element.clientHeight - 1) {
      adopt(scrollTop); // the user has scrolled since the last paint; the scroll event is still to come
      return;
    }
    if (Math.abs(scrollTop - top) > 1) element.scrollTop = top;
    placed.current = element.scrollTop;
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
      setHeight(element.clientHeight);
      // Something opened or closed above the box: the rows stay where they are on the screen.
      const shift = above() - before;
      before += shift;
      if (shift !== 0 && !isFollowing.current) element.scrollTop += shift;
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, []);

  const show: VirtualRows<E>['show'] = (from, to, align = 'nearest') => {
    if (from >= top && to <= top + height) return;
    if (align === 'third') leave(Math.min(bottom, Math.max(0, from - height / 3)));
    else leave(from < top ? from : Math.min(from, to - height));
  };

  return {
    box,
    top,
    height,
    follows: anchor === undefined,
    isBehind: anchor !== undefined && top < bottom - 1,
    seenId,
    onScroll: () => {
      const element = box.current;
      // A place that the hook itself has set says nothing about the user.
      if (element !== null && Math.abs(element.scrollTop - placed.current) > 1)
        adopt(element.scrollTop);
    },
    follow: () => {
      setAnchor(undefined);
    },
    hold: () => {
      leave(top);
    },
    scrollTo: (to) => {
      if (to >= bottom) setAnchor(undefined);
      else leave(Math.max(0, to));
    },
    show,
  };
};
