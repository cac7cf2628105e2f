import { expect, test } from 'vitest';
import { breakText, findBreaks, type Break } from './breaks.ts';

test('[REC-81] tags show which lines of a block were changed', () => {
  const found = (sealed: string, here: string) => findBreaks(sealed.split(''), here.split(''), 11);
  expect(found('abcd', 'abcd')).toEqual([]);
  expect(found('abcd', 'axcy')).toEqual([
    { kind: 'changed', from: 12, to: 12 },
    { kind: 'changed', from: 14, to: 14 },
  ]);
  expect(found('abcd', 'acbd')).toEqual([{ kind: 'moved', from: 12, to: 13 }]);
  expect(found('abcd', 'abd')).toEqual([{ kind: 'missing', after: 12, count: 1 }]);
  expect(found('abcd', '')).toEqual([{ kind: 'missing', after: 10, count: 4 }]);
  expect(found('aaaa', 'aaa')).toEqual([{ kind: 'missing', after: 13, count: 1 }]);
  expect(found('abcd', 'abxxcd')).toEqual([{ kind: 'added', from: 13, to: 14 }]);
  expect(found('abcd', 'axyzd')).toEqual([{ kind: 'replaced', from: 12, to: 14, sealed: 2 }]);
  expect(found('abcd', 'axxd')).toEqual([{ kind: 'changed', from: 12, to: 13 }]);
  expect(found('aab', 'abb')).toEqual([{ kind: 'changed', from: 12, to: 12 }]);
});

test('[REC-81] each difference from the sealed file is described in a sentence with its line numbers', () => {
  const facts: readonly (readonly [Break, string])[] = [
    [{ kind: 'changed', from: 7, to: 7 }, 'Line 7 was changed.'],
    [{ kind: 'changed', from: 1_007, to: 1_009 }, 'Lines 1\u202F007 to 1\u202F009 were changed.'],
    [{ kind: 'added', from: 7, to: 8 }, 'Lines 7 to 8 were added.'],
    [{ kind: 'moved', from: 7, to: 8 }, 'Lines 7 to 8 stand in another order than was sealed.'],
    [{ kind: 'missing', after: 6, count: 1 }, '1 line missing after line 6.'],
    [{ kind: 'missing', after: 0, count: 2 }, '2 lines missing at the beginning.'],
    [{ kind: 'replaced', from: 7, to: 7, sealed: 2 }, 'Line 7 stands where 2 lines were sealed.'],
    [
      { kind: 'replaced', from: 7, to: 9, sealed: 1 },
      'Lines 7 to 9 stand where 1 line was sealed.',
    ],
    [
      { kind: 'check', line: 257, from: 1 },
      'Line 257, which vouches for the lines from 1 on, was changed.',
    ],
    [
      { kind: 'cut', after: 1_007 },
      'The end is missing: the file stops after line 1\u202F007. It may have been cut on its way.',
    ],
    [
      { kind: 'signature' },
      'The signature does not fit: what is here was not signed with the key it names.',
    ],
  ];
  for (const [each, sentence] of facts) expect(breakText(each)).toBe(sentence);
});
