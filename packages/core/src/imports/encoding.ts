import { err, ok, type Result } from '../prelude/result.ts';

/** The encodings of imported files, as labels of the Encoding Standard. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const SAVE_AS_CSV =
  'Open it and save its sheet with “Save as”: choose “CSV UTF-8” in Excel, or “Text CSV” in LibreOffice. Then choose the saved file here.';

/** Files that users confuse with CSV, by their first bytes. */
const OTHER_FORMATS: readonly (readonly [bytes: readonly number[], text: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], `It is a workbook or a ZIP archive. ${SAVE_AS_CSV}`],
  [[0xd0, 0xcf, 0x11, 0xe0], `It is a workbook of an old Excel. ${SAVE_AS_CSV}`],
  [[0x1f, 0x8b], 'It is compressed. Unpack it and choose the CSV file.'],
  [[0x50, 0x41, 0x52, 0x31], 'It is a Parquet file. Export it as CSV and choose that file.'],
  [[0x25, 0x50, 0x44, 0x46], 'It is a PDF. Choose the table as a CSV file.'],
];

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

/** Share of NUL bytes above which a file is not text. */
const MOST_NULS = 0.1;

/** Counts the NUL bytes at every second place. */
const countNuls = (bytes: Uint8Array, from: 0 | 1): number => {
  let count = 0;
  for (let at = from; at < bytes.length; at += 2) if (bytes[at] === 0) count += 1;
  return count;
};

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    // `stream`: the last character may be incomplete
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
};

/**
 * Determines the encoding from the first bytes of a file: a byte order mark, the places of NUL bytes, or whether they
 * are UTF-8. The error says why the file is not text, as a sentence.
 */
export const sniffEncoding = (head: Uint8Array): Result<Encoding, string> => {
  if (head.length === 0) return err('It is empty.');
  const other = OTHER_FORMATS.find(([start]) => startsWith(head, start));
  if (other !== undefined) return err(other[1]);
  if (startsWith(head, [0xff, 0xfe])) return ok('utf-16le');
  if (startsWith(head, [0xfe, 0xff])) return ok('utf-16be');
  const [even, odd] = [countNuls(head, 0), countNuls(head, 1)];
  const half = head.length / 2;
  if (odd > half * 0.4 && even < half * 0.1) return ok('utf-16le');
  if (even > half * 0.4 && odd < half * 0.1) return ok('utf-16be');
  if (even + odd > head.length * MOST_NULS) return err('It is not a text file.');
  return ok(isUtf8(head) ? 'utf-8' : 'windows-1252');
};
