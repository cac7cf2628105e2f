/** The smallest pivot relative to the diagonal: below it two unknowns cannot be distinguished. */
const SINGULAR = 1e-9;
/** How strongly all coefficients but the first are pulled towards 0, relative to the first x. */
const RIDGE = 1e-4;

/**
 * Weighted least squares with few unknowns (`width`): y ≈ Σ coefficient · x. The rows are added one by one, so that no
 * matrix of all rows is needed.
 */
export const createLeastSquares = (width: number) => {
  const normal = new Float64Array(width * width);
  const right = new Float64Array(width);
  return {
    /** Adds a row. `x` starts at `from` in `table`. */
    add: (table: Float64Array, from: number, y: number, weight: number): void => {
      for (let i = 0; i < width; i += 1) {
        const scaled = weight * (table[from + i] ?? 0);
        right[i] = (right[i] ?? 0) + scaled * y;
        for (let j = 0; j <= i; j += 1) {
          normal[i * width + j] = (normal[i * width + j] ?? 0) + scaled * (table[from + j] ?? 0);
        }
      }
    },
    /**
     * Returns the coefficients and the inverse of the normal matrix; undefined if the rows do not determine the first
     * coefficient. The others are pulled slightly towards 0, so that an x that never changes does not prevent a solution.
     */
    solve: () => {
      const at = (i: number, j: number): number =>
        (normal[Math.max(i, j) * width + Math.min(i, j)] ?? 0) +
        (i === j && i > 0 ? RIDGE * (normal[0] ?? 0) : 0);
      // Gauss-Jordan elimination on the normal matrix beside the unit matrix. The matrix is positive definite.
      const rows = Array.from({ length: width }, (_, i) =>
        Float64Array.from({ length: 2 * width }, (_each, j) =>
          j < width ? at(i, j) : Number(j - width === i),
        ),
      );
      for (const [i, row] of rows.entries()) {
        const pivot = row[i] ?? 0;
        if (!(pivot > SINGULAR * at(i, i))) return undefined;
        for (let j = 0; j < row.length; j += 1) row[j] = (row[j] ?? 0) / pivot;
        for (const other of rows) {
          const factor = other[i] ?? 0;
          if (other === row || factor === 0) continue;
          for (let j = 0; j < row.length; j += 1)
            other[j] = (other[j] ?? 0) - factor * (row[j] ?? 0);
        }
      }
      const inverse = rows.map((row) => row.subarray(width));
      const coefficients = Float64Array.from(inverse, (row) =>
        row.reduce((sum, each, j) => sum + each * (right[j] ?? 0), 0),
      );
      return { coefficients, inverse };
    },
  };
};
