/** The lines of a pasted text, without empty ones; one line (or none) needs no question. */
export const pastedLines = (text: string): readonly string[] =>
  text.split(/[\r\n]+/).filter((line) => line.trim() !== '');

/** `text` with `pasted` in the place of what is selected. */
export const withPasted = (
  text: string,
  pasted: string,
  selection: { readonly from: number; readonly to: number },
): string => text.slice(0, selection.from) + pasted + text.slice(selection.to);
