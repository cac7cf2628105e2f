import { csvLine, csvText, type CsvSeparator } from '../prelude/csv.ts';
import type { Layout } from './layout.ts';
import { MOST_COLUMNS, settingsProblem } from './layout.ts';
import { createPackCheck, type KnownPack, type PackRow } from './pack-rows.ts';
import { createReader, type ReadSettings, type RefusedRow } from './row-check.ts';
import { createSampleReader, tooManyCells, type SampleRowRead } from './sample-rows.ts';
import { mappingProblem, PACK_TARGETS, type ImportKind, type PackTarget } from './targets.ts';

/** Rows of each kind that are shown. */
const MOST_SHOWN = 200;
/** Refused rows that are kept for the file of refused rows. */
const MOST_REFUSED = 50_000;
const MOST_REFUSED_CHARACTERS = 50_000_000;

export interface RefusedLine extends RefusedRow {
  readonly cells: readonly string[];
}

/**
 * Returns the name of the column with the fault, or its number from 1 if it has no name; empty if the fault is not in a
 * column.
 */
export const faultyColumn = (
  { column }: Pick<RefusedRow, 'column'>,
  header: readonly string[],
): string => (column === undefined ? '' : header[column] || String(column + 1));

/** An update of a pack, as the check shows it. */
export interface ShownUpdate {
  readonly line: number;
  readonly serial: string;
  readonly changes: readonly {
    readonly target: PackTarget;
    readonly before: string;
    readonly after: string;
  }[];
  /** Whether the pack loses its position on the map, because its place changes. */
  readonly removesPosition: boolean;
}

/** What applying the file would do, or has done so far. */
export interface ImportReport {
  readonly rows: number;
  readonly create: number;
  readonly update: number;
  /** Updates that remove the position of the pack on the map. */
  readonly positionsRemoved: number;
  readonly unchanged: number;
  readonly samples: number;
  readonly refused: number;
  readonly refusedRows: readonly RefusedLine[];
  /** The first updates. */
  readonly updates: readonly ShownUpdate[];
  /** Times of the first and the last sample, UTC in ms. */
  readonly from?: number;
  readonly to?: number;
  /** Why the file cannot be read to its end, as a sentence. Then nothing of it is applied. */
  readonly fatal?: string;
}

/** A file with everything that is needed to read its rows. */
export type ImportPlan = Pick<Layout, 'settings' | 'mapping'> & {
  readonly kind: ImportKind;
  readonly header: readonly string[];
  readonly known: readonly KnownPack[];
};

/** Returns why rows cannot be read with a plan, as a sentence. */
export const planProblem = ({
  kind,
  settings,
  mapping,
  header,
}: Omit<ImportPlan, 'known'>): string | undefined =>
  header.length > MOST_COLUMNS
    ? `The file has ${header.length} columns, and at most ${MOST_COLUMNS} can be read. Leave some out.`
    : (settingsProblem(settings) ?? mappingProblem(kind, mapping) ?? tooManyCells(mapping));

export type ImportRow = PackRow | SampleRowRead | RefusedRow;

export const createRowReader = ({ kind, settings, mapping, header, known }: ImportPlan) => {
  const { decimal = 'point', dateOrder = 'dmy' } = settings; // a plan without a problem has both
  const read: ReadSettings = { ...settings, decimal, dateOrder };
  const named = header.findLastIndex((name) => name !== '') + 1;
  return createReader<PackRow | SampleRowRead>(
    header.length,
    (cellIn) =>
      kind === 'packs'
        ? createPackCheck(mapping, read, known, cellIn)
        : createSampleReader(mapping, read, cellIn, header),
    named,
  );
};

const shownUpdate = (
  { line, facts, pack }: Extract<PackRow, { readonly kind: 'update' }>,
  removesPosition: boolean,
): ShownUpdate => ({
  line,
  serial: pack.serial,
  changes: PACK_TARGETS.filter((target) => target in facts).map((target) => ({
    target,
    before: String(pack.facts[target] ?? ''),
    after: String(facts[target]),
  })),
  removesPosition,
});

/** Counts the rows of a file and keeps those that are shown. */
export const createImportReport = () => {
  const counts = { create: 0, update: 0, unchanged: 0, sample: 0, refused: 0 };
  const updates: ShownUpdate[] = [];
  const refused: RefusedLine[] = [];
  let characters = 0;
  let positionsRemoved = 0;
  let from: number | undefined;
  let to: number | undefined;
  return {
    add: (row: ImportRow, cells: readonly string[]): void => {
      counts[row.kind] += 1;
      if (row.kind === 'sample') {
        from ??= row.wall;
        to = row.wall;
      } else if (row.kind === 'update') {
        const removesPosition = 'place' in row.facts && row.pack.place?.lat !== undefined;
        if (removesPosition) positionsRemoved += 1;
        if (updates.length < MOST_SHOWN) updates.push(shownUpdate(row, removesPosition));
      } else if (row.kind === 'refused') {
        if (refused.length >= MOST_REFUSED || characters > MOST_REFUSED_CHARACTERS) return;
        refused.push({ ...row, cells });
        for (const cell of cells) characters += cell.length;
      }
    },
    value: (fatal?: string): ImportReport => ({
      rows: Object.values(counts).reduce((sum, count) => sum + count, 0),
      create: counts.create,
      update: counts.update,
      positionsRemoved,
      unchanged: counts.unchanged,
      samples: counts.sample,
      refused: counts.refused,
      refusedRows: refused.slice(0, MOST_SHOWN).map(withShortCells),
      updates: [...updates],
      ...(from === undefined || to === undefined ? {} : { from, to }),
      ...(fatal === undefined ? {} : { fatal }),
    }),
    /** Returns the refused rows as lines of CSV, with line, column and reason in the first columns. */
    refusedCsv: function* (
      header: readonly string[],
      separator: CsvSeparator,
    ): Generator<string, void> {
      const line = (fields: readonly string[]): string =>
        csvLine(
          fields.map((field) => csvText(field, separator)),
          separator,
        );
      yield line(['line', 'column', 'reason', ...header]);
      for (const row of refused)
        yield line([String(row.line), faultyColumn(row, header), row.reason, ...row.cells]);
    },
  };
};

const SHOWN_CELLS = 20;

const withShortCells = (row: RefusedLine): RefusedLine => ({
  ...row,
  cells: row.cells.slice(0, SHOWN_CELLS).map((cell) => cell.slice(0, 80)),
});
