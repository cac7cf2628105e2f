/**
 * Counts the characters that patterns read while `run` runs, plus one for each attempt. The count grows with the square
 * of the input if a text is read repeatedly. It does not depend on the machine.
 */
export const scannedBy = (run: () => void): number => {
  const own = Object.getOwnPropertyDescriptor(RegExp.prototype, 'exec');
  const exec = own?.value as (this: RegExp, text: string) => RegExpExecArray | null; // the `exec` of the language
  let scanned = 0;
  // Every method that uses a pattern calls `exec`.
  const counting = function (this: RegExp, text: string): RegExpExecArray | null {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const found = exec.call(this, text);
    const to = found === null ? (this.sticky ? from : text.length) : found.index + found[0].length;
    scanned += 1 + to - from;
    return found;
  };
  // oxlint-disable-next-line no-extend-native -- counts the work for the time of one call
  Object.defineProperty(RegExp.prototype, 'exec', { ...own, value: counting });
  try {
    run();
  } finally {
    // oxlint-disable-next-line no-extend-native -- restores the one of the language
    Object.defineProperty(RegExp.prototype, 'exec', own ?? {});
  }
  return scanned;
};
