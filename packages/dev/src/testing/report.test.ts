import { expect, test } from 'vitest';
import { readReport, sum, totalsLine } from './report.ts';

const vitest = (fields: object): string =>
  JSON.stringify({
    success: true,
    numPassedTests: 5,
    numFailedTests: 0,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [],
    ...fields,
  });
const playwright = (fields: object): string =>
  JSON.stringify({
    stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 2 },
    suites: [],
    errors: [],
    ...fields,
  });
const totalsOf = (text: string | undefined, code: number) => readReport(text, code).totals;
const failuresOf = (text: string) => readReport(text, 1).failures;

const vitestFile = (fields: object): object => ({
  name: '/app/a.test.ts',
  status: 'failed',
  message: '',
  assertionResults: [],
  ...fields,
});

test('a failed test of Vitest is listed with its file, title and error, without frames of libraries', () => {
  const assertionResults = [
    { fullName: 'login works', status: 'passed', failureMessages: [] },
    {
      fullName: 'login fails',
      status: 'failed',
      failureMessages: [
        'AssertionError: expected 1 to be 2\n    at /app/a.test.ts:2:68\n    at file:///app/node_modules/x.js:3:1',
      ],
    },
  ];
  expect(failuresOf(vitest({ testResults: [vitestFile({ assertionResults })] }))).toEqual([
    '✗ /app/a.test.ts › login fails\n    AssertionError: expected 1 to be 2\n        at /app/a.test.ts:2:68',
  ]);
});

test('a file that Vitest cannot load is listed with its error', () => {
  const testResults = [vitestFile({ message: 'Unexpected token' })];
  expect(failuresOf(vitest({ testResults }))).toEqual(['✗ /app/a.test.ts\n    Unexpected token']);
});

test('failed tests of Playwright are listed with their groups and errors, without colors', () => {
  const spec = (title: string, status: string, message: string): object => ({
    title,
    tests: [{ status, results: [{ errors: [{ message }] }] }],
  });
  const report = {
    suites: [
      {
        title: 'a.spec.ts',
        specs: [spec('starts', 'expected', '')],
        suites: [
          {
            title: 'offline',
            specs: [
              spec('opens', 'unexpected', '\u001b[31mTimeout\u001b[39m\n\n  at a.spec.ts:1'),
              spec('closes', 'flaky', 'Late'),
            ],
          },
        ],
      },
    ],
    errors: [{ message: 'No browser' }],
  };
  expect(failuresOf(playwright(report))).toEqual([
    '✗ a.spec.ts › offline › opens\n    Timeout\n      at a.spec.ts:1',
    '✗ a.spec.ts › offline › closes\n    Late',
    '✗ outside of the tests\n    No browser',
  ]);
});

test('the first 12 lines of an error are listed', () => {
  const message = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n');
  const [failure = ''] = failuresOf(vitest({ testResults: [vitestFile({ message })] }));
  expect(failure.split('\n')).toHaveLength(14);
  expect(failure).toMatch(/line 11\n {4}…$/);
});

test('skipped and todo tests count as skipped', () => {
  expect(totalsOf(vitest({}), 0)).toEqual({ passed: 5, failed: 0, skipped: 3 });
});

test('a Playwright test that passed only on a retry counts as failed', () => {
  expect(totalsOf(playwright({}), 1)).toEqual({ passed: 7, failed: 2, skipped: 2 });
});

test('a run that failed outside of its tests counts as one failed test', () => {
  expect(totalsOf(vitest({ success: false }), 1).failed).toBe(1);
  expect(totalsOf(vitest({}), 1).failed).toBe(1);
  expect(totalsOf(undefined, 0).failed).toBe(1);
});

test('the number of failed tests is taken from the report', () => {
  expect(totalsOf(vitest({ success: false, numFailedTests: 4 }), 1).failed).toBe(4);
});

test('the last line shows the sums over all runs', () => {
  const all = sum([totalsOf(vitest({}), 0), { passed: 0, failed: 2, skipped: 0 }]);
  expect(totalsLine(all)).toBe('5 passed, 2 failed, 3 skipped');
});
