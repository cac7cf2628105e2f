import { useCallback, useState, type ReactNode } from 'react';
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
  // A stable function: placed again, the element would lose the focus.
  const placeHost = useCallback((parent: HTMLElement | null) => parent?.append(host), [host]);
  const place = <div ref={placeHost} />;
  return [place, (content) => createPortal(content, host)];
};
