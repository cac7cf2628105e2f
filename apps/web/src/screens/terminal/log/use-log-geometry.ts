import { useLayoutEffect, useState, type RefObject } from 'react';

/** The number of characters and bytes that fit into a row of the log. */
export interface LogGeometry {
  /** Characters to the right of time and direction. */
  readonly columns: number;
  readonly bytesPerRow: number;
}

/** Columns of time and direction. The style sheet contains the same value. */
const GUTTER_COLUMNS = 16;
const PADDING_PX = 16;
const FEWEST_COLUMNS = 8;
/**
 * Columns of a byte in the dump: two digits, a space and its character. A gap of two columns separates digits and
 * characters.
 */
const COLUMNS_PER_BYTE = 4;
const SAMPLE_CHARACTERS = 100;

export const geometryOf = (width: number, characterWidth: number): LogGeometry => {
  const all = Math.floor((width - PADDING_PX) / characterWidth);
  const columns = Math.max(FEWEST_COLUMNS, all - GUTTER_COLUMNS);
  const bytesPerRow = [32, 16, 8].find((count) => count * COLUMNS_PER_BYTE + 1 <= columns) ?? 4;
  return { columns, bytesPerRow };
};

const UNMEASURED: LogGeometry = { columns: 80, bytesPerRow: 16 };

/** Measures a sample of the log's fixed-width font and the box around it. */
export const useLogGeometry = (sample: RefObject<HTMLElement | null>): LogGeometry => {
  const [geometry, setGeometry] = useState(UNMEASURED);
  useLayoutEffect(() => {
    const text = sample.current;
    const element = text?.parentElement ?? null;
    if (element === null || text === null) return undefined;
    const measure = (): void => {
      const characterWidth = text.getBoundingClientRect().width / SAMPLE_CHARACTERS;
      const next = geometryOf(element.clientWidth, characterWidth || 8);
      setGeometry((present) =>
        present.columns === next.columns && present.bytesPerRow === next.bytesPerRow
          ? present
          : next,
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(text);
    return () => observer.disconnect();
  }, [sample]);
  return geometry;
};

/** The text whose width is measured. */
export const SAMPLE_TEXT = '0'.repeat(SAMPLE_CHARACTERS);
