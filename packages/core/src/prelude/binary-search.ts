/**
 * Returns the first index in `from … to` for which `holds` is true, else `to`. `holds` must be true for all later
 * indexes.
 */
export const firstWhere = (from: number, to: number, holds: (index: number) => boolean): number => {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** Returns how many of `length` ascending times or ids are at or before `ms`. */
export const countUntil = (length: number, timeAt: (index: number) => number, ms: number): number =>
  firstWhere(0, length, (index) => timeAt(index) > ms);
