/**
 * For `loading` of antd's Table. Its wrapper is a live region: a screen reader would read every value that changes, and
 * rows inside a grid would not belong to the grid.
 */
export const QUIET_TABLE = {
  spinning: false,
  'aria-live': undefined,
  'aria-busy': undefined,
} as const;
