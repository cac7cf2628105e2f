import { expect, test } from 'vitest';
import { failuresOf } from './failures.ts';

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
  expect(failuresOf(JSON.stringify({ testResults: [vitestFile({ assertionResults })] }))).toEqual([
    '✗ /app/a.test.ts › login fails\n    AssertionError: expected 1 to be 2\n        at /app/a.test.ts:2:68',
  ]);
});

test('a file that Vitest cannot load is listed with its error', () => {
  const testResults = [vitestFile({ message: 'Unexpected token' })];
  expect(failuresOf(JSON.stringify({ testResults }))).toEqual([
    '✗ /app/a.test.ts\n    Unexpected token',
  ]);
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
  expect(failuresOf(JSON.stringify(report))).toEqual([
    '✗ a.spec.ts › offline › opens\n    Timeout\n      at a.spec.ts:1',
    '✗ a.spec.ts › offline › closes\n    Late',
    '✗ outside of the tests\n    No browser',
  ]);
});

test('the first 12 lines of an error are listed', () => {
  const message = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n');
  const [failure = ''] = failuresOf(JSON.stringify({ testResults: [vitestFile({ message })] }));
  expect(failure.split('\n')).toHaveLength(14);
  expect(failure).toMatch(/line 11\n {4}…$/);
});
