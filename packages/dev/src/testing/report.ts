import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';

/**
 * The number of tests by outcome. A failure outside of any test (a file that does not load, a check) counts as one
 * failed test.
 */
export interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const sum = (all: readonly Totals[]): Totals => ({
  passed: all.reduce((total, { passed }) => total + passed, 0),
  failed: all.reduce((total, { failed }) => total + failed, 0),
  skipped: all.reduce((total, { skipped }) => total + skipped, 0),
});

/** Formats the last line of `npm test`, which CI reads. */
export const totalsLine = ({ passed, failed, skipped }: Totals): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

const MAX_LINES = 12;

/** Formats a failure: its title, and the first lines of its errors without colors, stack frames and empty lines. */
const format = (path: readonly string[], errors: readonly string[]): string => {
  const lines = errors
    .flatMap((error) => stripVTControlCharacters(error).split('\n'))
    .filter((line) => line.trim() !== '' && !/^\s+at .*(?:node_modules|<anonymous>)/.test(line));
  const shown = lines.slice(0, MAX_LINES).map((line) => `    ${line}`);
  return [`✗ ${path.join(' › ')}`, ...shown, ...(lines.length > MAX_LINES ? ['    …'] : [])].join(
    '\n',
  );
};

const failuresOfSuite = (suite: JSONReportSuite, parents: readonly string[]): readonly string[] => {
  const path = [...parents, suite.title];
  const own = suite.specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) =>
        format(
          [...path, title],
          results.flatMap(({ errors }) => errors).map(({ message }) => message),
        ),
      ),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => failuresOfSuite(inner, path))];
};

const readPlaywright = ({ stats, suites, errors }: JSONReport) => ({
  totals: {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  },
  failures: [
    ...suites.flatMap((suite) => failuresOfSuite(suite, [])),
    ...errors.map(({ message = '' }) => format(['outside of the tests'], [message])),
  ],
});

/** An error that Vitest catches after a test has ended is in no report: Vitest only prints it. */
const readVitest = (report: JsonTestResults) => ({
  totals: {
    passed: report.numPassedTests,
    failed: Math.max(report.numFailedTests, report.success ? 0 : 1),
    skipped: report.numPendingTests + report.numTodoTests,
  },
  failures: report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed');
    return failed.length === 0 && status === 'failed'
      ? [format([name], [message])]
      : failed.map(({ fullName, failureMessages }) =>
          format([name, fullName], failureMessages ?? []),
        );
  }),
});

/**
 * Reads the totals and the failed tests of a run, each as several lines of text. A run with a bad exit code has at least
 * one failure, whatever its report contains.
 * @param text the JSON report of Vitest or Playwright; undefined if there is none
 * @param code the tool's exit code
 */
export const readReport = (
  text: string | undefined,
  code: number,
): { readonly totals: Totals; readonly failures: readonly string[] } => {
  if (text === undefined) return { totals: { passed: 0, failed: 1, skipped: 0 }, failures: [] };
  const report = JSON.parse(text) as JSONReport | JsonTestResults; // written by the tool
  const { totals, failures } = 'suites' in report ? readPlaywright(report) : readVitest(report);
  return { totals: { ...totals, failed: Math.max(totals.failed, code === 0 ? 0 : 1) }, failures };
};
