import { printable, timeOfDay, type FileProblem } from '@batbot/core';
import type {
  RunEnd,
  Sequence,
  SequenceRun,
  StartProblem,
  StepResult,
  StepTally,
} from '@batbot/core/procedures';
import { counted, countText, spanText } from '../../../text/format.ts';

export type StepState = 'waiting' | 'now' | 'good' | 'bad' | 'stopped';

export interface StepWords {
  readonly glyph: string;
  readonly word: string;
  readonly state: StepState;
}

/** Summarizes a sequence: "4 steps, 10 times, 1.0 s between". */
export const sequenceText = ({ steps, loops, pauseMs }: Sequence): string => {
  const times =
    loops === undefined ? 'until stopped' : loops === 1 ? 'once' : `${countText(loops)} times`;
  const pause = pauseMs > 0 && loops !== 1 ? `, ${spanText(pauseMs)} between` : '';
  return `${counted(steps.length, 'step')}, ${times}${pause}`;
};

const RESULT_WORDS = {
  passed: { glyph: '✓', word: 'Passed', state: 'good' },
  unexpected: { glyph: '✕', word: 'Unexpected reply', state: 'bad' },
  unproven: { glyph: '▲', word: 'May answer an earlier command', state: 'bad' },
  timeout: { glyph: '▲', word: 'Timeout', state: 'bad' },
  lost: { glyph: '✕', word: 'Lost', state: 'bad' },
} as const;

const resultWords = ({ verdict }: StepResult): StepWords => {
  if (verdict === undefined) return { glyph: '■', word: 'Stopped', state: 'stopped' };
  return verdict.kind === 'writeFailed'
    ? { glyph: '✕', word: `Write failed: ${verdict.message}`, state: 'bad' }
    : RESULT_WORDS[verdict.kind];
};

/** Describes the state of the current step. */
const nowText = ({ phase, wasSent }: SequenceRun): string => {
  if (phase.kind === 'working') return wasSent === true ? 'Waiting for the reply' : 'Queued';
  const isDelayed = phase.kind === 'waiting' && (phase.ms ?? 0) > 0;
  return isDelayed ? `Waiting ${spanText(phase.ms ?? 0)}` : 'Next';
};

export const stepWords = (run: SequenceRun, index: number): StepWords => {
  const { phase, step, loop, tallies } = run;
  const last = tallies[index]?.last;
  if (phase.kind !== 'ended' && phase.kind !== 'pause' && index === step) {
    return { glyph: '●', word: nowText(run), state: 'now' };
  }
  if (last === undefined) {
    const word = phase.kind === 'ended' ? 'Not sent' : 'To do';
    return { glyph: '○', word, state: 'waiting' };
  }
  const words = resultWords(last);
  // The result of the previous loop is shown until the step has run again.
  return last.loop === loop ? words : { ...words, word: `${words.word} in loop ${last.loop}` };
};

/** Formats the latency of the last reply; for several loops, the lowest to the highest. */
export const latencyText = ({ last, leastMs, mostMs }: StepTally): string => {
  if (leastMs === undefined || mostMs === undefined) return '';
  const [least, most] = [Math.round(leastMs), Math.round(mostMs)];
  return least === most || last?.loop === 1
    ? spanText(last?.latencyMs ?? most)
    : `${least}–${spanText(most)}`;
};

/** Formats the progress: "Loop 2 of 10, step 3 of 4: waiting for the reply to AT+VB?". */
export const progressText = ({ sequence, loop, step, phase, wasSent }: SequenceRun): string => {
  const { steps, loops } = sequence;
  const round =
    loops === 1 ? '' : `Loop ${loop}${loops === undefined ? '' : ` of ${countText(loops)}`}, `;
  const place = `${round}step ${step + 1} of ${steps.length}`;
  const at = place.charAt(0).toUpperCase() + place.slice(1);
  const command = steps[step]?.command ?? '';
  if (phase.kind === 'pause') return `${at} done: pausing ${spanText(phase.ms)}`;
  if (phase.kind === 'waiting' && phase.ms !== undefined && phase.ms > 0)
    return `${at}: waiting ${spanText(phase.ms)} before ${command}`;
  return `${at}: waiting ${wasSent === true ? 'for the reply to' : 'to send'} ${command}`;
};

