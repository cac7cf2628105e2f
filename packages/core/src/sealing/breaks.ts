import { countText } from '../prelude/number-text.ts';

/** A place where a file differs from what was sealed. Lines count from 1, both ends included. */
export type Break =
  | { readonly kind: 'changed' | 'moved' | 'added'; readonly from: number; readonly to: number }
  /** `sealed` lines were replaced by the lines `from` to `to`. */
  | {
      readonly kind: 'replaced';
      readonly from: number;
      readonly to: number;
      readonly sealed: number;
    }
  | { readonly kind: 'missing'; readonly after: number; readonly count: number }
  /** A check line was changed: the lines that it protected, starting with `from`, can no longer be verified. */
  | { readonly kind: 'check'; readonly line: number; readonly from: number }
  /** The end of the file with the signature is missing. */
  | { readonly kind: 'cut'; readonly after: number }
  /** The lines are consistent, but the signature does not match: it was not made with the key of line 1. */
  | { readonly kind: 'signature' };

const runsOf = (numbers: readonly number[]): readonly { from: number; to: number }[] => {
  const runs: { from: number; to: number }[] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last?.to === number - 1) last.to = number;
    else runs.push({ from: number, to: number });
  }
  return runs;
};

const areSameTags = (a: readonly string[], b: readonly string[]): boolean => {
  const [one, other] = [a.toSorted(), b.toSorted()];
  return one.every((tag, index) => tag === other[index]);
};

/**
 * Finds the changed lines of a block. `sealed`: the tags in its check line; `here`: the current tags of the lines
 * before it, starting with line `first`. Returns an empty list if all tags are equal.
 */
export const findBreaks = (
  sealed: readonly string[],
  here: readonly string[],
  first: number,
): readonly Break[] => {
  const shorter = Math.min(sealed.length, here.length);
  let before = 0;
  while (before < shorter && sealed[before] === here[before]) before += 1;
  let after = 0;
  while (after < shorter - before && sealed.at(-1 - after) === here.at(-1 - after)) after += 1;

  const lost = sealed.slice(before, sealed.length - after);
  const found = here.slice(before, here.length - after);
  const from = first + before;
  const to = from + found.length - 1;
  if (found.length === 0) {
    return lost.length === 0 ? [] : [{ kind: 'missing', after: from - 1, count: lost.length }];
  }
  if (lost.length === 0) return [{ kind: 'added', from, to }];
  if (lost.length !== found.length) return [{ kind: 'replaced', from, to, sealed: lost.length }];
  if (found.length > 1 && areSameTags(lost, found)) return [{ kind: 'moved', from, to }];
  const differ = found.flatMap((tag, index) => (tag === lost[index] ? [] : [from + index]));
  return runsOf(differ).map((run) => ({ kind: 'changed', ...run }));
};

const lines = (from: number, to: number): string => {
  const [a, b] = [from, to].map(countText);
  return from === to ? `Line ${a}` : `Lines ${a} to ${b}`;
};

const were = (from: number, to: number): string => (from === to ? 'was' : 'were');

const counted = (count: number): string => (count === 1 ? '1 line' : `${countText(count)} lines`);

export const breakText = (each: Break): string => {
  switch (each.kind) {
    case 'changed':
      return `${lines(each.from, each.to)} ${were(each.from, each.to)} changed.`;
    case 'moved':
      return `${lines(each.from, each.to)} stand in another order than was sealed.`;
    case 'added':
      return `${lines(each.from, each.to)} ${were(each.from, each.to)} added.`;
    case 'replaced':
      return `${lines(each.from, each.to)} ${each.from === each.to ? 'stands' : 'stand'} where ${counted(each.sealed)} ${each.sealed === 1 ? 'was' : 'were'} sealed.`;
    case 'missing':
      return each.after === 0
        ? `${counted(each.count)} missing at the beginning.`
        : `${counted(each.count)} missing after line ${countText(each.after)}.`;
    case 'check':
      return `${lines(each.line, each.line)}, which vouches for the lines from ${countText(each.from)} on, was changed.`;
    case 'cut':
      return `The end is missing: the file stops after line ${countText(each.after)}. It may have been cut on its way.`;
    case 'signature':
      return 'The signature does not fit: what is here was not signed with the key it names.';
  }
};
