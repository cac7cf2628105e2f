import { parseHexText } from '../protocol/hex.ts';

const HEX = /^hex:/i;

/**
 * Converts a text to bytes: each character is one byte, or after "hex:" each pair of digits. Undefined for any other
 * text.
 */
export const bytesOf = (text: string): Uint8Array | undefined => {
  if (HEX.test(text)) {
    const parsed = parseHexText(text.slice(4));
    return parsed.ok ? parsed.value : undefined;
  }
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0xff) return undefined;
    bytes[at] = code;
  }
  return bytes;
};

/** A pattern of bytes; undefined stands for any byte. */
export type BytePattern = readonly (number | undefined)[];

const MOST = 256;

/**
 * Parses a pattern: a text with `?` for any character, or "hex:" and pairs of digits with `..` for any byte. Undefined
 * for any other text.
 */
export const patternOf = (text: string): BytePattern | undefined => {
  if (text.length > 4 * MOST) return undefined;
  if (HEX.test(text)) {
    const digits = text.slice(4).replace(/\s/g, '');
    if (!/^(?:[\da-f]{2}|\.\.)*$/i.test(digits)) return undefined;
    return (digits.match(/../g) ?? []).map((pair) =>
      pair === '..' ? undefined : Number.parseInt(pair, 16),
    );
  }
  const bytes = bytesOf(text);
  return bytes === undefined
    ? undefined
    : Array.from(bytes, (byte) => (byte === 0x3f ? undefined : byte));
};

/** True if the bytes from position `at` match a pattern. The time is linear in the pattern. */
export const fitsPattern = (bytes: Uint8Array, pattern: BytePattern, at = 0): boolean =>
  bytes.length >= at + pattern.length &&
  pattern.every((wanted, index) => wanted === undefined || bytes[at + index] === wanted);

/** Returns the position of a sequence of bytes, from `from` on; −1 if there is none. */
export const indexOfBytes = (bytes: Uint8Array, wanted: Uint8Array, from = 0): number => {
  const [first] = wanted;
  if (first === undefined) return -1;
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return at;
  }
  return -1;
};

export const joined = (first: Uint8Array, second: Uint8Array): Uint8Array => {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
};
