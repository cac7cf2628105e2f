import { useLayoutEffect, useRef, useState } from 'react';

/**
 * Returns a ref for an element and its size in whole pixels; 0 before it is measured. A part of a pixel is left out:
 * antd shows a horizontal scrollbar for a table that is wider by it.
 */
export const useSize = () => {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      setSize({ width: Math.floor(width), height: Math.floor(height) });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, ...size };
};
