import type { BmsSettings } from './settings.ts';

/**
 * Returns the cells to balance at a current in A: at rest, those above the voltage at which balancing starts and above
 * the lowest cell by more than the balancing difference.
 */
export const cellsToBleed = (
  cells: readonly number[],
  current: number,
  { BALON, BALV, BALD, BALI }: BmsSettings,
): readonly boolean[] => {
  const atRest = BALON === 1 && Math.abs(current) < BALI / 100;
  const lowest = cells.reduce(
    (least, volt) => (volt > 0.5 && volt < least ? volt : least),
    Infinity,
  );
  return cells.map((volt) => atRest && volt > BALV / 1000 && volt - lowest > BALD / 1000);
};
