/** Tests by outcome. A failure outside any test (a file that does not load, a check) counts as one failed. */
export interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const noTests: Totals = { passed: 0, failed: 0, skipped: 0 };

export const addTotals = (a: Totals, b: Totals): Totals => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

/** The fields of Vitest's JSON report that count. */
interface Report {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
}

/**
 * Reads a run's totals. A run that says it failed never counts without a failure, whatever its report says.
 * @param report the text of Vitest's JSON report; undefined when it wrote none
 * @param code Vitest's exit code
 */
export const totalsOf = (report: string | undefined, code: number): Totals => {
  if (report === undefined) return { ...noTests, failed: 1 };
  const run = JSON.parse(report) as Report; // Vitest's own file
  const bad = code !== 0 || !run.success;
  return {
    passed: run.numPassedTests,
    failed: bad ? Math.max(1, run.numFailedTests) : run.numFailedTests,
    skipped: run.numPendingTests + run.numTodoTests,
  };
};

/** Reads the totals of Playwright's JSON report, by the same rules. */
export const playwrightTotalsOf = (report: string | undefined, code: number): Totals => {
  if (report === undefined) return { ...noTests, failed: 1 };
  const { stats } = JSON.parse(report) as {
    readonly stats: {
      readonly expected: number;
      readonly unexpected: number;
      readonly flaky: number;
      readonly skipped: number;
    };
  }; // Playwright's own file
  const failed = stats.unexpected + stats.flaky;
  return {
    passed: stats.expected,
    failed: code === 0 ? failed : Math.max(1, failed),
    skipped: stats.skipped,
  };
};

/** The last line of `npm test`; CI reads it. */
export const totalsLine = ({ passed, failed, skipped }: Totals): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;
