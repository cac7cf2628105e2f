/** The lines of a pasted text, without empty ones; one line (or none) needs no question. */
export const pastedLines = (text: string): readonly string[] =>
  text.split(/[\r\n]+/).filter((line) => line.trim() !== '');

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for; tab and line ends are none of them
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** True for a text with control characters: nobody sees them in the input, and a device may obey them. */
export const isQuestionable = (text: string): boolean => CONTROL.test(text);

/** Control characters in the notation terminals have for them: `^C`, `^[`, `^?`. */
export const withCarets = (text: string): string =>
  Array.from(text, (character) =>
    CONTROL.test(character)
      ? `^${String.fromCharCode((character.codePointAt(0) ?? 0) ^ 0x40)}`
      : character,
  ).join('');

/** `text` with `pasted` in the place of what is selected. */
export const withPasted = (
  text: string,
  pasted: string,
  selection: { readonly from: number; readonly to: number },
): string => text.slice(0, selection.from) + pasted + text.slice(selection.to);
