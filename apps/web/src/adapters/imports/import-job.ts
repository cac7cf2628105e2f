import {
  assumedStart,
  captureTable,
  createImportReport,
  createRowReader,
  createSessionParts,
  isCapture,
  recognizeLayout,
  refusedRow,
  sniffDelimiter,
  sniffEncoding,
  type ImportKind,
  type ImportPlan,
  type ImportReport,
  type ImportRow,
  type ImportSettings,
  type Layout,
  type PackRow,
  type SessionPart,
} from '@batbot/core/imports';
import { readRows, sampleRows, sha256 } from './read-rows.ts';

/** The largest file. A larger one has to be split. */
const MOST_BYTES = 200_000_000;
const SAMPLE_BYTES = 262_144;
const SAMPLE_ROWS = 5_000;
/** Share of the file after which the progress is reported again. */
const PROGRESS_STEP = 0.005;

/** What a file contains, or why it cannot be imported. */
export type Look =
  | { readonly kind: 'layout'; readonly layout: Layout }
  | { readonly kind: 'problem'; readonly problem: string };

/** The progress of a check, and its result: the report and the id of the import. */
export type CheckStep =
  | { readonly kind: 'progress'; readonly share: number; readonly report: ImportReport }
  | { readonly kind: 'checked'; readonly report: ImportReport; readonly importId: string };

const has = ({ mapping }: ImportPlan, target: string): boolean =>
  mapping.some((each) => each.target === target);

/** What the file does not state about its samples, so that the user chose it. */
const assumedOf = (plan: ImportPlan): string => {
  const { mapping, settings } = plan;
  const units = mapping.filter(({ isAssumed }) => isAssumed === true).map(({ unit }) => unit);
  return [
    ...(has(plan, 'time') ? [] : [assumedStart(settings.startsAt)]),
    ...(has(plan, 'currentA')
      ? [`A positive current was read as ${settings.positiveCurrent}.`]
      : []),
    ...(units.length > 0 ? [`These units were assumed: ${[...new Set(units)].join(', ')}.`] : []),
  ].join(' ');
};

/** Returns the hash of a file's content and of its mapping. */
const importIdOf = (hash: string, plan: ImportPlan): Promise<string> => {
  const { kind, settings, mapping } = plan;
  const { encoding, delimiter, headerRow, decimal, dateOrder } = settings;
  const { timeZone, positiveCurrent, startsAt } = settings;
  const start = has(plan, 'time') ? [] : [startsAt];
  const ofSamples = kind === 'packs' ? [] : [timeZone, positiveCurrent, ...start];
  const columns = mapping.map(({ target, column, unit }) => [target, column, unit]);
  const parts = [
    hash,
    kind,
    encoding,
    delimiter,
    headerRow,
    decimal,
    dateOrder,
    ...ofSamples,
    columns,
  ];
  return sha256(new TextEncoder().encode(JSON.stringify(parts)));
};

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/** Returns a table as it is, and a session in JSON lines as its table; a sentence if it cannot be read. */
const tableOf = async (file: File): Promise<File | string> => {
  if (!isCapture(await file.slice(0, SAMPLE_BYTES).text())) return file;
  const csv = captureTable(await file.text());
  return csv.ok
    ? new File([...csv.value], file.name, { lastModified: file.lastModified })
    : csv.error;
};

