import { LINE_FEED } from './seal-lines.ts';

/** Joins parts; a single part is returned itself. */
export const joinBytes = (parts: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> => {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
};

/** Joins lines, each followed by a line feed. */
export const joinLines = (lines: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> => {
  const joined = new Uint8Array(lines.reduce((sum, { length }) => sum + length + 1, 0));
  let at = 0;
  for (const line of lines) {
    joined.set(line, at);
    at += line.length + 1;
    joined[at - 1] = LINE_FEED;
  }
  return joined;
};
