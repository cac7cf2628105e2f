import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** The row at the top of the window, found again wherever it stands later. */
interface Anchor {
  readonly id: number;
  /** Pixels of it above the window. */
  readonly above: number;
}

export interface ListParts {
  readonly box: RefObject<HTMLElement | null>;
  /** Of the window and of all rows, pixels. */
  readonly height: number;
  readonly contentPx: number;
  readonly anchorAt: (top: number) => Anchor;
  readonly topOf: (id: number) => number;
}

export interface ListWindow {
  /** Pixels above the window. */
  readonly top: number;
  readonly follows: boolean;
  readonly onScroll: () => void;
  /** Goes to the end, and stays there while rows come. */
  readonly follow: () => void;
  /** Stays where it is while rows come. */
  readonly hold: () => void;
  /** Scrolls no further than needed to show this stretch. */
  readonly show: (top: number, bottom: number) => void;
}

/** Within this of the end the user counts as being there, pixels. */
const AT_END_PX = 10;

/** What part of a growing list is seen: its end while the user is there, else the rows the user looks at. */
export const useListWindow = (parts: ListParts): ListWindow => {
  const { box, height, contentPx } = parts;
  const [anchor, setAnchor] = useState<Anchor>(); // none: the end
  const placed = useRef(0);
  const bottom = Math.max(0, contentPx - height);
  const top =
    anchor === undefined ? bottom : Math.min(bottom, parts.topOf(anchor.id) + anchor.above);

  const adopt = (scrollTop: number): void => {
    placed.current = scrollTop;
    setAnchor(scrollTop >= bottom - AT_END_PX ? undefined : parts.anchorAt(scrollTop));
  };

  // After every render: what is shown and where the box stands must agree.
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    if (Math.abs(element.scrollTop - placed.current) > 1 && element.scrollTop < bottom - 1) {
      adopt(element.scrollTop); // the user has scrolled since the last paint, and its event is still to come
      return;
    }
    if (Math.abs(element.scrollTop - top) > 1) element.scrollTo({ top, behavior: 'instant' });
    placed.current = element.scrollTop;
  });

  return {
    top,
    follows: anchor === undefined,
    onScroll: () => {
      if (box.current !== null) adopt(box.current.scrollTop);
    },
    follow: () => {
      setAnchor(undefined);
    },
    hold: () => {
      setAnchor(parts.anchorAt(top));
    },
    show: (from, to) => {
      if (from < top) setAnchor(parts.anchorAt(from));
      else if (to > top + height) setAnchor(parts.anchorAt(Math.min(from, to - height)));
    },
  };
};
