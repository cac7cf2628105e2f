import type { RawLine } from './raw-lines.ts';

/** What was done to a file on its way, which changes no line: mail programs and editors do such things. */
export type Conversion = 'lineEnds' | 'byteOrderMark' | 'lastLineEnd';

const CARRIAGE_RETURN = 0x0d;
const BYTE_ORDER_MARK: readonly number[] = [0xef, 0xbb, 0xbf];
const UTF_16: readonly (readonly number[])[] = [
  [0xff, 0xfe],
  [0xfe, 0xff],
];

const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, index) => bytes[index] === byte);

export const isUtf16 = (bytes: Uint8Array): boolean =>
  UTF_16.some((mark) => startsWith(bytes, mark));

/**
 * Takes back what a conversion of the whole file did. One that began with line 1 and was not carried through is none: such
 * a line is odd, as is one that is longer than ours.
 */
export const createLineNormaliser = () => {
  const conversions = new Set<Conversion>();
  return {
    conversions: (): readonly Conversion[] => [...conversions],
    take: ({ number, bytes, isEnded, isCut }: RawLine) => {
      const hasMark = number === 1 && startsWith(bytes, BYTE_ORDER_MARK);
      const isReturned = isEnded && bytes.at(-1) === CARRIAGE_RETURN;
      if (hasMark) conversions.add('byteOrderMark');
      if (number === 1 && isReturned) conversions.add('lineEnds');
      if (!isEnded) conversions.add('lastLineEnd');
      const isConverted = conversions.has('lineEnds');
      return {
        bytes: bytes.subarray(
          hasMark ? BYTE_ORDER_MARK.length : 0,
          isConverted && isReturned ? -1 : bytes.length,
        ),
        isOdd: isCut || (isConverted && isEnded && !isReturned),
      };
    },
  };
};
