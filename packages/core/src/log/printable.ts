// Control characters, and U+FFFD for bytes that are no UTF-8; then what has no width or turns the direction of
// reading, by which a device could make a line look like another one. Each keeps its one column; the hex view tells
// what they were.
const UNPRINTABLE =
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  /[\u0000-\u001f\u007f-\u009f\ufffd\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** A device's text as it may be shown: nothing hidden, one column for each character. */
export const printable = (text: string): string =>
  text.replace(UNPRINTABLE, (character) => (character === '\t' ? ' ' : '·'));
