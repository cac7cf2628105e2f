import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTool } from '../process/run-tool.ts';
import { playwrightTotalsOf, type Totals, totalsOf } from './totals.ts';

const inFolder = async (work: (folder: string) => Promise<Totals>): Promise<Totals> => {
  const folder = await mkdtemp(join(tmpdir(), 'batbot-test-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** Runs Playwright with its output shown. */
export const runPlaywright = (): Promise<Totals> =>
  inFolder(async (folder) => {
    const report = join(folder, 'report.json');
    const { code } = await runTool(
      '@playwright/test',
      ['test', '--config=packages/dev/playwright.config.ts', '--reporter=list,json'],
      {
        command: 'playwright',
        show: true,
        env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
      },
    );
    return playwrightTotalsOf(await readFile(report, 'utf8').catch(() => undefined), code);
  });

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
