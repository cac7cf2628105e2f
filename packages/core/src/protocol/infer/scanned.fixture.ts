/**
 * How many characters patterns read while `run` runs, plus one for each attempt. It grows with the square of the input
 * where a text is read again and again, and does not depend on the machine.
 */
export const scannedBy = (run: () => void): number => {
  const own = Object.getOwnPropertyDescriptor(RegExp.prototype, 'exec');
  const exec = own?.value as (this: RegExp, text: string) => RegExpExecArray | null; // the one of the language
  let scanned = 0;
  // Every method that takes a pattern calls this one.
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
