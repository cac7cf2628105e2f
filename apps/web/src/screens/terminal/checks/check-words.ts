import {
  CHECK_QUANTITIES,
  conditionText,
  firstUnmet,
  limitsText,
  placeText,
  resultsOf,
  secondsText,
  haltsText,
  type SendStep,
  type Check,
  type CheckStep,
  type ConditionState,
  type MeasureStep,
  type CheckReport,
  type CheckRun,
  type ReportStep,
} from '@batbot/core/procedures';
import { dateTimeText } from '../../../text/format.ts';

export interface StepOutcomeWords {
  readonly glyph: string;
  readonly word: string;
  readonly tone: 'good' | 'act' | 'muted';
}

export const OUTCOMES: Readonly<
  Record<ReportStep['outcome'] | CheckReport['end'], StepOutcomeWords>
> = {
  passed: { glyph: '✓', word: 'Passed', tone: 'good' },
  failed: { glyph: '✕', word: 'Failed', tone: 'act' },
  stopped: { glyph: '■', word: 'Stopped', tone: 'act' },
  notDone: { glyph: '○', word: 'Not done', tone: 'muted' },
  notEnded: { glyph: '◌', word: 'Not ended', tone: 'muted' },
};

export const expectedText = ({ expected, value }: SendStep): string => {
  const reply =
    expected.kind === 'any'
      ? 'any reply'
      : expected.kind === 'code'
        ? expected.code
        : expected.kind === 'text'
          ? `a reply with “${expected.text}”`
          : `a reply that matches ${expected.pattern}`;
  if (value === undefined) return reply;
  const { name, unit } = value.kind === 'number' ? value : CHECK_QUANTITIES[value.quantity];
  return `${reply}, ${name} ${limitsText(value, unit)}`;
};

/** Describes a measurement: "Sum of cells vs. pack: ≤ 1 % for 4 s (max. 20 s)". */
export const measureText = (step: MeasureStep): string => {
  const { name, unit } = CHECK_QUANTITIES[step.quantity];
  const held = step.heldMs === 0 ? '' : ` for ${secondsText(step.heldMs)}`;
  return `${name}: ${limitsText(step, unit)}${held} (max. ${secondsText(step.withinMs)})`;
};

/** Converts the first letter of a sentence to lower case, except in abbreviations. */
export const lowerFirst = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

/** Counts the conditions that are not met: "Conditions: 1 of 7 not met". */
export const conditionsText = (conditions: readonly ConditionState[]): string => {
  const unmet = conditions.filter(({ isMet }) => !isMet).length;
  return `Conditions: ${unmet === 0 ? 'all met' : `${unmet} of ${conditions.length} not met`}`;
};

/** Summarizes a step: "Sends ATI, expects OK". */
export const stepSummary = (step: CheckStep): string => {
  switch (step.kind) {
    case 'instruct':
      return step.value === undefined
        ? 'Confirmed by you'
        : `You enter ${step.value.name}${step.value.unit === '' ? '' : `, ${step.value.unit}`}`;
    case 'question':
      return `Question, must be ${step.wanted}`;
    case 'send':
      return `Sends ${step.command}, expects ${expectedText(step)}`;
    case 'measure':
      return measureText(step);
  }
};

/** Returns the commands that a check sends, each once. */
const commandsOf = ({ steps }: Check): readonly string[] => [
  ...new Set(steps.flatMap((step) => (step.kind === 'send' ? [step.command] : []))),
];

/** Summarizes a check: "10 steps, sends ATI". */
export const checkText = (check: Check): string => {
  const count = check.steps.length;
  const commands = commandsOf(check);
  const sends = commands.length === 0 ? 'sends no commands' : `sends ${commands.join(', ')}`;
  return `${count} ${count === 1 ? 'step' : 'steps'}, ${sends}`;
};

/** Returns the announcement for screen readers. It changes with the step and its halts, not with every value. */
export const announceText = (run: CheckRun): string => {
  const { phase, check } = run;
  const last = resultsOf(run).at(-1);
  switch (phase.kind) {
    case 'ended':
    case 'pause':
      return `Check ${check.name} ${phase.kind === 'ended' ? phase.end : ''}.`;
    case 'halted':
      return `Halted. ${phase.why}.`;
    case 'waiting':
    case 'working': {
      const before = last === undefined ? '' : `${OUTCOMES[last.outcome].word}: ${last.found}. `;
      const unmet = phase.kind === 'waiting' ? firstUnmet(run.conditions) : undefined;
      const not = unmet === undefined ? '' : ` Waiting: ${lowerFirst(conditionText(unmet))}.`;
      return `${before}${placeText(run)}.${not}`;
    }
  }
};

/** Summarizes a report: "Passed (interrupted once), 2026-11-21 17:03:12". */
export const reportLine = (report: CheckReport): string =>
  `${OUTCOMES[report.end].word}${haltsText(report)}, ${dateTimeText(report.endedAt)}`;

/** Converts a title to a file name that is valid on all systems. */
export const fileName = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'check';
