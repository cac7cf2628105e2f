// Matches control characters, U+FFFD for bytes that are not UTF-8, and characters without width or with a reading
// direction, which could make a line look like another one. Each takes one column; the hex view shows the bytes.
const UNPRINTABLE =
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  /[\u0000-\u001f\u007f-\u009f\ufffd\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** Returns the text of a device with every invisible character replaced by a visible one, in one column each. */
export const printable = (text: string): string =>
  text.replace(UNPRINTABLE, (character) => (character === '\t' ? ' ' : '·'));
