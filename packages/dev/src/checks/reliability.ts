import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { count, type Finding } from './check.ts';
import type { SourceFile } from './source-files.ts';

const tableFile = 'packages/core/RELIABILITY.md';

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

/** Looks up every test that the table of faults names: it exists, and its titles carry the row's id. */
export const checkReliability = (table: string, tests: readonly SourceFile[]): Finding => {
  const rows = rowsOf(table);
  const ids = rows.map(({ id }) => id);
  const details = [
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
