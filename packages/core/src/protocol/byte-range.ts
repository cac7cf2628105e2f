/** A range of an array whose bytes no longer change. */
export interface ByteRange {
  readonly array: Uint8Array;
  readonly from: number;
  /** The index after the last byte. */
  readonly to: number;
}

export const rangeOf = (bytes: Uint8Array): ByteRange => ({
  array: bytes,
  from: 0,
  to: bytes.length,
});
