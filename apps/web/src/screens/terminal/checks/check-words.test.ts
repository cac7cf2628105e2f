import { describe, expect, test } from 'vitest';
import type { CheckStep, CheckRun } from '@batbot/core/procedures';
import { announceText, checkText, fileName, stepSummary } from './check-words.ts';
import { procedureProblem, startProblem } from '../sequences/sequence-words.ts';

const frame = { title: 'T', text: 'Do.', onFail: 'stop', conditions: [] } as const;
const ask: CheckStep = {
  ...frame,
  kind: 'send',
  command: 'AT+VB?',
  expected: { kind: 'code', code: 'OK' },
  timeoutMs: 3_000,
};
const measure: CheckStep = {
  ...frame,
  kind: 'measure',
  quantity: 'cellSpread',
  most: 30,
  heldMs: 10_000,
  withinMs: 60_000,
};
const check = { name: 'Bench', purpose: 'P', conditions: [], steps: [ask, measure, ask] };
const run: CheckRun = {
  check,
  startedAt: 0,
  elapsedMs: 0,
  loop: 1,
  step: 1,
  phase: { kind: 'waiting' },
  conditions: [],
  typed: '',
  tallies: [
    {
      passed: 0,
      failed: 1,
      last: { loop: 1, step: 0, outcome: 'failed', found: 'no reply', at: 0, tookMs: 1 },
    },
  ],
  failures: [],
  halts: [],
};

describe('summary of a step', () => {
  test.each<[CheckStep, string]>([
    [{ ...frame, kind: 'instruct' }, 'Confirmed by you'],
    [
      { ...frame, kind: 'instruct', value: { name: 'Meter', unit: 'V', least: 1 } },
      'You enter Meter, V',
    ],
    [{ ...frame, kind: 'question', wanted: 'no' }, 'Question, must be no'],
    [ask, 'Sends AT+VB?, expects OK'],
    [
      { ...ask, expected: { kind: 'any' }, value: { kind: 'quantity', quantity: 'soc', most: 90 } },
      'Sends AT+VB?, expects any reply, State of charge ≤ 90\u202F%',
    ],
    [measure, 'Cell spread: ≤ 30\u202FmV for 10 s (max. 60 s)'],
  ])('[TERM-217] the step %j is summarized', (step, text) => {
    expect(stepSummary(step)).toBe(text);
  });

  test('[TERM-217] a check shows its number of steps and each command that it sends once', () => {
    expect(checkText(check)).toBe('3 steps, sends AT+VB?');
    expect(checkText({ ...check, steps: [measure] })).toBe('1 step, sends no commands');
  });
});

test('[TERM-217] steps, halts and the end of a check are announced, but not every value', () => {
  expect(announceText(run)).toBe('Failed: no reply. Step 2 of 3, T.');
  const broken = { name: 'Current', needed: '≤ 1 A', now: '12 A', isMet: false };
  expect(announceText({ ...run, tallies: [], conditions: [broken] })).toBe(
    'Step 2 of 3, T. Waiting: current is 12 A, must be ≤ 1 A.',
  );
  const why = 'Current is 12 A, must be ≤ 1 A';
  expect(announceText({ ...run, phase: { kind: 'halted', why } })).toBe(`Halted. ${why}.`);
  expect(announceText({ ...run, phase: { kind: 'ended', end: 'passed' } })).toBe(
    'Check Bench passed.',
  );
});

test('[TERM-219] an error of a start or a file is described in a sentence with its place', () => {
  expect(procedureProblem({ path: '', problem: 'is not valid JSON' })).toBe(
    'The file is not valid JSON.',
  );
  expect(procedureProblem({ path: 'checks.2.steps.3.withinMs', problem: 'must be a number' })).toBe(
    'Check 2, step 3, withinMs must be a number.',
  );
  expect(
    procedureProblem({ path: 'checks.1.conditions.1', problem: 'must have least or most' }),
  ).toBe('Check 1, condition 1 must have least or most.');
  const pattern = { kind: 'badPattern', step: 1, message: 'missing )' } as const;
  expect(startProblem(pattern, 'check')).toBe('Not started: step 2: invalid pattern: missing ).');
  for (const kind of ['notConnected', 'running', 'unknown'] as const) {
    expect(startProblem({ kind }, 'check')).toMatch(/^Not started: .+\.$/);
  }
});

test('[TERM-218] a title is converted to a file name', () => {
  expect(fileName('Cell balance: “at rest”')).toBe('cell-balance-at-rest');
  expect(fileName('–')).toBe('check');
});
