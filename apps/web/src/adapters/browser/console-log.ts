import type { Log } from '@batbot/core';

const MAX_DETAIL = 500;

/** Formats a text as one line: control characters, line endings and direction marks become escapes (RX-13). */
const oneLine = (text: string): string =>
  text
    .slice(0, MAX_DETAIL)
    .replace(
      /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
      (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
    );

export const createConsoleLog = (target: { readonly warn: (line: string) => void }): Log => ({
  warn: (event, detail) => {
    const text = detail === undefined ? event : `${event}: ${detail}`;
    target.warn(`[batbot] ${oneLine(text)}`);
  },
});
