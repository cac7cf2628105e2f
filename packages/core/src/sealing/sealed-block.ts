import type { SealCrypto } from '../ports/seal-crypto.ts';
import { findBreaks, type Break } from './breaks.ts';
import { hexOf } from '../protocol/hex.ts';
import { joinLines, LINES_PER_BLOCK, tagOf, type CheckLine } from './seal-lines.ts';

/**
 * Maximum number of compared lines: enough for two blocks if the check line between them is missing. Other files may
 * have longer blocks.
 */
const MOST_LINES = LINES_PER_BLOCK * 2;

/** The lines from a check line, which is included, to the next one. The first block begins at line 1. */
export const createSealedBlock = (crypto: SealCrypto, from: number) => {
  const lines: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const isWhole = (): boolean => lines.length === length;

  /**
   * Returns the break to report. If the first line, a check line, was changed, the previous block can no longer be
   * verified.
   */
  const named = (each: Break, before: number): readonly Break[] => {
    if (each.kind !== 'changed' || each.from !== from || from === 1) return [each];
    const check: Break = { kind: 'check', line: from, from: before };
    return each.to === from ? [check] : [check, { ...each, from: from + 1 }];
  };

  return {
    /** The number of its first line. */
    from,
    length: (): number => length,
    add: (line: Uint8Array<ArrayBuffer>): void => {
      length += 1;
      if (length <= MOST_LINES) lines.push(line);
    },
    /**
     * Compares the block with the check line at its end, which has this number. `before`: the first line of the previous
     * block.
     */
    check: async (
      { tags, sha256 }: CheckLine,
      number: number,
      before: number,
    ): Promise<readonly Break[]> => {
      const bytes = joinLines(lines);
      if (isWhole() && hexOf(await crypto.sha256(bytes)) === sha256) return [];
      if (!isWhole()) return [{ kind: 'replaced', from, to: number - 1, sealed: tags.length }];
      const breaks = findBreaks(tags, lines.map(tagOf), from);
      return breaks.length === 0
        ? [{ kind: 'check', line: number, from }]
        : breaks.flatMap((each) => named(each, before));
    },
  };
};
