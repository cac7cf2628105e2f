import { dateTimeText } from '../../../text/format.ts';
import {
  CHECK_QUANTITIES,
  firstUnmet,
  limitsText,
  placeText,
  resultsOf,
  secondsText,
  haltsText,
  type SendStep,
  type Check,
  type CheckStep,
  type CheckReport,
  type CheckRun,
  type ReportStep,
} from '@batbot/core/procedures';

/** An outcome by shape, word and colour. */
export interface OutcomeWords {
  readonly glyph: string;
  readonly word: string;
  readonly tone: 'good' | 'act' | 'muted';
}

export const OUTCOMES: Readonly<Record<ReportStep['outcome'], OutcomeWords>> = {
  passed: { glyph: '✓', word: 'Passed', tone: 'good' },
  failed: { glyph: '✕', word: 'Failed', tone: 'act' },
  stopped: { glyph: '■', word: 'Aborted', tone: 'act' },
  notDone: { glyph: '○', word: 'Not done', tone: 'muted' },
};

/** What the reply to a step's command must be. */
export const expectedText = ({ expected, value }: SendStep): string => {
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
    case 'question':
      return `Answered by hand, ${step.wanted} is wanted`;
    case 'send':
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
  ...new Set(steps.flatMap((step) => (step.kind === 'send' ? [step.command] : []))),
];

/** "10 steps, sends ATI". */
export const checkText = (check: Check): string => {
  const count = check.steps.length;
  const commands = commandsOf(check);
  const sends = commands.length === 0 ? 'no command of its own' : `sends ${commands.join(', ')}`;
  return `${count} ${count === 1 ? 'step' : 'steps'}, ${sends}`;
};

/** What a screen reader is told as the check goes on: changes with the step and its stops, not with every value. */
export const announceText = (run: CheckRun): string => {
  const { phase, check } = run;
  const last = resultsOf(run).at(-1);
  switch (phase.kind) {
    case 'ended':
    case 'pause':
      return `Check ${check.name} ${phase.kind === 'ended' ? phase.end : ''}.`;
    case 'halted':
      return `Stopped. ${phase.why}.`;
    case 'waiting':
    case 'working': {
      const before = last === undefined ? '' : `${OUTCOMES[last.outcome].word}: ${last.found}. `;
      const broken = phase.kind === 'waiting' ? firstUnmet(run.conditions) : undefined;
      const not = broken === undefined ? '' : ` Not yet possible: ${broken.name}.`;
      return `${before}${placeText(run)}.${not}`;
    }
  }
};

/** "Passed on 21 Nov 2026, 17:03". */
export const reportLine = (report: CheckReport): string =>
  `${OUTCOMES[report.end].word}${haltsText(report)} on ${dateTimeText(report.endedAt)}`;

/** A name a file may have anywhere. */
export const fileName = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'check';
