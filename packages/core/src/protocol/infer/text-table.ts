/** A line of names above lines of values. */
export interface TextTable {
  readonly names: readonly string[];
  /** The cells of each row, as many as `names`. A missing cell is ''. */
  readonly rows: readonly (readonly string[])[];
  /** Number of lines of the table, with its header. */
  readonly length: number;
  /** The separator of the cells; undefined if they are aligned with their names. */
  readonly delimiter?: Delimiter;
}

export type Delimiter = '\t' | ';' | ',' | '|';

const DELIMITERS: readonly Delimiter[] = ['\t', ';', '|', ','];
const MAX_COLUMNS = 96;
const MAX_ROWS = 256;

/** Splits a line into cells. A `|` may also be at both ends. */
export const splitRow = (line: string, delimiter: Delimiter): readonly string[] => {
  const text = delimiter === '|' ? line.trim().replace(/^\||\|$/g, '') : line;
  return text.split(delimiter).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
};

const isName = (cell: string): boolean =>
  /^[\p{L}#_%][^:=]{0,40}$/u.test(cell) && !/^nan$/i.test(cell);
const isRule = (line: string): boolean => /^[\s\-=+|_*]{3,}$/.test(line);
const isMeasured = (cell: string): boolean => /^[+-]?[\d.]/.test(cell);
const ABSENT = /^[-–—*?]*$|^n\/?a$/i;

/** The lines up to the first one that cannot be a row, without rules and blank lines between rows. */
interface Body {
  readonly lines: readonly string[];
  readonly length: number;
}

const bodyAt = (lines: readonly string[], from: number, isRow: (line: string) => boolean): Body => {
  const found: string[] = [];
  let end = from;
  for (let at = from; at < lines.length && found.length < MAX_ROWS; at += 1) {
    const line = lines[at] ?? '';
    if (line.trim() === '' || isRule(line)) continue;
    if (!isRow(line)) break;
    found.push(line);
    end = at + 1;
  }
  return { lines: found, length: end - from };
};

const delimited = (lines: readonly string[], at: number): TextTable | undefined => {
  const header = lines[at] ?? '';
  for (const delimiter of DELIMITERS) {
    if (!header.includes(delimiter)) continue;
    const names = splitRow(header.replace(new RegExp(`[\\s${delimiter}]+$`), ''), delimiter);
    if (names.length < 3 || names.length > MAX_COLUMNS || !names.every(isName)) continue;
    const fits = (line: string): boolean => {
      const cells = splitRow(line, delimiter);
      const extra = cells.slice(names.length).every((cell) => cell === '');
      return cells.length >= names.length && extra && cells.some(isMeasured);
    };
    const { lines: body, length } = bodyAt(lines, at + 1, fits);
    const rows = body.map((line) => splitRow(line, delimiter).slice(0, names.length));
    // A key above a row of units is not a table: `Parameter TAB Value TAB Unit`.
    const isVertical = names.length === 3 && rows.every(([first = '']) => isName(first));
    if (rows.length === 0 || isVertical) continue;
    return { names, rows, length: length + 1, delimiter };
  }
  return undefined;
};

interface Span {
  readonly from: number;
  readonly to: number;
}

const wordsAt = (line: string): readonly Span[] =>
  [...line.matchAll(/\S+/g)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
  }));

/** Returns the columns: ranges of characters that are separated by spaces in every line. */
const usedRuns = (lines: readonly string[]): readonly Span[] => {
  const width = Math.min(1_024, Math.max(...lines.map((line) => line.length)));
  const used = new Uint8Array(width + 1);
  for (const line of lines)
    for (const { from, to } of wordsAt(line)) used.fill(1, from, Math.min(to, width));
  const runs: Span[] = [];
  let from = -1;
  for (let at = 0; at <= width; at += 1) {
    if (used[at] === 1 && from < 0) from = at;
    if (used[at] !== 1 && from >= 0) {
      runs.push({ from, to: at });
      from = -1;
    }
  }
  return runs;
};

/**
 * Reads a table whose cells are aligned with their names. If a row does not fit, the table is refused, because the row
 * may be shifted by one column.
 */
