/** Where rows of one height stand, one of them opened: its details follow it. Pixels. */
export interface RowLayout {
  readonly count: number;
  readonly rowPx: number;
  /** Index of the opened row; absent when none is. */
  readonly open?: number;
  readonly detailsPx: number;
}

export const topOfRow = ({ rowPx, open, detailsPx }: RowLayout, index: number): number =>
  index * rowPx + (open !== undefined && index > open ? detailsPx : 0);

export const heightOfRows = (layout: RowLayout): number => topOfRow(layout, layout.count);

/** Index of the row at this height; of the opened one within its details. */
export const rowAt = ({ count, rowPx, open, detailsPx }: RowLayout, px: number): number => {
  const inRows = Math.floor(px / rowPx);
  const index =
    open === undefined || inRows <= open
      ? inRows
      : Math.max(open, Math.floor((px - detailsPx) / rowPx));
  return Math.max(0, Math.min(count - 1, index));
};
