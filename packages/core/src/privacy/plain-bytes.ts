import * as v from 'valibot';
import { joinBytes } from '../prelude/join-bytes.ts';
import { OBJECT, readAs } from '../prelude/schema.ts';

/** Marks a value that JSON does not have. */
const MARK = '$';

const ARRAYS = {
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
} as const;
type ArrayName = keyof typeof ARRAYS;

const NAMES = Object.keys(ARRAYS) as [ArrayName, ...ArrayName[]]; // the keys of the table above
const ARRAY = v.object({ [MARK]: v.picklist(NAMES), at: v.number(), size: v.number() });
const NUMBER = v.object({ [MARK]: v.literal('number'), text: v.string() });
const OTHER = v.object({ [MARK]: v.picklist(['undefined', 'object']), value: v.optional(OBJECT) });

const isJsonNumber = (value: number): boolean => Number.isFinite(value) && !Object.is(value, -0);

/**
 * Converts plain data into bytes: numbers, texts, arrays, typed arrays and nested objects of these. The bytes are the
 * length of a JSON text, the text, and the bytes of all typed arrays.
 */
export const toBytes = (data: unknown): Uint8Array => {
  const parts: Uint8Array[] = [];
  let at = 0;
  const json = (value: unknown): unknown => {
    if (value === undefined) return { [MARK]: 'undefined' };
    if (typeof value === 'number' && !isJsonNumber(value))
      return { [MARK]: 'number', text: Object.is(value, -0) ? '-0' : String(value) };
    if (ArrayBuffer.isView(value)) {
      const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
      parts.push(bytes);
      at += bytes.length;
      const name = NAMES.find((each) => value instanceof ARRAYS[each]);
      return { [MARK]: name, at: at - bytes.length, size: bytes.length };
    }
    if (Array.isArray(value)) return value.map(json);
    if (typeof value !== 'object' || value === null) return value;
    const fields = Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, json(each)]),
    );
    return MARK in fields ? { [MARK]: 'object', value: fields } : fields;
  };
  const text = new TextEncoder().encode(JSON.stringify(json(data)));
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, text.length);
  return joinBytes([length, text, ...parts]);
};

/** Reads what `toBytes` has written. Throws if the bytes are of another form. */
export const fromBytes = (bytes: Uint8Array): unknown => {
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const rest = 4 + size;
  const fields = (value: object): object =>
    Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null) return value;
    if (!(MARK in value)) return fields(value);
    const array = readAs(ARRAY, value);
    if (array !== undefined) {
      const copy = bytes.slice(rest + array.at, rest + array.at + array.size);
      return new ARRAYS[array[MARK]](copy.buffer);
    }
    const number = readAs(NUMBER, value);
    if (number !== undefined) return Number(number.text);
    const other = v.parse(OTHER, value);
    return other.value === undefined ? undefined : fields(other.value);
  };
  return plain(JSON.parse(new TextDecoder().decode(bytes.subarray(4, rest))));
};
