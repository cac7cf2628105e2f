/** The layout of rows with the same height, in pixels. The details of an opened row follow that row. */
export interface RowLayout {
  readonly count: number;
  readonly rowPx: number;
  /** Index of the opened row; undefined if all are closed. */
  readonly open?: number;
  readonly detailsPx: number;
}

export const topOfRow = ({ rowPx, open, detailsPx }: RowLayout, index: number): number =>
  index * rowPx + (open !== undefined && index > open ? detailsPx : 0);

export const heightOfRows = (layout: RowLayout): number => topOfRow(layout, layout.count);

/** Returns the index of the row at a vertical position. The details belong to the opened row. */
export const rowAt = ({ count, rowPx, open, detailsPx }: RowLayout, px: number): number => {
  const inRows = Math.floor(px / rowPx);
  const index =
    open === undefined || inRows <= open
      ? inRows
      : Math.max(open, Math.floor((px - detailsPx) / rowPx));
  return Math.max(0, Math.min(count - 1, index));
};
