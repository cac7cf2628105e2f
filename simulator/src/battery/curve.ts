/** Points with ascending x. */
export type Points = readonly (readonly [x: number, y: number])[];

/** Returns the linear interpolation of the points, constant outside of them. Throws if there is no point. */
export const createCurve = (points: Points): ((x: number) => number) => {
  const sorted = points.toSorted((a, b) => a[0] - b[0]);
  const xs = Float64Array.from(sorted, (p) => p[0]);
  const ys = Float64Array.from(sorted, (p) => p[1]);
  const last = xs.length - 1;
  if (last < 0) throw new Error('a curve needs at least one point');
  const at = (array: Float64Array, index: number): number => array[index] ?? 0;
  return (x) => {
    if (!(x > at(xs, 0))) return at(ys, 0);
    if (x >= at(xs, last)) return at(ys, last);
    let low = 0;
    let high = last;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (at(xs, middle) <= x) low = middle;
      else high = middle;
    }
    const share = (x - at(xs, low)) / (at(xs, high) - at(xs, low));
    return at(ys, low) + share * (at(ys, high) - at(ys, low));
  };
};
