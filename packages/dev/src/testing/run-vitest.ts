import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTool } from '../process/run-tool.ts';
import { type Totals, totalsOf } from './totals.ts';

/**
 * Runs Vitest with its output shown.
 * @param projects as `--project` takes them: a name, or `!name` for all others
 */
export const runVitest = async (projects: string): Promise<Totals> => {
  const folder = await mkdtemp(join(tmpdir(), 'batbot-test-'));
  const report = join(folder, 'report.json');
  try {
    const { code } = await runTool(
      'vitest',
      [
        'run',
        '--config=vitest.workspace.ts',
        `--project=${projects}`,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
      { show: true },
    );
    return totalsOf(await readFile(report, 'utf8').catch(() => undefined), code);
  } finally {
    await rm(folder, { recursive: true });
  }
};
