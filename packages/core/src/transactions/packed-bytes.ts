/**
 * Bytes as a string of characters U+0000 to U+00FF. Each byte takes one byte of memory, without the overhead of a
 * buffer.
 */
export type PackedBytes = string & { readonly brand: unique symbol };

/** The number of arguments per call, which every engine accepts. */
const PART = 8_192;

export const packBytes = (bytes: Uint8Array): PackedBytes => {
  let text = '';
  for (let from = 0; from < bytes.length; from += PART) {
    // Spreading the bytes would take seven times as long.
    text += Reflect.apply(String.fromCharCode, undefined, bytes.subarray(from, from + PART));
  }
  return text as PackedBytes; // every character is made from one byte
};

export const unpackBytes = (packed: PackedBytes): Uint8Array => {
  const bytes = new Uint8Array(packed.length);
  for (let at = 0; at < packed.length; at += 1) bytes[at] = packed.charCodeAt(at);
  return bytes;
};

export const joinPacked = (first: PackedBytes, second: PackedBytes): PackedBytes =>
  `${first}${second}` as PackedBytes; // both are packed
