/** Control characters other than line feed and tab, and characters that change the reading direction. */
const CONTROL = /[^\P{Cc}\n\t]|[\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

/**
 * Returns a text as it is printed: control characters of a device or a file would otherwise act on the user's terminal.
 * Each is replaced by its escape of JSON, so that JSON keeps its meaning.
 */
export const printed = (text: string): string =>
  text.replace(
    CONTROL,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
