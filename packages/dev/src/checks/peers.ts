import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { count, type Finding } from './check.ts';
import type { SourceFile } from './source-files.ts';

const tableFile = 'apps/web/src/screens/terminal/PEERS.md';

interface Row {
  readonly what: string;
  /** Ids of tests, such as TERM-42, in the last column. */
  readonly ids: readonly string[];
  /** The last column says why a web page cannot, or "no". */
  readonly isNo: boolean;
}

/** A row of ours reads `| what | … peers … | yes: [TERM-42] [SR-07] |`. */
const rowsOf = (table: string): readonly Row[] =>
  table
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| -+|^\| What /.test(line))
    .map((line) => {
      const cells = line.split('|').map((cell) => cell.trim());
      const ours = cells.at(-2) ?? '';
      return {
        what: cells[1] ?? '',
        ids: Array.from(ours.matchAll(/\[([A-Z]+-\d+)\]/g), ([, id = '']) => id),
        isNo: ours.startsWith('no'),
      };
    });

/** Looks up every id in our column of the peers' table: a test's title carries it; a "yes" without one is refused. */
export const checkPeers = (table: string, tests: readonly SourceFile[]): Finding => {
  const rows = rowsOf(table);
  const details = rows.flatMap(({ what, ids, isNo }) => [
    ...(ids.length === 0 && !isNo ? [`${tableFile}: "${what}" names no test.`] : []),
    ...ids
      .filter(
        (id) => !tests.some(({ text }) => text.includes(`[${id}]`) || text.includes(`'${id}'`)),
      )
      .map((id) => `${tableFile}: "${what}" names [${id}], which no test's title carries.`),
  ]);
  const proved = rows.filter((row) => row.ids.length > 0).length;
  return {
    ok: details.length === 0,
    figure: `${count(rows.length, 'feature')}, ${proved} of them with a test`,
    details,
  };
};

export const readPeers = (root: string): Promise<string | undefined> =>
  readFile(join(root, tableFile), 'utf8').catch(() => undefined);
