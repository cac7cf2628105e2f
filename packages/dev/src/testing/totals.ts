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

/** The fields of the JSON reports of Vitest and Playwright that are used. */
type Report =
  | {
      readonly success: boolean;
      readonly numPassedTests: number;
      readonly numFailedTests: number;
      readonly numPendingTests: number;
      readonly numTodoTests: number;
    }
  | {
      readonly stats: {
        readonly expected: number;
        readonly unexpected: number;
        readonly flaky: number;
        readonly skipped: number;
      };
    };

const read = (report: Report): Totals & { readonly isBad: boolean } =>
  'stats' in report
    ? {
        passed: report.stats.expected,
        failed: report.stats.unexpected + report.stats.flaky,
        skipped: report.stats.skipped,
        isBad: false,
      }
    : {
        passed: report.numPassedTests,
        failed: report.numFailedTests,
        skipped: report.numPendingTests + report.numTodoTests,
        isBad: !report.success,
      };

/**
 * Reads a run's totals. A run with a bad exit code has at least one failure, whatever its report contains.
 * @param report the text of the JSON report of Vitest or Playwright; undefined if there is none
 * @param code the tool's exit code
 */
export const totalsOf = (report: string | undefined, code: number): Totals => {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const { isBad, ...totals } = read(JSON.parse(report) as Report); // written by the tool
  return isBad || code !== 0 ? { ...totals, failed: Math.max(1, totals.failed) } : totals;
};

/** Formats the last line of `npm test`, which CI reads. */
export const totalsLine = ({ passed, failed, skipped }: Totals): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;
