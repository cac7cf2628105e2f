/** A cycle of a signal: its range in the signal's unit, and 1 for a whole or 0.5 for a half cycle. */
export interface Cycle {
  readonly range: number;
  readonly count: 0.5 | 1;
}

/**
 * Returns the reversals of a signal: its first and last value and each turn between. Unknown values are skipped.
 * Changes of at most `noise` do not count as turns, because the steps of a rounded value are not cycles.
 */
export const reversals = (values: ArrayLike<number>, noise = 0): readonly number[] => {
  const turns: number[] = [];
  let direction = 0;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? Number.NaN;
    const last = turns.at(-1);
    if (!Number.isFinite(value)) continue;
    if (last === undefined) turns.push(value);
    else if (value !== last && Math.sign(value - last) === direction)
      turns[turns.length - 1] = value;
    else if (Math.abs(value - last) > noise) {
      direction = Math.sign(value - last);
      turns.push(value);
    }
  }
  return turns;
};

/** Counts the cycles of a signal, or of its reversals, by the rainflow method of ASTM E1049-85, section 5.4.4. */
export const rainflow = (values: ArrayLike<number>): readonly Cycle[] => {
  const cycles: Cycle[] = [];
  const points: number[] = [];
  const push = (a: number, b: number, count: Cycle['count']): void => {
    cycles.push({ range: Math.abs(a - b), count });
  };
  for (const point of reversals(values)) {
    points.push(point);
    while (points.length >= 3) {
      const [a = 0, b = 0, c = 0] = points.slice(-3);
      if (Math.abs(c - b) < Math.abs(b - a)) break;
      if (points.length === 3) {
        // The range contains the starting point, so it is a half cycle, and the next point becomes the starting point.
        push(a, b, 0.5);
        points.shift();
      } else {
        push(a, b, 1);
        points.splice(-3, 2);
      }
    }
  }
  for (let index = 1; index < points.length; index += 1) {
    push(points[index - 1] ?? 0, points[index] ?? 0, 0.5);
  }
  return cycles;
};
