/** Keys of the parameters that change what the BMS does, except for the list of sensor corrections. */
const numericKeys = [
  // Cell and pack voltage: limit, release, delay.
  ...(['COVP', 'COVR', 'COVD', 'CUVP', 'CUVR', 'CUVD'] as const),
  ...(['POVP', 'POVR', 'POVD', 'PUVP', 'PUVR', 'PUVD'] as const),
  // Current: limit, delay, hold; the lock after many trips; the charge timeout.
  ...(['CHOC', 'CHOCD', 'CHOCH', 'DIOC', 'DIOCD', 'DIOCH', 'SCC', 'SCH'] as const),
  ...(['LOCKN', 'LOCKW', 'CHGTO'] as const),
  // Temperature: limit, release, delay.
  ...(['COTP', 'COTR', 'CUTP', 'CUTR', 'DOTP', 'DOTR', 'DUTP', 'DUTR', 'TMPD'] as const),
  ...(['BALON', 'BALV', 'BALD', 'BALI', 'WVOLT', 'WTEMP', 'WDIFF'] as const),
  ...(['CAP', 'FULLV', 'FULLI', 'FULLS', 'IGAIN', 'IOFF'] as const),
] as const;

type NumericKey = (typeof numericKeys)[number];

/**
 * The settings of a BMS by the keys of its parameters, in the units of the line: mV, 10 mA, 10 mAh, 0.1 °C, 0.001 for
 * `IGAIN`, ms for delays, s for holds, min for `CHGTO`.
 */
export type BmsSettings = Readonly<Record<NumericKey, number>> & {
  /** Corrections of the first sensors in 0.1 °C. */
  readonly TOFF: readonly number[];
};

export const bmsSettings = (values: Readonly<Record<string, string>>): BmsSettings => {
  const numbers = Object.fromEntries(numericKeys.map((key) => [key, Number(values[key])]));
  const corrections = (values['TOFF'] ?? '').split(';').map(Number);
  return { ...(numbers as Record<NumericKey, number>), TOFF: corrections };
};
