import { err, ok, type Result } from '../prelude/result.ts';

/** The reason why a text is not hexadecimal; `position` counts from 0. */
export type HexError =
  | { readonly kind: 'empty' }
  | { readonly kind: 'notHex'; readonly character: string; readonly position: number }
  /** A digit without its pair: one byte could be meant, or two digits that belong together. */
  | { readonly kind: 'oddDigits'; readonly position: number };

const DIGIT = /^[0-9A-F]$/i;

/**
 * Parses a hexadecimal text: pairs of digits, with optional spaces between them and an optional `0x` before each group.
 * Bytes from 0x80 are kept unchanged.
 */
export const parseHexText = (text: string): Result<Uint8Array, HexError> => {
  let digits = '';
  let lastDigitAt = 0;
  const oddDigits = () => err({ kind: 'oddDigits', position: lastDigitAt } as const);
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (/[\s,]/.test(character)) {
      if (digits.length % 2 !== 0) return oddDigits();
      continue;
    }
    const isPrefix =
      character === '0' && /^x$/i.test(text.charAt(at + 1)) && digits.length % 2 === 0;
    if (isPrefix) at += 1;
    else if (DIGIT.test(character)) {
      digits += character;
      lastDigitAt = at;
    } else return err({ kind: 'notHex', character, position: at });
  }
  if (digits === '') return err({ kind: 'empty' });
  if (digits.length % 2 !== 0) return oddDigits();
  return ok(
    Uint8Array.from({ length: digits.length / 2 }, (_, index) =>
      Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16),
    ),
  );
};

const PAIRS: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
);

/** Formats bytes as pairs of lower-case digits: `41540d0a`. */
export const hexOf = (bytes: Uint8Array): string => {
  let hex = '';
  for (const byte of bytes) hex += PAIRS[byte];
  return hex;
};

/** Formats bytes as pairs of digits separated by spaces: `41 54 0D 0A`. */
export const toHexText = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += text === '' ? PAIRS[byte] : ` ${PAIRS[byte]}`;
  return text.toUpperCase();
};
