/**
 * Numbers as people read them: the decimal sign of their locale, a true minus, thin spaces between thousands. The log and
 * files for machines keep a decimal point [PAGE-84].
 */
let sign = '.';

/** Sets the decimal sign of the user's locale, "." or ",": once, before anything is shown. */
export const chooseDecimalSign = (chosen: string): void => {
  sign = chosen;
};

/** What stands before the decimals: "." or ",". */
export const decimalSign = (): string => sign;

/** Narrow and non-breaking: between thousands, and between a number and its unit. */
export const THIN_SPACE = '\u202F';

/** "12345" with a space between thousands. */
export const groupDigits = (digits: string): string =>
  digits.replace(/\B(?=(\d{3})+(?!\d))/g, THIN_SPACE);

/** A number with all its decimals, or with `decimals` of them; not grouped. */
export const numberText = (value: number, decimals?: number): string =>
  (decimals === undefined ? String(value) : value.toFixed(decimals))
    .replace('.', sign)
    .replace('-', '−');

/** A whole number: "1 215". */
export const countText = (count: number): string => groupDigits(numberText(count, 0));
