/** How many of `length` ascending times are not after `ms`. */
export const countUntil = (
  length: number,
  timeAt: (index: number) => number,
  ms: number,
): number => {
  let [from, to] = [0, length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (timeAt(middle) <= ms) from = middle + 1;
    else to = middle;
  }
  return from;
};
