import { expect, test } from 'vitest';
import { EXAMPLE_SEQUENCE, type SequenceRun, type StepResult } from '@batbot/core/procedures';
import { fieldOf, formOf, formWith, sequenceOf } from './sequence-form.ts';
import {
  endText,
  latencyText,
  progressText,
  reportText,
  procedureProblem,
  sequenceText,
  startProblem,
  stepWords,
} from './sequence-words.ts';

const result = (change: Partial<StepResult>): StepResult => ({
  loop: 1,
  step: 0,
  outcome: 'passed',
  verdict: { kind: 'passed' },
  found: '',
  tookMs: 0,
  at: 0,
  ...change,
});
const run = (change: Partial<SequenceRun> = {}): SequenceRun => ({
  sequence: EXAMPLE_SEQUENCE,
  startedAt: 0,
  elapsedMs: 1_234,
  loop: 1,
  step: 1,
  phase: { kind: 'working' },
  tallies: [
    { passed: 1, failed: 0, last: result({ latencyMs: 12.3 }), leastMs: 12.3, mostMs: 12.3 },
    ...[1, 2, 3].map(() => ({ passed: 0, failed: 0 })),
  ],
  failures: [],
  halts: [],
  ...change,
});

test('[TERM-162] the form of a sequence is converted back to the same sequence', () => {
  const { loops: _, ...endless } = EXAMPLE_SEQUENCE;
  for (const sequence of [EXAMPLE_SEQUENCE, endless]) {
    expect(sequenceOf(formOf(sequence))).toEqual(sequence);
  }
  const form = formWith('A', ['AT', 'ATI']);
  expect(form.steps.map(({ command }) => command)).toEqual(['AT', 'ATI']);
});

test('[TERM-162] an empty number is NaN, and a path of the core is converted to a form field', () => {
  const form = formWith('A', ['AT']);
  expect(sequenceOf({ ...form, pauseMs: null }).pauseMs).toBeNaN();
  expect(['name', 'steps', 'steps.2.timeoutMs', 'steps.1.expected.text'].map(fieldOf)).toEqual([
    ['name'],
    ['steps'],
    ['steps', 1, 'timeoutMs'],
    ['steps', 0, 'wanted'],
  ]);
});

test('[TERM-163] the progress contains the loop, the step and what the run waits for', () => {
  expect(progressText(run({ wasSent: true }))).toBe('Step 2 of 4: waiting for the reply to ATI');
  const looped = { ...run().sequence, loops: 10 };
  expect(
    progressText(run({ sequence: looped, loop: 3, phase: { kind: 'waiting', ms: 1_500 } })),
  ).toBe('Loop 3 of 10, step 2 of 4: waiting 1.5\u202Fs before ATI');
  expect([0, 1, 2].map((index) => stepWords(run({ wasSent: true }), index).word)).toEqual([
    'Passed',
    'Waiting for the reply',
    'To do',
  ]);
  expect(stepWords(run({ loop: 2 }), 0).word).toBe('Passed in loop 1');
});

test('[TERM-245] a step whose command is queued does not wait for a reply', () => {
  expect(progressText(run())).toBe('Step 2 of 4: waiting to send ATI');
  expect(stepWords(run(), 1).word).toBe('Queued');
});

test('[TERM-163] each end is described in a sentence, and the report contains every step', () => {
  const failedStep = result({ step: 1, outcome: 'failed', verdict: { kind: 'unexpected' } });
  const stopped = run({
    tallies: [
      run().tallies[0] ?? { passed: 1, failed: 0 },
      { passed: 0, failed: 1, last: failedStep },
    ],
  });
  const ends = (['passed', 'failed', 'stopped', 'lost'] as const).map((end) =>
    endText(stopped, end),
  );
  expect(ends).toEqual([
    'Completed: 1 of 2 passed in 1.2\u202Fs.',
    'Failed at step 2 (ATI) after 1.2\u202Fs.',
    'Stopped at step 2 (ATI) after 1.2\u202Fs.',
    'The connection ended at step 2 (ATI) after 1.2\u202Fs.',
  ]);
  const failures = [
    result({ step: 1, outcome: 'failed', verdict: { kind: 'unexpected' }, said: 'ERROR' }),
  ];
  const report = reportText({ ...stopped, phase: { kind: 'ended', end: 'failed' }, failures });
  expect(report).toContain('Failed at step 2');
  expect(report).toContain('1\tAT\tPassed\tpassed 1\tfailed 0\t12\u202Fms');
  expect(report).toContain('step 2\tUnexpected reply\tERROR');
});

test('[TERM-163] the latency over several loops is shown from lowest to highest', () => {
  const last = result({ loop: 2, latencyMs: 30 });
  expect(latencyText({ passed: 2, failed: 0, last, leastMs: 10, mostMs: 30 })).toBe(
    '10–30\u202Fms',
  );
  expect(latencyText({ passed: 0, failed: 0 })).toBe('');
});

test('[TERM-163] a sequence is summarized', () => {
  expect(sequenceText(EXAMPLE_SEQUENCE)).toBe('4 steps, once');
  expect(sequenceText({ ...EXAMPLE_SEQUENCE, loops: 10, pauseMs: 1_000 })).toBe(
    '4 steps, 10 times, 1.0\u202Fs between',
  );
});

test('[TERM-164] an error in a sequence or a file is described in a sentence with its place', () => {
  expect(procedureProblem({ path: 'steps.3.timeoutMs', problem: 'must be a whole number' })).toBe(
    'Step 3, the timeout must be a whole number.',
  );
  expect(procedureProblem({ path: 'sequences.2.steps.1.command', problem: 'must be text' })).toBe(
    'Sequence 2, step 1, the command must be text.',
  );
  expect(procedureProblem({ path: '', problem: 'is not valid JSON' })).toBe(
    'The file is not valid JSON.',
  );
  expect(startProblem({ kind: 'badPattern', step: 1, message: 'missing )' }, 'sequence')).toBe(
    'Not started: step 2: invalid pattern: missing ).',
  );
});
