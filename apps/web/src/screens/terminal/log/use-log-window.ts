import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { LogLayout } from '@batbot/core';

/** Height of a row, pixels; the style sheet has the same figure. */
export const ROW_PX = 20;

/** What stands at the top of the window: found again after the log was laid out anew. */
interface Anchor {
  readonly revision: number;
  readonly id: number;
  /** Pixels of that entry above the window. */
  readonly above: number;
}

const anchorAt = (layout: LogLayout, top: number): Anchor | undefined => {
  const item = layout.item(layout.indexAtRow(Math.floor(top / ROW_PX)));
  return item && { revision: layout.revision, id: item.entry.id, above: top - item.row * ROW_PX };
};

const topOf = (layout: LogLayout, anchor: Anchor): number => {
  const item = layout.item(layout.indexOfId(anchor.id));
  return item === undefined
    ? layout.totalRows * ROW_PX
    : item.row * ROW_PX + Math.min(anchor.above, item.rows * ROW_PX);
};

/** What of the log is in the window, and the ways to move it. */
export interface LogWindow {
  /** Pixels of the log above the window. */
  readonly top: number;
  /** Whether new lines move it: only while the user is at the bottom. */
  readonly follows: boolean;
  /** Whether there is something below that new lines would not bring into sight. */
  readonly isBehind: boolean;
  /** Entries that came since the user left the bottom. */
  readonly unseen: number;
  readonly onScroll: () => void;
  readonly follow: () => void;
  /** New lines do not move it, even at the bottom, until the user goes there again. */
  readonly stay: () => void;
  /** To this place, in pixels; beyond the end the window follows. */
  readonly scrollTo: (top: number) => void;
  /** Brings an entry, or this row of it, into the middle, unless it is in sight; the window stays there, at the bottom too. */
  readonly show: (id: number, row?: number) => void;
}

interface Content {
  readonly layout: LogLayout;
  /** Height of all that can be scrolled, and of the window, pixels. */
  readonly contentPx: number;
  readonly height: number;
}

/** The window on the log: at the bottom only while the user is there, else on the line that is being read. */
export const useLogWindow = (
  box: RefObject<HTMLElement | null>,
  { layout, contentPx, height }: Content,
): LogWindow => {
  const [follows, setFollows] = useState(true);
  const [top, setTop] = useState(0);
  const [seenId, setSeenId] = useState(0);
  const anchor = useRef<Anchor>(undefined);
  const placed = useRef(0);

  const newestId = layout.item(layout.count - 1)?.entry.id ?? 0;
  const bottom = Math.max(0, contentPx - height);
  const moved = anchor.current !== undefined && anchor.current.revision !== layout.revision;
  const kept = moved && anchor.current !== undefined ? topOf(layout, anchor.current) : top;
  const shownTop = follows ? bottom : Math.min(kept, bottom);

  const leave = (): void => {
    if (follows) setSeenId(newestId);
    setFollows(false);
  };
  const place = (next: number): void => {
    if (box.current === null) return;
    box.current.scrollTop = next;
    placed.current = box.current.scrollTop;
    setTop(placed.current);
  };

  // After every render: what is shown and where the box stands must agree. Each branch that sets state ends the
  // condition that led to it.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const scrolledUp = element.scrollTop < placed.current - 1 && element.scrollTop < bottom - 1;
    if (follows && scrolledUp && !moved) {
      // The user has scrolled since the last paint, and its event is still to come.
      setSeenId(newestId);
      setFollows(false);
      setTop(element.scrollTop);
      return;
    }
    if (follows || moved) {
      element.scrollTop = shownTop;
      placed.current = element.scrollTop;
      if (moved) setTop(shownTop);
    }
    anchor.current = anchorAt(layout, shownTop);
  });

  const isFollowing = useRef(follows);
  useEffect(() => {
    isFollowing.current = follows;
  }, [follows]);

  // A bar that opens above takes its height from the window: what is being read stays where it is on the screen.
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const above = (): number => element.parentElement?.offsetTop ?? 0;
    let before = above();
    const observer = new ResizeObserver(() => {
      const shift = above() - before;
      before += shift;
      if (shift === 0 || isFollowing.current) return;
      element.scrollTop = placed.current + shift;
      placed.current = element.scrollTop;
      setTop(placed.current);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [box]);

  return {
    top: shownTop,
    follows,
    isBehind: !follows && shownTop < bottom,
    unseen: follows || newestId <= seenId ? 0 : layout.count - layout.indexOfId(seenId + 1),
    onScroll: () => {
      const element = box.current;
      // Where we put it ourselves says nothing about the user.
      if (element === null || element.scrollTop === placed.current) return;
      placed.current = element.scrollTop;
      setTop(element.scrollTop);
      const isAtBottom =
        element.scrollTop >= element.scrollHeight - element.clientHeight - ROW_PX / 2;
      if (isAtBottom) setFollows(true);
      else leave();
    },
    follow: () => {
      setFollows(true);
    },
    stay: () => {
      if (!follows) return;
      leave();
      place(shownTop);
    },
    scrollTo: (next) => {
      if (next >= bottom) setFollows(true);
      else {
        leave();
        place(Math.max(0, next));
      }
    },
    show: (id, row) => {
      const item = layout.item(layout.indexOfId(id));
      if (item === undefined) return;
      leave();
      // Text wider than was reckoned may put a place on another row, but none below the last.
      const first = item.row + Math.min(row ?? 0, item.rows - 1);
      const [from, to] = [
        first * ROW_PX,
        (row === undefined ? item.row + item.rows : first + 1) * ROW_PX,
      ];
      const isInSight = from >= shownTop && to <= shownTop + height;
      place(isInSight ? shownTop : Math.max(0, from - height / 3));
    },
  };
};
