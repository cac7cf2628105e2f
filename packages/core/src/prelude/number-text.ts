/**
 * Decimal sign of the user's locale. Numbers on the screen use it, with a true minus and thin spaces between thousands.
 * The log and files for machines keep a decimal point [PAGE-84].
 */
let sign = '.';

/** Sets the decimal sign of the user's locale, "." or ",". Call it once, before anything is shown. */
export const chooseDecimalSign = (chosen: string): void => {
  sign = chosen;
};

/** Returns the character before the decimals: "." or ",". */
export const decimalSign = (): string => sign;

/** The narrow no-break space between thousands, and between a number and its unit. */
export const THIN_SPACE = '\u202F';

/** Groups the digits of a number by thousands: "12345" is "12 345". */
export const groupDigits = (digits: string): string =>
  digits.replace(/\B(?=(\d{3})+(?!\d))/g, THIN_SPACE);

/** Formats a number with all its decimals, or with `decimals` of them, without grouping. */
export const numberText = (value: number, decimals?: number): string =>
  (decimals === undefined ? String(value) : value.toFixed(decimals))
    .replace('.', sign)
    .replace('-', '−');

/** Formats a number with its unit: "3.65 V". A line never breaks between them. */
export const measuredText = (value: number, decimals: number, unit: string): string =>
  `${numberText(value, decimals)}${THIN_SPACE}${unit}`;

/** Formats a whole number with groups: "1 215". */
export const countText = (count: number): string => groupDigits(numberText(count, 0));

/** Arabic, Persian, Devanagari and full-width digits, each from 0 to 9. */
const DIGITS = '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९０１２３４５６７８９';
const DECIMAL_SIGNS = /[,٫，．]/;

/** Returns a typed number with the digits 0 to 9, a decimal point and the minus of a keyboard. */
export const plainNumberText = (typed: string): string =>
  typed
    .replace(/[٠-٩۰-۹०-९０-９]/g, (digit) => String(DIGITS.indexOf(digit) % 10))
    .replace(DECIMAL_SIGNS, '.')
    .replace(/[−－]/, '-');
