import { useLayoutEffect, useState, type RefObject } from 'react';

/** The inner height of an element, pixels; follows its size. */
export const useBoxHeight = (box: RefObject<HTMLElement | null>): number => {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = (): void => {
      setHeight(element.clientHeight);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [box]);
  return height;
};
