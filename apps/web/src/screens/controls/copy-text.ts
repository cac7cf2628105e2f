import { inTurns } from './gather-parts.ts';

/**
 * A longer text is not copied: Chromium takes it in one go, 2 million characters in some 30 ms and 32 million in 200,
 * and nothing moves on the page meanwhile.
 */
export const LONGEST_COPY = 2_000_000;

/** What became of copying. */
export type Copied = 'copied' | 'refused' | 'tooLong';

export const COPY_WORDS: Readonly<Record<Copied, string>> = {
  copied: 'Copied',
  refused: 'The browser refused to copy. Save as text instead.',
  tooLong: 'Too long to copy. Save as text instead.',
};

/** Copies a text that is made piece by piece; the page goes on meanwhile. A page without https has no clipboard. */
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

/** A text that has one part at most, and none that is to be made in turns. */
export const shortText = (parts: Iterable<string>): string | undefined => {
  let text: string | undefined;
  for (const part of parts) {
    if (text !== undefined) return undefined;
    text = part;
  }
  return text ?? '';
};
