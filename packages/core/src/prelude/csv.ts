/** A text that a spreadsheet would read as a formula, also after spaces and with full-width signs (ST-05; OWASP). */
const FORMULA = /^[\s\0]*[=+\-@＝＋－＠\t\r\n\0]/;
/**
 * A text that a spreadsheet would read as another number or as a date, as some serial numbers and versions: "00123", 16
 * digits, "24E00123", "2.10".
 */
export const CHANGED_NUMBER = /^(?:0\d+|\d{16,}|\d+E\d+|\d+(?:\.\d+)+)$/i;
/** Characters that require quotes around a field (RFC 4180, section 2). */
const NEEDS_QUOTES = { ',': /[",\r\n]/, ';': /[";\r\n]/ } as const;

/** The separator of fields. `;` is for spreadsheets in languages with a decimal comma. */
export type CsvSeparator = keyof typeof NEEDS_QUOTES;

/** Changes text from outside so that a spreadsheet does not read it as a formula. */
export const withoutFormula = (text: string): string =>
  (FORMULA.test(text) ? `'${text}` : text).replaceAll('\0', '');

/** Formats text from outside as one field that is never a formula. */
export const csvText = (text: string, separator: CsvSeparator = ','): string => {
  const safe = withoutFormula(text);
  return NEEDS_QUOTES[separator].test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Formats a number of the app as a field, negative ones included. A missing number is an empty field. */
export const csvNumber = (value: number | null | undefined, digits: number): string =>
  value === null || value === undefined || !Number.isFinite(value) ? '' : value.toFixed(digits);

/** Formats a wall-clock time in ISO 8601, UTC. An invalid time is an empty text. */
export const utcText = (at: number): string => {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
};

/** Joins fields to a line that ends with CR LF (RFC 4180). */
export const csvLine = (fields: readonly string[], separator: CsvSeparator = ','): string =>
  `${fields.join(separator)}\r\n`;
