import { describe, expect, test } from 'vitest';
import type { CheckStep, GuidedRun } from '@batbot/core/guided';
import {
  announceText,
  checkText,
  fileName,
  fileProblem,
  startProblem,
  stepSummary,
} from './guided-words.ts';

const frame = { title: 'T', text: 'Do.', onFail: 'stop', interlocks: [] } as const;
const ask: CheckStep = {
  ...frame,
  kind: 'ask',
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
const check = { title: 'Bench', purpose: 'P', interlocks: [], steps: [ask, measure, ask] };
const run: GuidedRun = {
  check,
  startedAt: 0,
  step: 1,
  phase: { kind: 'waiting' },
  interlocks: [],
  records: [
    { step: 0, title: 'T', kind: 'ask', outcome: 'failed', found: 'no reply', at: 0, tookMs: 1 },
  ],
  halts: [],
};

describe('what a step comes down to', () => {
  test.each<[CheckStep, string]>([
    [{ ...frame, kind: 'instruct' }, 'Confirmed by hand'],
    [
      { ...frame, kind: 'instruct', value: { name: 'Meter', unit: 'V', least: 1 } },
      'Typed in: Meter, V',
    ],
    [{ ...frame, kind: 'choose', wanted: 'no' }, 'Answered by hand, no is wanted'],
    [ask, 'Sends AT+VB?, expects OK'],
    [
      { ...ask, expected: { kind: 'any' }, value: { kind: 'quantity', quantity: 'soc', most: 90 } },
      'Sends AT+VB?, expects any reply, State of charge at most 90 %',
    ],
    [measure, 'Difference between cells at most 30 mV for 10 s, within 60 s'],
  ])('[TERM-217] %j', (step, text) => {
    expect(stepSummary(step)).toBe(text);
  });

  test('[TERM-217] a check tells how many steps it has and every command it sends, once', () => {
    expect(checkText(check)).toBe('3 steps, sends AT+VB?');
    expect(checkText({ ...check, steps: [measure] })).toBe('1 step, no command of its own');
  });
});

test('[TERM-217] a screen reader is told of steps, stops and the end, not of values', () => {
  expect(announceText(run)).toBe('Failed: no reply. Step 2 of 3, T.');
  const broken = { name: 'Current', needed: 'at most 1 A', now: '12 A', holds: false };
  expect(announceText({ ...run, records: [], interlocks: [broken] })).toBe(
    'Step 2 of 3, T. Not yet possible: Current.',
  );
  const why = 'Current: 12 A, needed at most 1 A';
  expect(announceText({ ...run, phase: { kind: 'halted', why } })).toBe(`Stopped. ${why}.`);
  expect(announceText({ ...run, phase: { kind: 'ended', end: 'passed' } })).toBe(
    'Check Bench passed.',
  );
});

test('[TERM-219] what is wrong is a sentence with the place', () => {
  expect(fileProblem({ path: '', problem: 'is no JSON' })).toBe('The file is no JSON.');
  expect(fileProblem({ path: 'checks.2.steps.3.withinMs', problem: 'is no number' })).toBe(
    'Check 2, step 3, withinMs is no number.',
  );
  expect(fileProblem({ path: 'checks.1.interlocks.1.least', problem: 'is more than most' })).toBe(
    'Check 1, interlock 1, least is more than most.',
  );
  expect(startProblem({ kind: 'badPattern', step: 1, message: 'missing )' })).toBe(
    'Not started: the pattern of step 2 is none: missing ).',
  );
  for (const kind of ['notConnected', 'running', 'unknown'] as const) {
    expect(startProblem({ kind })).toMatch(/^Not started: .+\.$/);
  }
});

test('[TERM-218] a title becomes the name of a file', () => {
  expect(fileName('Cell balance: “at rest”')).toBe('cell-balance-at-rest');
  expect(fileName('–')).toBe('check');
});
