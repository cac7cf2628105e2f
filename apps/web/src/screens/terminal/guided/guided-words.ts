import { dateTimeText } from '../../../text/format.ts';
import type { FileProblem } from '@batbot/core';
import {
  CHECK_QUANTITIES,
  firstBroken,
  limitsText,
  placeText,
  secondsText,
  stopsText,
  type AskStep,
  type Check,
  type CheckStep,
  type GuidedReport,
  type GuidedRun,
  type GuidedStartError,
  type ReportStep,
} from '@batbot/core/guided';

/** An outcome by shape, word and colour. */
export interface OutcomeWords {
  readonly glyph: string;
  readonly word: string;
  readonly tone: 'good' | 'act' | 'muted';
}

export const OUTCOMES: Readonly<Record<ReportStep['outcome'], OutcomeWords>> = {
  passed: { glyph: '✓', word: 'Passed', tone: 'good' },
  failed: { glyph: '✕', word: 'Failed', tone: 'act' },
  aborted: { glyph: '■', word: 'Aborted', tone: 'act' },
  notDone: { glyph: '○', word: 'Not done', tone: 'muted' },
};

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What the reply to a step's command must be. */
export const expectedText = ({ expected, value }: AskStep): string => {
  const reply =
    expected.kind === 'any'
      ? 'any reply'
      : expected.kind === 'code'
        ? expected.code
        : expected.kind === 'text'
          ? `a reply with “${expected.text}”`
          : `a reply that fits ${expected.pattern}`;
  if (value === undefined) return reply;
  const { name, unit } = value.kind === 'number' ? value : CHECK_QUANTITIES[value.quantity];
  return `${reply}, ${name} ${limitsText(value, unit)}`;
};

/** What a step comes down to: "Sends ATI, expects OK". */
export const stepSummary = (step: CheckStep): string => {
  switch (step.kind) {
    case 'instruct':
      return step.value === undefined
        ? 'Confirmed by hand'
        : `Typed in: ${step.value.name}${step.value.unit === '' ? '' : `, ${step.value.unit}`}`;
    case 'choose':
      return `Answered by hand, ${step.wanted} is wanted`;
    case 'ask':
      return `Sends ${step.command}, expects ${expectedText(step)}`;
    case 'measure': {
      const { name, unit } = CHECK_QUANTITIES[step.quantity];
      const held = step.heldMs === 0 ? '' : ` for ${secondsText(step.heldMs)}`;
      return `${name} ${limitsText(step, unit)}${held}, within ${secondsText(step.withinMs)}`;
    }
  }
};

/** The commands a check sends, each once. */
export const commandsOf = ({ steps }: Check): readonly string[] => [
  ...new Set(steps.flatMap((step) => (step.kind === 'ask' ? [step.command] : []))),
];

/** "10 steps, sends ATI". */
export const checkText = (check: Check): string => {
  const count = check.steps.length;
  const commands = commandsOf(check);
  const sends = commands.length === 0 ? 'no command of its own' : `sends ${commands.join(', ')}`;
  return `${count} ${count === 1 ? 'step' : 'steps'}, ${sends}`;
};

/** What a screen reader is told as the check goes on: changes with the step and its stops, not with every value. */
export const announceText = (run: GuidedRun): string => {
  const { phase, records, check } = run;
  const last = records.at(-1);
  switch (phase.kind) {
    case 'ended':
      return `Check ${check.title} ${phase.end}.`;
    case 'halted':
      return `Stopped. ${phase.why}.`;
    case 'waiting':
    case 'working': {
      const before = last === undefined ? '' : `${OUTCOMES[last.outcome].word}: ${last.found}. `;
      const broken = phase.kind === 'waiting' ? firstBroken(run.interlocks) : undefined;
      const not = broken === undefined ? '' : ` Not yet possible: ${broken.name}.`;
      return `${before}${placeText(run)}.${not}`;
    }
  }
};

/** "Passed on 21 Nov 2026, 17:03". */
export const reportLine = (report: GuidedReport): string =>
  `${OUTCOMES[report.end].word}${stopsText(report)} on ${dateTimeText(report.endedAt)}`;

export const startProblem = (error: GuidedStartError): string => {
  switch (error.kind) {
    case 'notConnected':
      return 'Not started: no device is connected. Connect one in the bar above.';
    case 'running':
      return 'Not started: another check is under way. Finish or abort it first.';
    case 'unknown':
      return 'Not started: the check is gone.';
    case 'badPattern':
      return `Not started: the pattern of step ${error.step + 1} is none: ${error.message}.`;
  }
};

/** What is wrong with a file of checks, and where, as a sentence. */
export const fileProblem = ({ path, problem }: FileProblem): string => {
  if (path === '') return `The file ${problem}.`;
  const place = path
    .replace(/^checks\.(\d+)/, 'check $1')
    .replace(/\.steps\.(\d+)/, ', step $1')
    .replace(/\.interlocks\.(\d+)/, ', interlock $1')
    .split('.');
  return `${sentence(place.join(', '))} ${problem}.`;
};

/** A name a file may have anywhere. */
export const fileName = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'check';
