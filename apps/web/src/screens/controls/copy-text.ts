import { inTurns } from './gather-parts.ts';

/**
 * Longest text to copy. Chromium blocks the page while it copies: some 30 ms for 2 million characters, 200 ms for 32
 * million.
 */
export const LONGEST_COPY = 2_000_000;

type Copied = 'copied' | 'refused' | 'tooLong';

const WORDS: Readonly<Record<Copied, string>> = {
  copied: 'Copied',
  refused: 'The browser refused to copy.',
  tooLong: 'Too long to copy.',
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

/** Copies a text to the clipboard and returns a message about it. `words` are used instead of the general ones. */
export const copyText = async (
  parts: Iterable<string>,
  words: Partial<typeof WORDS> = {},
): Promise<string> => {
  const copied = await copyParts(navigator.clipboard, parts);
  return words[copied] ?? WORDS[copied];
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
