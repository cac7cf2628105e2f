/** Parses a plain decimal number; undefined for two dots or signs, exponents, NaN and spaces. */
export const parseDecimal = (text: string): number | undefined =>
  /^[+-]?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : undefined;

export const parseInteger = (text: string): number | undefined =>
  /^[+-]?\d{1,15}$/.test(text) ? Number(text) : undefined;

/** Parses hexadecimal digits without a prefix; undefined for any other text. */
export const parseHex = (text: string): bigint | undefined =>
  /^[0-9A-F]{1,64}$/i.test(text) ? BigInt(`0x${text}`) : undefined;
