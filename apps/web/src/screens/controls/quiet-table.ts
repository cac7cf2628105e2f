/**
 * The `loading` property of antd's Table without a live region. antd's wrapper is a live region: a screen reader would
 * read every changed value, and the rows would not belong to the grid.
 */
export const QUIET_TABLE = {
  spinning: false,
  'aria-live': undefined,
  'aria-busy': undefined,
} as const;
