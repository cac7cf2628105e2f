/**
 * Returns the cells to balance: at rest, those above the chemistry's limit and more than 10 mV above the lowest cell.
 * Volts.
 */
export const cellsToBleed = (
  cells: readonly number[],
  input: { readonly atRest: boolean; readonly above: number },
): readonly boolean[] => {
  const lowest = cells.reduce(
    (least, volt) => (volt > 0.5 && volt < least ? volt : least),
    Infinity,
  );
  return cells.map((volt) => input.atRest && volt > input.above && volt - lowest > 0.01);
};