export const createImportJob = (chosenFile: File) => {
  let file = chosenFile;
  let report = createImportReport();

  /**
   * Reads the data rows and passes each on. Yields the number of bytes that have been read. Returns the hash of the
   * file, or why it cannot be read to its end.
   */
  const readData = async function* (
    plan: ImportPlan,
    take: (row: ImportRow, cells: readonly string[]) => void,
  ): AsyncGenerator<number, { readonly hash?: string | undefined; readonly fatal?: string }, void> {
    const { settings } = plan;
    const read = createRowReader(plan);
    const batches = readRows(file, settings);
    let before = 0;
    for (;;) {
      const { done, value } = await batches.next();
      if (done === true) return { hash: value };
      const { rows, lines, faults, bytes, fatal } = value;
      for (const [index, cells] of rows.entries()) {
        before += 1;
        if (before <= settings.headerRow || isBlank(cells)) continue;
        const line = lines[index] ?? 0;
        const fault = faults.get(index);
        take(
          fault === undefined ? read(cells, line, value.isDamaged) : refusedRow(line, fault),
          cells,
        );
      }
      yield bytes;
      if (fatal !== undefined) return { fatal };
    }
  };

  return {
    /** Recognizes the file. What the user has chosen is not recognized again. */
    look: async (chosen: Partial<ImportSettings>, kind?: ImportKind): Promise<Look> => {
      if (file.size > MOST_BYTES) {
        const problem =
          'It is larger than 200 MB. Split it into smaller files and import them one after another.';
        return { kind: 'problem', problem };
      }
      if (file === chosenFile) {
        const table = await tableOf(file);
        if (typeof table === 'string') return { kind: 'problem', problem: table };
        file = table;
      }
      const head = new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer());
      const encoding = sniffEncoding(head);
      if (!encoding.ok) return { kind: 'problem', problem: encoding.error };
      const label = chosen.encoding ?? encoding.value;
      const isWhole = head.length === file.size;
      const text = new TextDecoder(label)
        .decode(head, { stream: !isWhole })
        .replace(/\r\n?/g, '\n');
      if (!isWhole && !text.includes('\n'))
        return {
          kind: 'problem',
          problem:
            'Its first row is too long for a table of at most 10,000 columns. Leave some out, or choose a CSV file with a row of column names.',
        };
      const delimiter = chosen.delimiter ?? sniffDelimiter(text);
      const rows = sampleRows(text, delimiter, isWhole).slice(0, SAMPLE_ROWS);
      const settings = { startsAt: file.lastModified, ...chosen, encoding: label, delimiter };
      const layout = recognizeLayout(rows, settings, kind);
      return layout.table.header.length < 2 && layout.kind === undefined
        ? {
            kind: 'problem',
            problem: 'No table was found in it. Choose a CSV file with a row of column names.',
          }
        : { kind: 'layout', layout };
    },
    check: async function* (plan: ImportPlan): AsyncGenerator<CheckStep, void, void> {
      report = createImportReport();
      const reading = readData(plan, report.add);
      let shown = 0;
      for (;;) {
        const { done, value } = await reading.next();
        if (done === true) {
          const { hash = '', fatal } = value;
          const importId = await importIdOf(hash, plan);
          yield { kind: 'checked', report: report.value(fatal), importId };
          return;
        }
        const share = value / file.size;
        if (share - shown < PROGRESS_STEP) continue;
        shown = share;
        yield { kind: 'progress', share, report: report.value() };
      }
    },
    /** Reads the rows of a pack list that change something. */
    packs: async function* (plan: ImportPlan): AsyncGenerator<readonly PackRow[], void, void> {
      let batch: PackRow[] = [];
      const reading = readData(plan, (row) => {
        if (row.kind === 'create' || row.kind === 'update') batch.push(row);
      });
      for await (const _ of reading) {
        if (batch.length > 0) yield batch;
        batch = [];
      }
    },
    sessions: async function* (
      plan: ImportPlan,
      importId: string,
    ): AsyncGenerator<SessionPart, void, void> {
      const parts = createSessionParts({ importId, fileName: file.name, assumed: assumedOf(plan) });
      let full: SessionPart[] = [];
      const reading = readData(plan, (row) => {
        const part = row.kind === 'sample' ? parts.add(row) : undefined;
        if (part !== undefined) full.push(part);
      });
      for await (const _ of reading) {
        yield* full;
        full = [];
      }
      const last = parts.end();
      if (last !== undefined) yield last;
    },
    /** Returns the refused rows of the last check as CSV. */
    refused: (plan: ImportPlan): Blob => {
      const separator = plan.settings.delimiter === ';' ? ';' : ',';
      return new Blob(['\uFEFF', ...report.refusedCsv(plan.header, separator)], {
        type: 'text/csv',
      });
    },
  };
};

/** The work on one file. It runs in a worker. */
export type ImportJob = ReturnType<typeof createImportJob>;
