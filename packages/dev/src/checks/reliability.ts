import { count, type Finding } from './check.ts';
import type { SourceFile } from './source-files.ts';

const tableFile = 'packages/core/RELIABILITY.md';

interface Row {
  readonly id: string;
  readonly isCovered: boolean;
  /** Names of test files, without folder and extension. */
  readonly files: readonly string[];
}

/**
 * Parses rows of the form `| SR-01 | fault | behaviour | tests |`. The last cell begins with "not" if no test is
 * possible.
 */
const rowsOf = (table: string): readonly Row[] =>
  table.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim());
    const id = /^[A-Z]{2}-\d{2}$/.exec(cells[1] ?? '')?.[0];
    if (id === undefined) return [];
    const last = cells.at(-2) ?? '';
    const isCovered = !last.startsWith('not');
    return [{ id, isCovered, files: isCovered ? last.split(/,\s*/) : [] }];
  });

/**
 * Checks that every testable fault of RELIABILITY.md has a test with its id in the title, in brackets or as a value for
 * `%s`, in each file that its row names, and that no test has the id of an unknown fault.
 */
export const checkReliability = (table: string, tests: readonly SourceFile[]): Finding => {
  const rows = rowsOf(table);
  const ids = rows.map(({ id }) => id);
  const covered = rows.filter(({ isCovered }) => isCovered).map(({ id }) => id);
  const hasTest = (id: string, file = ''): boolean =>
    tests.some(
      ({ path, text }) =>
        path.includes(`/${file}${file && '.'}`) &&
        (text.includes(`[${id}]`) || text.includes(`'${id}'`)),
    );
  const details = [
    ...ids
      .filter((id, index) => ids.indexOf(id) !== index)
      .map((id) => `${tableFile}: ${id} has two rows. Make it one row.`),
    ...covered
      .filter((id) => !hasTest(id))
      .map((id) => `${tableFile}: ${id} has no test. Write [${id}] into the title of a test.`),
    ...rows.flatMap(({ id, files }) =>
      files
        .filter((file) => hasTest(id) && !hasTest(id, file))
        .map((file) => `${tableFile}: ${id} has no test in ${file}. Correct the row or the title.`),
    ),
    ...tests.flatMap(({ path, text }) =>
      [...text.matchAll(/\[([A-Z]{2}-\d{2})\]/g)]
        .map(([, id = '']) => id)
        .filter((id) => !ids.includes(id))
        .map((id) => `${path}: [${id}] is not a fault of ${tableFile}. Add it or correct the id.`),
    ),
  ];
  return {
    ok: details.length === 0,
    figure: `${count(rows.length, 'fault')}, ${covered.length} of them with a test`,
    details,
  };
};
