import { recordText, secondsText } from './guided-run.ts';
import type { GuidedReport, ReportStep } from './report.ts';

const stamp = (at: number): string =>
  new Date(at).toISOString().replace('T', ' ').replace('Z', ' UTC');

const OUTCOMES: Readonly<Record<ReportStep['outcome'], string>> = {
  passed: 'passed',
  failed: 'FAILED',
  aborted: 'aborted',
  notDone: 'not done',
};

const stepText = (step: ReportStep, index: number): string => {
  const { title, outcome, found, at, tookMs, command } = step;
  const head = `${index + 1}. ${title}${command === undefined ? '' : ` (${command})`}`;
  if (found === undefined) return `${head}: ${OUTCOMES[outcome]}`;
  const [, ...rest] = recordText({ ...step, outcome: 'passed', found }).split('. ');
  const time = at === undefined ? '' : ` [${stamp(at)}, ${secondsText(tookMs ?? 0)}]`;
  return `${head}: ${OUTCOMES[outcome]}. ${rest.join('. ')}${time}`;
};

/** Who the pack is, as pairs of a label and a text. */
export const packLines = ({
  device,
  identity,
  cells,
  designCapacityAh,
}: GuidedReport): readonly (readonly [string, string])[] => {
  const told: readonly (readonly [string, string | undefined])[] = [
    ['Device', device],
    ['Model', identity.model],
    ['Serial number', identity.serial],
    ['Hardware', identity.hardware],
    ['Firmware', identity.firmware],
    ['Cells', cells?.toString()],
    ['Design capacity', designCapacityAh === undefined ? undefined : `${designCapacityAh} Ah`],
  ];
  return told.flatMap(([label, text]) => (text === undefined ? [] : [[label, text] as const]));
};

/** Over the interlocks: what had to hold held all the time only where nothing was stopped. */
export const interlocksTitle = ({ halts }: GuidedReport): string =>
  halts.length === 0 ? 'Held throughout' : 'Had to hold; where it did not, the check was stopped';

/** How often a check was stopped and gone on with: " after 2 stops". */
export const stopsText = ({ halts, end }: GuidedReport): string => {
  const stops = halts.length;
  if (stops === 0 || end === 'aborted') return '';
  return stops === 1 ? ' after 1 stop' : ` after ${stops} stops`;
};

/** The whole report as plain text: to copy into a mail or a ticket. */
export const guidedReportText = (report: GuidedReport): string => {
  const { title, purpose, startedAt, endedAt, end, why, interlocks, steps, halts } = report;
  return [
    `Check: ${title}`,
    `Result: ${end.toUpperCase()}${stopsText(report)}${why === undefined ? '' : `. ${why}`}`,
    purpose,
    '',
    `Begun: ${stamp(startedAt)}`,
    `Ended: ${stamp(endedAt)}`,
    ...packLines(report).map(([label, text]) => `${label}: ${text}`),
    '',
    'Steps',
    ...steps.map(stepText),
    '',
    interlocksTitle(report),
    ...interlocks.map((text) => `- ${text}`),
    ...(halts.length === 0 ? [] : ['', 'Stopped in between']),
    ...halts.map(({ step, at, why: text }) => `- ${stamp(at)}, step ${step + 1}: ${text}`),
    '',
  ].join('\n');
};
