import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runChecks } from './checks/checks.ts';
import { runTool } from './process/run-tool.ts';
import { readReport, sum, totalsLine, type Totals } from './testing/report.ts';

/** The failed tests of all parts, which the end repeats: CI may show only the end of the output. */
const failures: string[] = [];
const MAX_FAILURES = 20;

/** Runs a tool that writes a report. Returns the totals from the report, and adds its failed tests to `failures`. */
const withReport = async (
  run: (file: string) => Promise<{ readonly code: number }>,
): Promise<Totals> => {
  const folder = await mkdtemp(join(tmpdir(), 'batbot-test-'));
  try {
    const file = join(folder, 'report.json');
    const { code } = await run(file);
    const report = readReport(await readFile(file, 'utf8').catch(() => undefined), code);
    failures.push(...report.failures);
    return report.totals;
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** Runs vitest. `projects` is the value of `--project`: a name, or `!name` for all others. */
const vitest = (projects: string): Promise<Totals> =>
  withReport((file) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const args = ['run', '--config=vitest.workspace.ts', `--project=${projects}`, ...reporters];
    return runTool('vitest', args, { show: true });
  });

const playwright = (): Promise<Totals> =>
  withReport((file) =>
    runTool(
      '@playwright/test',
      [
        'test',
        '--config=packages/dev/playwright.config.ts',
        '--project=browser',
        '--reporter=list,json',
      ],
      {
        command: 'playwright',
        show: true,
        env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
      },
    ),
  );

/** The parts of `npm test`, by their name in `--only`. */
const parts: Readonly<Record<string, () => Promise<Totals>>> = {
  check: async () => {
    const failed = await runChecks();
    failures.push(...failed.map((name) => `✗ npm run check -- ${name}`));
    return { passed: 0, failed: failed.length, skipped: 0 };
  },
  unit: () => vitest('!browser'),
  browser: async () => {
    const totals = sum([await vitest('browser'), await playwright()]);
    // CI has everything that a browser test needs, so a skipped test counts as failed there.
    const failed = process.env['CI'] === 'true' ? totals.failed + totals.skipped : totals.failed;
    return { ...totals, failed };
  },
};

const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;
const chosen = Object.entries(parts).filter(([name]) => only === undefined || name === only);
if (chosen.length === 0) {
  console.error(`--only takes one of: ${Object.keys(parts).join(', ')}`);
  process.exit(1);
}
const results: Totals[] = [];
for (const [index, [name, run]] of chosen.entries()) {
  console.log(`\n── ${index + 1} of ${chosen.length}: ${name} ${'─'.repeat(60)}`);
  const start = performance.now();
  const totals = await run();
  results.push(totals);
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(`${name}: ${totals.failed === 0 ? 'ok' : `${totals.failed} failed`}, ${seconds} s`);
}
if (failures.length > 0)
  console.log(`\nFailed tests:\n${failures.slice(0, MAX_FAILURES).join('\n')}`);
if (failures.length > MAX_FAILURES) console.log(`and ${failures.length - MAX_FAILURES} more`);
console.log(`\n${totalsLine(sum(results))}`);
process.exitCode = sum(results).failed === 0 ? 0 : 1;
