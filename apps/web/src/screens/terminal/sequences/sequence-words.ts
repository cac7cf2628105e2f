import { countText, counted, spanText } from '../../../text/format.ts';
import {
  printable,
  timeOfDay,
  type FileProblem,
  type RunEnd,
  type SequenceDraft,
  type SequenceRun,
  type SequenceStartError,
  type StepResult,
  type StepTally,
} from '@batbot/core';

export type StepState = 'waiting' | 'now' | 'good' | 'bad' | 'stopped';

/** How a step stands, told by glyph, word and colour. */
export interface StepWords {
  readonly glyph: string;
  readonly word: string;
  readonly state: StepState;
}

/** "4 steps, 10 times with 1.0 s between". */
export const sequenceText = ({ steps, loops, pauseMs }: SequenceDraft): string => {
  const times =
    loops === undefined ? 'until stopped' : loops === 1 ? 'once' : `${countText(loops)} times`;
  const pause = pauseMs > 0 && loops !== 1 ? `, ${spanText(pauseMs)} between` : '';
  return `${counted(steps.length, 'step')}, ${times}${pause}`;
};

const verdictWords = ({ verdict }: StepResult): StepWords => {
  switch (verdict.kind) {
    case 'passed':
      return { glyph: '✓', word: 'Passed', state: 'good' };
    case 'unexpected':
      return { glyph: '✕', word: 'Another reply', state: 'bad' };
    case 'timeout':
      return { glyph: '▲', word: 'Time-out', state: 'bad' };
    case 'lost':
      return { glyph: '✕', word: 'Lost', state: 'bad' };
    case 'writeFailed':
      return { glyph: '✕', word: `Write failed: ${verdict.message}`, state: 'bad' };
    case 'cancelled':
      return { glyph: '■', word: 'Stopped', state: 'stopped' };
  }
};

/** How a step of a run stands now. */
export const stepWords = (
  { phase, step, loop, tallies }: SequenceRun,
  index: number,
): StepWords => {
  const last = tallies[index]?.last;
  if (phase.kind !== 'ended' && phase.kind !== 'pause' && index === step) {
    return phase.kind === 'delay'
      ? { glyph: '●', word: phase.ms > 0 ? `Waits ${spanText(phase.ms)}` : 'Next', state: 'now' }
      : { glyph: '●', word: 'Waits for the reply', state: 'now' };
  }
  if (last === undefined) {
    const word = phase.kind === 'ended' ? 'Not sent' : 'To come';
    return { glyph: '○', word, state: 'waiting' };
  }
  const words = verdictWords(last);
  // Of the loop before: its outcome stands until the step is done again.
  return last.loop === loop ? words : { ...words, word: `${words.word} in loop ${last.loop}` };
};

/** Latency of the last reply; over several loops from least to most. */
export const latencyText = ({ last, leastMs, mostMs }: StepTally): string => {
  if (leastMs === undefined || mostMs === undefined) return '';
  const [least, most] = [Math.round(leastMs), Math.round(mostMs)];
  return least === most || last?.loop === 1
    ? `${Math.round(last?.latencyMs ?? most)} ms`
    : `${least}–${most} ms`;
};

/** "Loop 2 of 10, step 3 of 4: waits for the reply to AT+VB?". */
export const progressText = ({ sequence, loop, step, phase }: SequenceRun): string => {
  const { steps, loops } = sequence;
  const round =
    loops === 1 ? '' : `Loop ${loop}${loops === undefined ? '' : ` of ${countText(loops)}`}, `;
  const place = `${round}step ${step + 1} of ${steps.length}`;
  const at = place.charAt(0).toUpperCase() + place.slice(1);
  const command = steps[step]?.command ?? '';
  if (phase.kind === 'pause') return `${at} done: pauses ${spanText(phase.ms)}`;
  if (phase.kind === 'delay' && phase.ms > 0)
    return `${at}: waits ${spanText(phase.ms)} before ${command}`;
  return `${at}: waits for the reply to ${command}`;
};

const failuresIn = ({ tallies }: SequenceRun): number =>
  tallies.reduce((sum, { failed }) => sum + failed, 0);
const passedIn = ({ tallies }: SequenceRun): number =>
  tallies.reduce((sum, { passed }) => sum + passed, 0);

/** How a run ended, in one sentence. */
export const endText = (run: SequenceRun, end: RunEnd): string => {
  const at = `step ${run.step + 1} (${run.sequence.steps[run.step]?.command ?? ''})`;
  const failed = failuresIn(run);
  const took = `after ${spanText(run.elapsedMs)}`;
  switch (end) {
    case 'completed':
      return failed === 0
        ? `Completed: ${counted(passedIn(run), 'step')} passed, ${took}.`
        : `Completed, but ${counted(failed, 'step')} failed and ${passedIn(run)} passed, ${took}.`;
    case 'failed':
      return `Failed at ${at}, ${took}.`;
    case 'cancelled':
      return `Stopped at ${at}, ${took}.`;
    case 'lost':
      return `The connection ended at ${at}, ${took}.`;
  }
};

/** The report of a run as text, for the clipboard. */
export const reportText = (run: SequenceRun): string => {
  const { sequence, startedAt, phase, tallies, failures } = run;
  const end = phase.kind === 'ended' ? endText(run, phase.end) : progressText(run);
  const steps = sequence.steps.map(({ command }, index) => {
    const tally = tallies[index] ?? { passed: 0, failed: 0 };
    return `${index + 1}\t${command}\t${stepWords(run, index).word}\tpassed ${tally.passed}\tfailed ${tally.failed}\t${latencyText(tally)}`;
  });
  const failed = failures.map(
    ({ at, loop, step, said, ...rest }) =>
      `${timeOfDay(at)}\tloop ${loop}\tstep ${step + 1}\t${verdictWords({ at, loop, step, ...rest }).word}\t${printable(said ?? '')}`,
  );
  return [
    `${sequence.name}, ${new Date(startedAt).toISOString()}`,
    end,
    ...steps,
    ...(failed.length === 0 ? [] : ['Failures', ...failed]),
    '',
  ].join('\n');
};

export const startProblem = (error: SequenceStartError): string => {
  switch (error.kind) {
    case 'notConnected':
      return 'Not started: no device is connected. Connect one in the bar above.';
    case 'running':
      return 'Not started: a sequence is running. Stop it first.';
    case 'unknown':
      return 'Not started: the sequence is gone.';
    case 'badPattern':
      return `Not started: the pattern of step ${error.step + 1} is none: ${error.message}.`;
  }
};

const FIELD_NAMES: Readonly<Record<string, string>> = {
  name: 'the name',
  loops: 'the number of loops',
  pauseMs: 'the pause',
  steps: 'the list of steps',
  command: 'the command',
  delayMs: 'the delay',
  timeoutMs: 'the time-out',
  text: 'the expected text',
  pattern: 'the expected pattern',
};

/** What is wrong with a sequence or a file of them, and where, as a sentence. */
export const sequenceProblem = ({ path, problem }: FileProblem): string => {
  if (path === '') return `It ${problem}.`;
  const sequence = /^sequences\.(\d+)/.exec(path)?.[1];
  const step = /steps\.(\d+)/.exec(path)?.[1];
  const last = path.split('.').at(-1) ?? '';
  const place = [
    sequence === undefined ? '' : `sequence ${sequence}`,
    step === undefined ? '' : `step ${step}`,
    FIELD_NAMES[last] ?? (/^\d+$/.test(last) ? '' : last),
  ].filter((part) => part !== '');
  const text = place.join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} ${problem}.`;
};
