import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { count, type Finding } from './check.ts';
import type { SourceFile } from './source-files.ts';

const tableFile = 'packages/core/RELIABILITY.md';

/** The groups of the catalogue, and how many rows each has: none may be left out. */
const catalogue: Readonly<Record<string, number>> = {
  SR: 34,
  DP: 15,
  SA: 14,
  NW: 10,
  PU: 16,
  ST: 9,
  RT: 8,
  RX: 13,
  LR: 12,
  MT: 7,
  SV: 14,
};

const idsOf = (groups: Readonly<Record<string, number>>): readonly string[] =>
  Object.entries(groups).flatMap(([group, rows]) =>
    Array.from({ length: rows }, (_, index) => `${group}-${String(index + 1).padStart(2, '0')}`),
  );

interface Row {
  readonly id: string;
  /** Names of test files without folder and ending; empty where the row says why there are none. */
  readonly tests: readonly string[];
}

/** A row reads `| SR-01 | fault | seen behaviour | tests |`; the last column is file names, or begins with "not". */
const rowsOf = (table: string): readonly Row[] =>
  table.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim());
    const id = /^[A-Z]{2}-\d{2}$/.exec(cells[1] ?? '')?.[0];
    const last = cells.at(-2) ?? '';
    if (id === undefined) return [];
    return [{ id, tests: last.startsWith('not') ? [] : last.split(/,\s*/) }];
  });

const nameOf = (path: string): string =>
  (path.split('/').at(-1) ?? '').replace(/(?:\.test)?\.tsx?$/, '');

/** Whether a test's title carries the id: in brackets, or as a value for `%s` in them. */
const carries = (text: string, id: string): boolean =>
  text.includes(`[${id}]`) || text.includes(`'${id}'`);

/** The table has every row of the catalogue, and each test it names exists and carries the row's id in its titles. */
export const checkReliability = (
  table: string,
  tests: readonly SourceFile[],
  groups: Readonly<Record<string, number>> = catalogue,
): Finding => {
  const rows = rowsOf(table);
  const ids = rows.map(({ id }) => id);
  const details = [
    ...idsOf(groups)
      .filter((id) => !ids.includes(id))
      .map((id) => `${tableFile}: ${id} of the catalogue has no row.`),
    ...ids
      .filter((id, index) => ids.indexOf(id) !== index)
      .map((id) => `${tableFile}: ${id} stands there twice. Make it one row.`),
    ...rows.flatMap(({ id, tests: named }) =>
      named
        .filter(
          (name) => !tests.some(({ path, text }) => nameOf(path) === name && carries(text, id)),
        )
        .map((name) => `${tableFile}: ${id} names ${name}, where no title carries [${id}].`),
    ),
  ];
  const covered = rows.filter((row) => row.tests.length > 0).length;
  return {
    ok: details.length === 0,
    figure: `${count(rows.length, 'fault')}, ${covered} of them with a test`,
    details,
  };
};

/** The table's text; undefined while there is none. */
export const readReliability = (root: string): Promise<string | undefined> =>
  readFile(join(root, tableFile), 'utf8').catch(() => undefined);
