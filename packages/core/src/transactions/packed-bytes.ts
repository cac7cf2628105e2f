import { textOfBytes } from '../prelude/text-of-bytes.ts';

/**
 * Bytes as a string of characters U+0000 to U+00FF. Each byte takes one byte of memory, without the overhead of a
 * buffer.
 */
export type PackedBytes = string & { readonly brand: unique symbol };

export const packBytes = (bytes: Uint8Array): PackedBytes => textOfBytes(bytes) as PackedBytes; // each is from one byte

export const unpackBytes = (packed: PackedBytes): Uint8Array => {
  const bytes = new Uint8Array(packed.length);
  for (let at = 0; at < packed.length; at += 1) bytes[at] = packed.charCodeAt(at);
  return bytes;
};

export const joinPacked = (first: PackedBytes, second: PackedBytes): PackedBytes =>
  `${first}${second}` as PackedBytes; // both are packed
