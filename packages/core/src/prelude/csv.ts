/** A cell that a spreadsheet would take for a formula, after blanks too, full-width signs too (ST-05; OWASP). */
const FORMULA = /^[\s\0]*[=+\-@＝＋－＠\t\r\n\0]/;
/** RFC 4180, section 2: fields with these are quoted. */
const NEEDS_QUOTES = { ',': /[",\r\n]/, ';': /[";\r\n]/ } as const;

/** `;` is for spreadsheets in languages with a decimal comma. */
export type CsvSeparator = keyof typeof NEEDS_QUOTES;

/** Text from outside that a spreadsheet does not take for a formula. */
export const withoutFormula = (text: string): string =>
  (FORMULA.test(text) ? `'${text}` : text).replaceAll('\0', '');

/** Text from outside as a field: never a formula, always one field. */
export const csvText = (text: string, separator: CsvSeparator = ','): string => {
  const safe = withoutFormula(text);
  return NEEDS_QUOTES[separator].test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Our own number as a field, a negative one too; empty when there is none. */
export const csvNumber = (value: number | null | undefined, digits: number): string =>
  value === null || value === undefined || !Number.isFinite(value) ? '' : value.toFixed(digits);

/** A wall-clock time in ISO 8601, UTC; empty for one that is not valid. */
export const utcText = (at: number): string => {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
};

/** RFC 4180: lines end with CR LF. */
export const csvLine = (fields: readonly string[], separator: CsvSeparator = ','): string =>
  `${fields.join(separator)}\r\n`;
