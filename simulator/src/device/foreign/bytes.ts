/**
 * Limits a number to a range. Numbers are encoded with the most significant byte first; values that do not fit are
 * limited, as the devices do.
 */
const limited = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, Math.round(value)));

export const u8 = (value: number): readonly number[] => [limited(value, 0, 0xff)];

export const u16 = (value: number): readonly number[] => {
  const whole = limited(value, 0, 0xffff);
  return [whole >> 8, whole & 0xff];
};

export const i16 = (value: number): readonly number[] =>
  u16(limited(value, -0x8000, 0x7fff) & 0xffff);

export const u32 = (value: number): readonly number[] => {
  const whole = limited(value, 0, 0xffffffff);
  return [...u16(Math.floor(whole / 0x10000)), ...u16(whole % 0x10000)];
};

export const i32 = (value: number): readonly number[] =>
  u32(limited(value, -0x80000000, 0x7fffffff) >>> 0);

/** Encodes a text in a field of fixed width, filled with NUL. */
export const padded = (text: string, width: number): readonly number[] => [
  ...Buffer.from(text.padEnd(width, '\0').slice(0, width), 'latin1'),
];

/** Converts bytes to latin-1 text, in which the simulator carries the bytes of a line. */
export const textOf = (bytes: readonly number[]): string => Buffer.from(bytes).toString('latin1');

export const bytesOf = (text: string): readonly number[] => [...Buffer.from(text, 'latin1')];

/** Formats bytes as upper-case hexadecimal digits, two per byte. */
export const hexOf = (bytes: readonly number[], separator = ''): string =>
  bytes.map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(separator);

/** Returns a mask of bits. The first one is bit 0. */
export const maskOf = (bits: readonly boolean[]): number =>
  bits.reduce((mask, bit, place) => (bit ? mask + 2 ** place : mask), 0);

export const sum = (bytes: readonly number[]): number => bytes.reduce((all, byte) => all + byte, 0);
