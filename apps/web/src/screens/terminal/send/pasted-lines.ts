// oxlint-disable-next-line no-control-regex -- it searches for control characters, except tab and line endings
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** Whether a text contains control characters, which are invisible in the input and may affect a device. */
export const isQuestionable = (text: string): boolean => CONTROL.test(text);

/** Returns the lines of a pasted text, without empty ones. A control character such as a form feed is no empty line. */
export const pastedLines = (text: string): readonly string[] =>
  text.split(/[\r\n]+/).filter((line) => line.trim() !== '' || isQuestionable(line));

/** Formats control characters in caret notation: `^C`, `^[`, `^?`. */
export const withCarets = (text: string): string =>
  Array.from(text, (character) =>
    CONTROL.test(character)
      ? `^${String.fromCharCode((character.codePointAt(0) ?? 0) ^ 0x40)}`
      : character,
  ).join('');

/** Replaces the selection in `text` with `pasted`. */
export const withPasted = (
  text: string,
  pasted: string,
  selection: { readonly from: number; readonly to: number },
): string => text.slice(0, selection.from) + pasted + text.slice(selection.to);