const aligned = (lines: readonly string[], at: number): TextTable | undefined => {
  const header = lines[at] ?? '';
  if (/[:=]/.test(header) || !/\S\s{2,}\S/.test(header)) return undefined;
  const words = wordsAt(header);
  if (!words.every(({ from, to }) => isName(header.slice(from, to)))) return undefined;
  const isRow = (line: string): boolean => {
    const cells = line.trim().split(/\s+/);
    return (
      cells.length * 2 >= words.length &&
      cells.filter((cell) => /^[+-]?\d|^-$/.test(cell)).length >= 2
    );
  };
  const { lines: body, length } = bodyAt(lines, at + 1, isRow);
  if (body.length === 0 || (body.length === 1 && words.length < 6)) return undefined;
  if (body.some((line) => line.length > header.length + 24)) return undefined;

  const columns: { name: string; from: number; to: number }[] = [];
  for (const { from, to } of usedRuns([header, ...body])) {
    const name = header.slice(from, to).trim();
    const last = columns.at(-1);
    if (name !== '') columns.push({ name, from, to });
    else if (last === undefined) return undefined;
    else last.to = to; // a space inside a cell: `2023-09-16 11:50:32`, `44231 mAH`
  }
  // Two names above one range of characters: a cell reaches into the next column.
  if (columns.length < 3 || columns.some(({ name }) => /\s{2,}/.test(name))) return undefined;
  const rows = body.map((line) => columns.map(({ from, to }) => line.slice(from, to).trim()));
  const names = columns.map(({ name }) => name);
  // Numbers must begin or end exactly where their names do. A number that is one character off may contain a digit of
  // the next column.
  const isMisplaced = columns.some(({ name, from, to }) => {
    const nameFrom = header.indexOf(name, from);
    const cells = body
      .map((line) => line.slice(from, to))
      .filter((cell) => isMeasured(cell.trim()))
      .map((cell) => ({
        from: from + cell.length - cell.trimStart().length,
        to: from + cell.trimEnd().length,
      }));
    return (
      cells.some((cell) => cell.from !== nameFrom) &&
      cells.some((cell) => cell.to !== nameFrom + name.length)
    );
  });
  // A row with more numbers under a name than the other rows is shifted.
  const isShifted = columns.some((_, index) => {
    const counts = rows.map((row) => (row[index] ?? '').split(/\s+/).filter(isMeasured).length);
    return new Set(counts.filter((count) => count > 0)).size > 1;
  });
  const isRagged = rows.some(
    (row) => row[0] === '' || row.filter((cell) => cell === '').length * 2 > row.length,
  );
  if (isMisplaced || isShifted || isRagged) return undefined;
  return { names, rows, length: length + 1 };
};

/** Returns the table whose header is at this line; undefined if there is none. */
export const tableAt = (lines: readonly string[], at: number): TextTable | undefined => {
  const header = lines[at] ?? '';
  if (header.length > 1_024 || !/^[\s|"]*[\p{L}#]/u.test(header)) return undefined;
  return delimited(lines, at) ?? aligned(lines, at);
};

/** True for a row without values, which stands for an empty slot. */
export const isEmptyRow = (row: readonly string[]): boolean =>
  row.slice(1).filter((cell) => !ABSENT.test(cell)).length <= 1;

/** What each row of a table describes. */
export type RowKind = 'cells' | 'packs' | 'moments';

const UNIT_NAME =
  /^(cell|zelle|cellule|battery|batt?|pack|module?|power|unit|addr(ess)?|id|slot|bank|no|nr|nummer|#|index|string|bms)\b/i;

/** Determines what the rows are. `isCellColumn` is true for a column with voltages of cells. */
export const rowKind = (
  { names, rows }: Pick<TextTable, 'names' | 'rows'>,
  isCellColumn: (column: number) => boolean,
): RowKind => {
  const first = rows.map((row) => row[0] ?? '');
  const numbers = first.map(Number);
  const counts = numbers.every(
    (number, index) =>
      Number.isInteger(number) && number === (numbers[0] ?? 0) + index && number <= 256,
  );
  const isNumbered = counts && (numbers[0] === 0 || numbers[0] === 1);
  const isNamedUnit = first.every(
    (cell, index) => /^[\p{L}#]+[ _#-]?\d{1,3}$/u.test(cell) && first.indexOf(cell) === index,
  );
  if (!(isNumbered || isNamedUnit) || !UNIT_NAME.test(names[0] ?? '')) return 'moments';
  const hasCells = names.some((_, column) => column > 0 && isCellColumn(column));
  return hasCells && rows.length > 1 ? 'cells' : 'packs';
};
