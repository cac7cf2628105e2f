import { File } from 'node:buffer';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ImportPlan, ImportReport, ImportSettings, Layout } from '@batbot/core/imports';

const ROWS = 1_000_000;
const ROWS_AT_ONCE = 10_000;

type Table = readonly [name: string, header: string, row: (index: number) => string];

const TABLES: readonly Table[] = [
  [
    'pack list',
    'Serial;Maker;Model;Cells;Capacity (Ah);Built on;Place',
    (index) => `SN-${index};Acme;Traction 48;16;${100 + (index % 9)},5;12.03.2024;Bern`,
  ],
  [
    'log with 16 cells',
    `Time;Voltage (V);Current (A);SOC (%);Temp 1 (°C);${Array.from({ length: 16 }, (_, cell) => `Cell ${cell + 1} (mV)`).join(';')}`,
    (index) => {
      const time = new Date(1_735_725_600_000 + index * 1_000).toISOString();
      return `${time};52,8;-3,5;80,5;25,5${';3301'.repeat(16)}`;
    },
  ],
];

interface Step {
  readonly kind: 'progress' | 'checked';
  readonly report: ImportReport;
}
/** The exports of the modules of the web app that are measured. A computed path has no type. */
interface JobModule {
  readonly createImportJob: (file: File) => {
    readonly look: (
      chosen: object,
    ) => Promise<{ readonly kind: 'layout'; readonly layout: Layout }>;
    readonly check: (plan: ImportPlan) => AsyncIterable<Step>;
  };
}
interface RowsModule {
  readonly readRows: (file: File, settings: ImportSettings) => AsyncIterable<unknown>;
}

const load = async <T>(name: string): Promise<T> => {
  const file = join(process.cwd(), 'apps/web/src/adapters/imports', name);
  return (await import(pathToFileURL(file).href)) as T; // the type of that file's exports
};

const makeFile = ([name, header, row]: Table): File => {
  const parts = [`${header}\n`];
  for (let from = 0; from < ROWS; from += ROWS_AT_ONCE) {
    const lines = Array.from({ length: ROWS_AT_ONCE }, (_, index) => row(from + index));
    parts.push(`${lines.join('\n')}\n`);
  }
  return new File(parts, `${name}.csv`, { lastModified: 0 });
};

/** Returns the time of some work, and the time of the processor, which other programs do not lengthen. */
const timed = async (work: () => Promise<unknown>): Promise<string> => {
  const from = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  const [s, cpuS] = [(performance.now() - from) / 1_000, (user + system) / 1e6];
  return `${s.toFixed(1).padStart(5)} s (processor ${cpuS.toFixed(1)} s)`;
};

/** Prints the time in which a million rows are checked, beside that of reading them without a check. */
export const benchImports = async (print: (line: string) => void): Promise<void> => {
  const { createImportJob } = await load<JobModule>('import-job.ts');
  const { readRows } = await load<RowsModule>('read-rows.ts');
  print('Imports: a million rows, checked in the worker’s module (≤ 10 s)');
  for (const table of TABLES) {
    const file = makeFile(table);
    const job = createImportJob(file);
    const { layout } = await job.look({});
    const { kind, settings, mapping } = layout;
    if (kind === undefined) throw new Error('The kind of the file is not known.');
    const plan = { kind, settings, mapping, header: layout.table.header, known: [] };
    let report: ImportReport | undefined;
    const checked = await timed(async () => {
      for await (const step of job.check(plan)) ({ report } = step);
    });
    if (report?.rows !== ROWS || report.refused > 0)
      throw new Error('Rows are missing or refused.');
    const read = await timed(async () => {
      for await (const _ of readRows(file, settings)) continue;
    });
    const size = `${(file.size / 1_048_576).toFixed(0)} MiB`;
    print(`  ${table[0].padEnd(20)} ${size.padStart(8)}  check ${checked}, reading alone ${read}`);
  }
};
