/**
 * Assigns entries to a fixed set of nodes. An entry keeps its node while it is in the window. A window that jumped, as
 * in a flood, reuses the nodes in their order instead of creating or moving nodes.
 */
export const createRowSlots = (): ((
  first: number,
  count: number,
  atLeast: number,
) => (index: number) => number) => {
  let base = 0;
  let pool = 0;
  let from = 0;
  let to = 0;
  return (first, count, atLeast) => {
    const isEnough = count <= pool && atLeast <= pool;
    const hasCommon = first < to && first + count > from;
    if (!isEnough || !hasCommon) {
      base = first;
      pool = Math.max(count, atLeast);
    }
    from = first;
    to = first + count;
    const [start, size] = [base, Math.max(1, pool)];
    return (index) => (((index - start) % size) + size) % size;
  };
};
