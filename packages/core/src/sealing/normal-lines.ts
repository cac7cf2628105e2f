import type { RawLine } from './raw-lines.ts';

/** A conversion of a file, as by a mail program or an editor, that changes no line. */
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

/** Reverts a conversion of the whole file. A line counts as odd if it was not converted although line 1 was. */
export const createLineNormaliser = () => {
  const conversions = new Set<Conversion>();
  return {
    conversions: (): readonly Conversion[] => [...conversions],
    take: ({ number, bytes, isEnded, isCut }: RawLine) => {
      const hasMark = number === 1 && startsWith(bytes, BYTE_ORDER_MARK);
      const isReturned = isEnded && !isCut && bytes.at(-1) === CARRIAGE_RETURN;
      if (hasMark) conversions.add('byteOrderMark');
      if (number === 1 && isReturned) conversions.add('lineEnds');
      if (!isEnded) conversions.add('lastLineEnd');
      const isConverted = conversions.has('lineEnds');
      return {
        bytes: bytes.subarray(
          hasMark ? BYTE_ORDER_MARK.length : 0,
          isConverted && isReturned ? -1 : bytes.length,
        ),
        isOdd: isConverted && isEnded && !isReturned && !isCut,
      };
    },
  };
};
