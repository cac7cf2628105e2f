import Papa from 'papaparse';
import { hexOf } from '@batbot/core';
import { isDamaged, type Delimiter, type Encoding } from '@batbot/core/imports';

/** Bytes that are read at once. The rows of more bytes would outlive the young generation of the heap. */
const SLICE_BYTES = 262_144;
/** Characters of one row. In a longer row, a quotation mark is not closed. */
const LONGEST_ROW = 4_000_000;

/** Consecutive rows of a file. */
export interface RowBatch {
  readonly rows: readonly (readonly string[])[];
  /** The line at which each row begins, from 1. */
  readonly lines: readonly number[];
  /** The error in the quotation marks of a row, by the index of the row. */
  readonly faults: ReadonlyMap<number, string>;
  /** Whether a row contains characters that do not occur in text. */
  readonly isDamaged: boolean;
  readonly bytes: number;
  /** Why the file cannot be read any further. */
  readonly fatal?: string;
}

const newlinesIn = (cells: readonly string[]): number => {
  let count = 0;
  for (const cell of cells) {
    for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) count += 1;
  }
  return count;
};

const NOT_CLOSED = 'a quotation mark is not closed, so the rest of the file cannot be read.';

/** Parses the text of a file, which arrives in pieces, into rows. Line endings may be mixed. */
export const createRowParser = (delimiter: Delimiter) => {
  const parser = new Papa.Parser({ delimiter, newline: '\n', quoteChar: '"' });
  let rest = '';
  let line = 1;
  let endsWithReturn = false;

  return (piece: string, isLast: boolean): Omit<RowBatch, 'bytes'> => {
    let text = endsWithReturn ? `\r${piece}` : piece;
    endsWithReturn = !isLast && text.endsWith('\r'); // the line feed may follow in the next piece
    if (endsWithReturn) text = text.slice(0, -1);
    rest += text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
    const [isQuoted, hasDamage] = [rest.includes('"'), isDamaged(rest)];
    const { data, errors, meta } = parser.parse(rest, 0, !isLast) as Papa.ParseResult<string[]>; // rows, because `header` is off
    rest = isLast ? '' : rest.slice(meta.cursor);
    const open = errors.find(({ code }) => code === 'MissingQuotes')?.row;
    const rows = open === undefined ? data : data.slice(0, open);
    // Papa Parse returns an empty row after the last line feed.
    if (isLast && open === undefined && rows.at(-1)?.join('') === '' && rows.at(-1)?.length === 1)
      rows.pop();
    const faults = new Map<number, string>();
    for (const { code, row } of errors) {
      if (code !== 'InvalidQuotes' || row === undefined || row >= rows.length) continue;
      const last = newlinesIn(rows[row] ?? []);
      faults.set(
        row,
        `A quotation mark is not closed or not doubled${last > 0 ? ` in these ${last + 1} lines` : ''}.`,
      );
    }
    const lines: number[] = [];
    for (const row of rows) {
      lines.push(line);
      line += isQuoted ? 1 + newlinesIn(row) : 1;
    }
    const batch = { rows, lines, faults, isDamaged: hasDamage };
    if (open !== undefined) return { ...batch, fatal: `Line ${line}: ${NOT_CLOSED}` };
    if (rest.length <= LONGEST_ROW) return batch;
    const why = rest.includes('"') ? `: ${NOT_CLOSED}` : ' is too long for a row of a table.';
    return { ...batch, fatal: `Line ${line}${why}` };
  };
};

export const sha256 = async (bytes: Uint8Array<ArrayBuffer> | ArrayBuffer): Promise<string> =>
  hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));

/**
 * Reads the rows of a file, slice after slice. Blank rows are left out. Returns a hash of the whole file, or undefined
 * if it could not be read to its end.
 */
export const readRows = async function* (
  file: Blob,
  { encoding, delimiter }: { readonly encoding: Encoding; readonly delimiter: Delimiter },
): AsyncGenerator<RowBatch, string | undefined, void> {
  const decoder = new TextDecoder(encoding);
  const parse = createRowParser(delimiter);
  const hashes: string[] = [];
  for (let at = 0; at < file.size; at += SLICE_BYTES) {
    const slice = await file.slice(at, at + SLICE_BYTES).arrayBuffer();
    const bytes = at + slice.byteLength;
    const isLast = bytes >= file.size;
    hashes.push(await sha256(slice));
    const batch = parse(decoder.decode(slice, { stream: !isLast }), isLast);
    yield { ...batch, bytes };
    if (batch.fatal !== undefined) return undefined;
  }
  return sha256(new TextEncoder().encode(hashes.join()));
};

/** Returns the first rows of a text that may be cut within a row. */
export const sampleRows = (
  text: string,
  delimiter: Delimiter,
  isWhole: boolean,
): readonly (readonly string[])[] => createRowParser(delimiter)(text, isWhole).rows;
