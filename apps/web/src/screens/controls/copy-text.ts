import { inTurns } from './gather-parts.ts';

/**
 * Longest text to copy. Chromium blocks the page while it copies: some 30 ms for 2 million characters, 200 ms for 32
 * million.
 */
export const LONGEST_COPY = 2_000_000;

/** The result of copying. */
export type Copied = 'copied' | 'refused' | 'tooLong';

export const COPY_WORDS: Readonly<Record<Copied, string>> = {
  copied: 'Copied',
  refused: 'The browser refused to copy. Save as text instead.',
  tooLong: 'Too long to copy. Save as text instead.',
};

/** Copies a text that is built in parts, without blocking the page. A page without https has no clipboard. */
export const copyParts = async (
  clipboard: Pick<Clipboard, 'writeText'> | undefined,
  parts: Iterable<string>,
): Promise<Copied> => {
  let text = '';
  for await (const part of inTurns(parts)) {
    text += part;
    if (text.length > LONGEST_COPY) return 'tooLong';
  }
  if (clipboard === undefined) return 'refused';
  try {
    await clipboard.writeText(text);
    return 'copied';
  } catch {
    return 'refused';
  }
};

/** Returns a text that has one part at most, or undefined for a longer text, which must be built with pauses. */
export const shortText = (parts: Iterable<string>): string | undefined => {
  let text: string | undefined;
  for (const part of parts) {
    if (text !== undefined) return undefined;
    text = part;
  }
  return text ?? '';
};