const sumOf = ({ tallies }: SequenceRun, count: 'passed' | 'failed'): number =>
  tallies.reduce((sum, tally) => sum + tally[count], 0);

/** Describes the end of a run in one sentence: "Completed: 4 of 4 passed in 67 ms." */
export const endText = (run: SequenceRun, end: RunEnd): string => {
  const { sequence, step, elapsedMs } = run;
  const last = sequence.steps[step];
  const at = `step ${step + 1} (${last?.command ?? ''})`;
  const passed = sumOf(run, 'passed');
  const done = passed + sumOf(run, 'failed');
  const completed = `Completed: ${countText(passed)} of ${countText(done)} passed in ${spanText(elapsedMs)}.`;
  switch (end) {
    case 'passed':
      return completed;
    case 'failed':
      // The failure of a step ends the run only if the step has to pass.
      return run.tallies[step]?.last?.outcome === 'failed' && last?.onFail === 'stop'
        ? `Failed at ${at} after ${spanText(elapsedMs)}.`
        : completed;
    case 'stopped':
      return `Stopped at ${at} after ${spanText(elapsedMs)}.`;
    case 'lost':
      return `The connection ended at ${at} after ${spanText(elapsedMs)}.`;
  }
};

export const reportText = (run: SequenceRun): string => {
  const { sequence, startedAt, phase, tallies, failures } = run;
  const end = phase.kind === 'ended' ? endText(run, phase.end) : progressText(run);
  const steps = sequence.steps.map(({ command }, index) => {
    const tally = tallies[index] ?? { passed: 0, failed: 0 };
    return `${index + 1}\t${command}\t${stepWords(run, index).word}\tpassed ${tally.passed}\tfailed ${tally.failed}\t${latencyText(tally)}`;
  });
  const failed = failures.map((result) => {
    const { at, loop, step, said } = result;
    return `${timeOfDay(at)}\tloop ${loop}\tstep ${step + 1}\t${resultWords(result).word}\t${printable(said ?? '')}`;
  });
  return [
    `${sequence.name}, ${new Date(startedAt).toISOString()}`,
    end,
    ...steps,
    ...(failed.length === 0 ? [] : ['Failures', ...failed]),
    '',
  ].join('\n');
};

/** Describes why a sequence or a check did not start. */
export const startProblem = (error: StartProblem, what: 'sequence' | 'check'): string => {
  switch (error.kind) {
    case 'notConnected':
      return 'Not started: no device is connected. Connect one in the bar above.';
    case 'running':
      return `Not started: another ${what} is running. Stop it first.`;
    case 'unknown':
      return `Not started: the ${what} was deleted.`;
    case 'badPattern':
      return `Not started: step ${error.step + 1}: invalid pattern: ${error.message}.`;
  }
};

const FIELD_NAMES: Readonly<Record<string, string>> = {
  sequences: 'the list of sequences',
  checks: 'the list of checks',
  name: 'the name',
  loops: 'the number of loops',
  pauseMs: 'the pause',
  steps: 'the list of steps',
  command: 'the command',
  delayMs: 'the delay',
  timeoutMs: 'the timeout',
  text: 'the expected text',
  pattern: 'the expected pattern',
};
const PLACES = [
  [/^sequences\.(\d+)/, 'sequence'],
  [/^checks\.(\d+)/, 'check'],
  [/steps\.(\d+)/, 'step'],
  [/conditions\.(\d+)/, 'condition'],
] as const;

/** Describes an error in a sequence, a check or a file of them in a sentence with its place. */
export const procedureProblem = (
  { path, problem }: FileProblem,
  whole: 'The file' | 'It' = 'The file',
): string => {
  if (path === '') return `${whole} ${problem}.`;
  const last = path.split('.').at(-1) ?? '';
  const numbers = PLACES.flatMap(([pattern, name]) => {
    const number = pattern.exec(path)?.[1];
    return number === undefined ? [] : [`${name} ${number}`];
  });
  const field = FIELD_NAMES[last] ?? (/^\d+$/.test(last) ? undefined : last);
  const text = [...numbers, ...(field === undefined ? [] : [field])].join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} ${problem}.`;
};
