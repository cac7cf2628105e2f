import { useCallback, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/**
 * Keeps the state of `content` when a screen changes its layout. Returns an element that each layout places, and a portal
 * that the screen always renders in the same position. `className` is the class of the element around the content.
 */
export const useKeptPlace = (
  className: string,
): readonly [place: ReactNode, keep: (content: ReactNode) => ReactNode] => {
  const [host] = useState(() => {
    const element = document.createElement('div');
    element.className = className;
    return element;
  });
  const focused = useRef<HTMLElement>(null);
  // A stable function: placed again, the element would lose the focus. When the layout changes, React calls it for the
  // old place and then for the new one [PAGE-299].
  const placeHost = useCallback(
    (parent: HTMLElement | null): void => {
      if (parent === null) {
        const { activeElement } = document;
        if (!(activeElement instanceof HTMLElement) || !host.contains(activeElement)) return;
        focused.current = activeElement;
        queueMicrotask(() => {
          focused.current = null;
        });
        return;
      }
      parent.append(host);
      focused.current?.focus({ preventScroll: true });
    },
    [host],
  );
  const place = <div ref={placeHost} />;
  return [place, (content) => createPortal(content, host)];
};
