import { textOfBytes } from '../prelude/text-of-bytes.ts';
import { fitsPattern, patternOf } from './device-bytes.ts';
import { MOST_DECIMALS, type ValueCollector } from './collect-values.ts';
import type { LayoutRecord } from './profile.ts';
import type { ByteValue, LayoutItem } from './profile-schema.ts';

const MOST_REPEATS = 256;
/** Limit of values in one frame, so that nested repeats stay bounded. */
const MOST_VALUES = 2_048;

/** Ends the reading of a frame; the message is the reason. */
class Misfit extends Error {}
/** The frame ended inside `optional`, which is not an error. */
class EndOfFrame extends Error {}

interface Cursor {
  at: number;
  values: number;
  readonly bytes: Uint8Array;
  readonly little: boolean;
  readonly collector: ValueCollector;
}

const integerAt = (bytes: Uint8Array, little: boolean, isSigned: boolean): number => {
  const ordered = little ? bytes.toReversed() : bytes;
  let value = 0n;
  for (const byte of ordered) value = (value << 8n) | BigInt(byte);
  return Number(isSigned ? BigInt.asIntN(8 * bytes.length, value) : value);
};

/** Returns a 32-bit number with its seven significant digits: 4.12, not 4.119999885559082. */
const float32Of = (value: number): number => Number(value.toPrecision(7));

const widthOf = ({ u, i, f, text = 0 }: ByteValue, { collector }: Cursor): number => {
  if (typeof text === 'number') return u ?? i ?? f ?? text;
  const width = collector.variable(text) ?? -1;
  if (!Number.isInteger(width) || width < 0) throw new Misfit(`${text} is ${width}`);
  return width;
};

const take = (cursor: Cursor, width: number): Uint8Array => {
  const { bytes, at } = cursor;
  if (at + width > bytes.length) {
    throw new EndOfFrame(`the frame has ${bytes.length} bytes, ${at + width} are needed`);
  }
  cursor.at += width;
  return bytes.subarray(at, at + width);
};

const refuse = ({ collector }: Cursor, item: ByteValue, from: string, problem: string): void => {
  collector.refuse(`${item.name ?? item.to ?? 'a value'} ${problem}`);
  collector.skip(item, from);
};

const readValue = (cursor: Cursor, item: ByteValue): void => {
  if (item.at !== undefined) cursor.at = item.at;
  cursor.values += 1;
  if (cursor.values > MOST_VALUES) throw new Misfit(`more than ${MOST_VALUES} values`);
  const width = widthOf(item, cursor);
  const from = width === 1 ? `byte ${cursor.at}` : `bytes ${cursor.at}–${cursor.at + width - 1}`;
  const bytes = take(cursor, width);
  const little = item.little ?? cursor.little;
  if (item.text !== undefined) {
    cursor.collector.add(item, { value: textOfBytes(bytes) }, from);
    return;
  }
  if (item.f !== undefined) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const value = item.f === 4 ? float32Of(view.getFloat32(0, little)) : view.getFloat64(0, little);
    if (Number.isFinite(value))
      cursor.collector.add(item, { value, decimals: MOST_DECIMALS }, from);
    else refuse(cursor, item, from, 'is not a number');
    return;
  }
  const value = integerAt(bytes, little, item.i !== undefined);
  if (Number.isSafeInteger(value)) cursor.collector.add(item, { value }, from);
  else refuse(cursor, item, from, 'is too large');
};

const readItems = (cursor: Cursor, items: readonly LayoutItem[]): void => {
  for (const item of items) {
    if ('skip' in item) {
      if (item.skip >= 0) take(cursor, item.skip);
      else cursor.at = Math.max(0, cursor.at + item.skip);
    } else if ('is' in item) {
      const pattern = patternOf(item.is) ?? [];
      if (item.at !== undefined) cursor.at = item.at;
      if (!fitsPattern(cursor.bytes, pattern, cursor.at)) {
        throw new Misfit(`byte ${cursor.at} is not ${item.is}`);
      }
      cursor.at += pattern.length;
    } else if ('repeat' in item) {
      const { repeat, per = 1 } = item;
      const count = (typeof repeat === 'number' ? repeat : cursor.collector.variable(repeat)) ?? -1;
      const times = count / per;
      if (!Number.isInteger(times) || times < 0 || times > MOST_REPEATS) {
        throw new Misfit(`${String(repeat)} is ${count}`);
      }
      for (let index = 0; index < times; index += 1) readItems(cursor, item.of);
    } else if ('optional' in item) {
      if (cursor.at >= cursor.bytes.length) return;
      try {
        readItems(cursor, item.optional);
      } catch (thrown) {
        if (!(thrown instanceof EndOfFrame)) throw thrown;
      }
    } else readValue(cursor, item);
  }
};

/** Reads the values of a byte layout. Returns the reason if the frame does not have this layout. */
export const readLayout = (
  record: LayoutRecord,
  bytes: Uint8Array,
  collector: ValueCollector,
): string | undefined => {
  const cursor: Cursor = { at: 0, values: 0, bytes, little: record.little === true, collector };
  try {
    readItems(cursor, record.layout);
    return record.whole === true && cursor.at !== bytes.length
      ? `the frame has ${bytes.length} bytes, ${cursor.at} are expected`
      : undefined;
  } catch (thrown) {
    if (thrown instanceof Misfit || thrown instanceof EndOfFrame) return thrown.message;
    throw thrown;
  }
};
