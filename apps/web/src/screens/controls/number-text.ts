/** What stands in the place of a value that is not known. */
export const DASH = '—';

type Known = number | null | undefined;

/** A number with a fixed count of fractional digits and a true minus, as wide as a plus; never "−0". */
export const fixed = (value: Known, digits: number): string => {
  if (value === undefined || value === null) return DASH;
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
};

/** The same of a difference: with its sign, whichever it is. */
export const signed = (value: Known, digits: number): string => {
  const text = fixed(value, digits);
  return value !== undefined && value !== null && value > 0 && Number(text) !== 0
    ? `+${text}`
    : text;
};
