/**
 * Counts the items that fit side by side in their order. If not all fit, room for the "more" button is reserved. All
 * lengths are in pixels.
 */
export const fittingCount = (
  widths: readonly number[],
  room: number,
  moreWidth: number,
): number => {
  const total = widths.reduce((sum, width) => sum + width, 0);
  if (total <= room) return widths.length;
  let used = moreWidth;
  let count = 0;
  for (const width of widths) {
    used += width;
    if (used > room) break;
    count += 1;
  }
  return count;
};
