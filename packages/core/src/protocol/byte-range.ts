/** Bytes of an array that do not change any more, wherever the rest of it goes. */
export interface ByteRange {
  readonly array: Uint8Array;
  readonly from: number;
  /** The index after the last. */
  readonly to: number;
}

export const rangeOf = (bytes: Uint8Array): ByteRange => ({
  array: bytes,
  from: 0,
  to: bytes.length,
});
