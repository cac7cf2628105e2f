/** Bytes as a text of as many characters, U+0000 to U+00FF: in memory one byte each, without a buffer's overhead. */
export type PackedBytes = string & { readonly brand: unique symbol };

/** Arguments a call takes without trouble. */
const PART = 8_192;

export const packBytes = (bytes: Uint8Array): PackedBytes => {
  let text = '';
  for (let from = 0; from < bytes.length; from += PART) {
    text += String.fromCharCode(...bytes.subarray(from, from + PART));
  }
  return text as PackedBytes; // every character comes from one byte
};

export const unpackBytes = (packed: PackedBytes): Uint8Array =>
  Uint8Array.from(packed, (character) => character.charCodeAt(0));

/** Two runs of packed bytes, one after the other. */
export const joinPacked = (first: PackedBytes, second: PackedBytes): PackedBytes =>
  `${first}${second}` as PackedBytes; // both are packed
