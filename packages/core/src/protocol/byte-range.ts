/** A range of an array whose bytes no longer change. */
export interface ByteRange {
  readonly array: Uint8Array;
  readonly from: number;
  /** The index after the last byte. */
  readonly to: number;
}

/** The bytes of a line, with the line breaks (CR, LF) around them, which the line does not contain. */
export interface LineRange extends ByteRange {
  /** The number of bytes of line breaks directly before the line that do not follow another line. */
  readonly lead: number;
  /** The number of bytes of line breaks that follow the line. */
  readonly tail: number;
}

/** Returns the range of all bytes, without line breaks. */
export const rangeOf = (bytes: Uint8Array): LineRange => ({
  array: bytes,
  from: 0,
  to: bytes.length,
  lead: 0,
  tail: 0,
});
