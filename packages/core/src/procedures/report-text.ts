import { amountText } from './quantity.ts';
import type { CheckReport, ReportStep } from './report-file.ts';
import { findingText, secondsText } from './run.ts';

const stamp = (at: number): string =>
  new Date(at).toISOString().replace('T', ' ').replace('Z', ' UTC');

const OUTCOMES: Readonly<Record<ReportStep['outcome'], string>> = {
  passed: 'passed',
  failed: 'FAILED',
  stopped: 'stopped',
  notDone: 'not done',
};

const ENDS: Readonly<Record<CheckReport['end'], string>> = {
  passed: 'PASSED',
  failed: 'FAILED',
  stopped: 'STOPPED',
  notEnded: 'NOT ENDED',
};

const stepText = (step: ReportStep, index: number): string => {
  const { title, outcome, found, at, tookMs, command, conditions } = step;
  const head = `${index + 1}. ${title}${command === undefined ? '' : ` (${command})`}`;
  const own = conditions === undefined ? '' : `\n   Only if: ${conditions.join(', ')}`;
  if (found === undefined) return `${head}: ${OUTCOMES[outcome]}${own}`;
  const time = at === undefined ? '' : ` [${stamp(at)}, ${secondsText(tookMs ?? 0)}]`;
  return `${head}: ${OUTCOMES[outcome]}. ${findingText({ ...step, found })}${time}${own}`;
};

/** Returns the identity of the pack as pairs of a label and a text. */
export const packLines = ({
  device,
  identity,
  cells,
  designCapacityAh,
}: CheckReport): readonly (readonly [string, string])[] => {
  const lines: readonly (readonly [string, string | undefined])[] = [
    ['Device', device],
    ['Model', identity.model],
    ['Serial number', identity.serial],
    ['Hardware', identity.hardware],
    ['Firmware', identity.firmware],
    ['Cells', cells?.toString()],
    [
      'Design capacity',
      designCapacityAh === undefined ? undefined : amountText(designCapacityAh, 'Ah'),
    ],
  ];
  return lines.flatMap(([label, text]) => (text === undefined ? [] : [[label, text] as const]));
};

/** Returns the heading of the conditions. They were met throughout only if there was no halt. */
export const conditionsTitle = ({ halts }: CheckReport): string =>
  halts.length === 0 ? 'Conditions, met throughout' : 'Conditions; the check halted while not met';

/** Returns how often the check was halted and resumed: " (interrupted once)". */
export const haltsText = ({ halts, end }: CheckReport): string => {
  const count = halts.length;
  if (count === 0 || end === 'stopped') return '';
  return count === 1 ? ' (interrupted once)' : ` (interrupted ${count} times)`;
};

/** Formats a whole report as plain text, to paste into an email or a ticket. */
export const reportText = (report: CheckReport): string => {
  const { name, purpose, startedAt, endedAt, end, why, conditions, steps, halts } = report;
  return [
    `Check: ${name}`,
    `Result: ${ENDS[end]}${haltsText(report)}${why === undefined ? '' : `. ${why}`}`,
    purpose,
    '',
    `Started: ${stamp(startedAt)}`,
    `${end === 'notEnded' ? 'Saved' : 'Ended'}: ${stamp(endedAt)}`,
    ...packLines(report).map(([label, text]) => `${label}: ${text}`),
    '',
    'Steps',
    ...steps.map(stepText),
    '',
    conditionsTitle(report),
    ...conditions.map((text) => `- ${text}`),
    ...(halts.length === 0 ? [] : ['', 'Interruptions']),
    ...halts.map(({ step, at, why: text }) => `- ${stamp(at)}, step ${step + 1}: ${text}`),
    '',
  ].join('\n');
};
