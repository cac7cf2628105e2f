import { printable, type Fault, type FaultEvidence } from '@batbot/core';
import { QUANTITY_NAMES } from '@batbot/core/alarms';
import {
  type BadReplies,
  type Contactor,
  type Finding,
  type NextStep,
  type RecentTrouble,
  type VerdictKind,
} from '@batbot/core/verdict';
import { ageText, counted, fixed, measured, spanText, withUnit } from '../../text/format.ts';
import { GLYPHS } from '../../text/glyphs.ts';
import { FAULT_WORDS } from '../controls/fault-words.ts';

export const VERDICT_WORDS: Readonly<
  Record<VerdictKind, { readonly glyph: string; readonly word: string }>
> = {
  ok: { glyph: GLYPHS.good, word: 'OK' },
  watch: { glyph: GLYPHS.watch, word: 'Watch' },
  protection: { glyph: GLYPHS.act, word: 'Protection' },
  unknown: { glyph: GLYPHS.idle, word: 'Unknown' },
};

const volts = (value: number): string => measured(value, 3, 'V');
const degrees = (value: number): string => measured(value, Number.isInteger(value) ? 0 : 1, '°C');

/** Formats the value that proves a fault. */
const evidenceText = (evidence: FaultEvidence | undefined): string => {
  switch (evidence?.kind) {
    case undefined:
      return '';
    case 'cell':
      return `cell ${evidence.number}, ${volts(evidence.volts)}`;
    case 'spread':
      return `spread ${withUnit(String(evidence.deltaMv), 'mV')}`;
    case 'pack':
      return volts(evidence.volts);
    case 'current':
      return measured(evidence.amps, 2, 'A');
    case 'sensor':
      return `sensor ${evidence.number}, ${degrees(evidence.celsius)}`;
  }
};

const contactorsText = (names: readonly Contactor[], state: 'open' | 'still closed'): string =>
  names.length === 0
    ? ''
    : `${names.join(' and ')} contactor${names.length > 1 ? 's' : ''} ${state}`;

const joined = (...parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join(' · ');

const numbersText = (numbers: readonly number[]): string => {
  const shown = numbers.slice(0, 4).join(', ');
  return numbers.length > 4 ? `${shown} and ${numbers.length - 4} more` : shown;
};

export const troubleText = (recent: RecentTrouble): string =>
  [
    [recent.unreadable, 'unreadable'] as const,
    [recent.unanswered, 'unanswered'] as const,
    [recent.skipped, 'skipped'] as const,
    [recent.implausible, 'implausible'] as const,
    [recent.noisy, 'with unreadable bytes'] as const,
    [recent.unfinished, 'without a final result code'] as const,
  ]
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ');

export interface FindingText {
  readonly title: string;
  readonly detail: string;
}

/** Minimum number of replies for a meaningful count. */
const LEAST_REPLIES = 5;

const only = (title: string, detail = ''): FindingText => ({ title, detail });

const faultText = (fault: Fault, ...details: readonly string[]): FindingText =>
  only(FAULT_WORDS[fault], joined(...details));

const VALUE_WORDS = {
  packVoltageV: 'pack voltage',
  currentA: 'current',
  socPercent: 'state of charge',
  faults: 'protections and alarms',
} as const;

const INTERRUPTIONS = {
  restart: 'The device restarted',
  unplug: 'The device was unplugged and returned',
  echo: 'The device changed its echo setting',
} as const;

const BAD_REPLIES: Readonly<Record<BadReplies, string>> = {
  late: 'Replies arrive too late',
  incomplete: 'Replies do not end in time',
  garbled: 'The device sends unreadable bytes',
};

export const findingText = (finding: Finding): FindingText => {
  switch (finding.kind) {
    case 'noDevice':
      return only('No device connected');
    case 'waitingForDevice':
      return only(`Waiting for ${finding.label}`, 'It is reconnected when it returns');
    case 'waitingForReply':
      return only('Waiting for the first reply');
    case 'noReply':
      return only(
        'No reply',
        `${counted(finding.commands, 'command')} unanswered. Check power, cable and baud rate.`,
      );
    case 'unreadable':
      return only(
        'The device answers, but its replies cannot be read',
        joined(
          printable(finding.detail),
          finding.ageMs === undefined ? '' : `last values ${ageText(finding.ageMs)} ago`,
        ),
      );
    case 'badReplies':
      return only(
        BAD_REPLIES[finding.seen],
        finding.ageMs === undefined ? '' : `last values ${ageText(finding.ageMs)} ago`,
      );
    case 'noRecentData':
      return only('No recent data', `last ${ageText(finding.ageMs)} ago`);
    case 'protection':
      return faultText(
        finding.fault,
        evidenceText(finding.evidence),
        contactorsText(finding.open, 'open'),
        contactorsText(finding.stuck, 'still closed'),
      );
    case 'frozen':
      return only(
        'Values do not change although the current flows',
        `${finding.replies} equal replies in ${spanText(finding.forMs)}`,
      );
    case 'cellNotRead':
      return only(
        `Cell${finding.numbers.length > 1 ? 's' : ''} ${numbersText(finding.numbers)} not read`,
        'check the sense wire',
      );
    case 'valueMissing':
      return only(
        `No longer reported: ${finding.values.map((value) => VALUE_WORDS[value]).join(', ')}`,
        'check the reply',
      );
    case 'cellStep':
      return only(
        `Cell ${finding.number} went from ${fixed(finding.fromV, 3)} to ${volts(finding.toV)}`,
        'at constant current: check the sense wire',
      );
    case 'sumMismatch':
      return only(
        `Sum of cells ${volts(finding.sumV)}, pack reports ${volts(finding.packV)}`,
        'one of them is wrong: check the sense wires',
      );
    case 'suspectSensor':
      return only(
        `Check temperature sensor${finding.numbers.length > 1 ? 's' : ''} ${numbersText(finding.numbers)}`,
        finding.celsius === null ? 'not read' : `at ${degrees(finding.celsius)}`,
      );
    case 'contactorOpen': {
      const text = contactorsText(finding.open, 'open');
      return only(text.charAt(0).toUpperCase() + text.slice(1), 'the device reports no protection');
    }
    case 'alarm':
      return faultText(finding.fault, evidenceText(finding.evidence));
    case 'hot':
      return only(`Sensor ${finding.number} at ${degrees(finding.celsius)}`, 'above 45 °C');
    case 'cold':
      return only(
        `Sensor ${finding.number} at ${degrees(finding.celsius)}`,
        finding.celsius < -20 ? 'below −20 °C' : 'below 0 °C while charging',
      );
    case 'limitPassed':
      // The strip above shows the value and the limit.
      return only(
        `${QUANTITY_NAMES[finding.limit.quantity]} beyond its ${finding.limit.side} limit`,
      );
    case 'oddCell': {
      const { number, offsetMv, currentA, lowestCount, replies } = finding;
      const side = offsetMv < 0 ? 'below' : 'above';
      return only(
        `Cell ${number} is ${withUnit(String(Math.abs(offsetMv)), 'mV')} ${side} average`,
        joined(
          currentA === undefined ? '' : `at ${measured(currentA, 1, 'A')}`,
          offsetMv < 0 && replies >= LEAST_REPLIES
            ? `lowest in ${lowestCount} of the last ${replies} replies`
            : '',
        ),
      );
    }
    case 'spread':
      return only(`Spread ${withUnit(String(finding.deltaMv), 'mV')}`, 'above 30 mV');
    case 'highResistance':
      return only(
        `Cell ${finding.number} sags more than the others`,
        `${fixed(finding.milliohm, 2)} mΩ, typical ${fixed(finding.typicalMilliohm, 2)} mΩ`,
      );
    case 'lowSoc':
      return only(`State of charge ${measured(finding.percent, 1, '%')}`, 'at or below 20 %');
    case 'socJump':
      return only(
        `State of charge jumped from ${fixed(finding.from, 1)} to ${measured(finding.to, 1, '%')}`,
      );
    case 'pastProtection':
      return faultText(finding.fault, `ended ${ageText(finding.agoMs)} ago`);
    case 'interrupted':
      return only(INTERRUPTIONS[finding.cause], `${ageText(finding.agoMs)} ago`);
    case 'deviceAlarm':
      return only(
        ['The device sent an alarm', finding.faults.map((fault) => FAULT_WORDS[fault]).join(', ')]
          .filter(Boolean)
          .join(': '),
        joined(finding.payload, `${ageText(finding.agoMs)} ago`),
      );
    case 'poorConnection':
      return only('Poor connection', `In the last minute: ${troubleText(finding.recent)}`);
    case 'slowReplies':
      return only('Slow replies', spanText(finding.ms));
    case 'unsolicited':
      return only(
        'The device sends lines by itself',
        `${counted(finding.lines, 'line')} in the last minute`,
      );
    case 'inferred':
      return only(
        'Unknown device',
        'These values are inferred from names, units and sums in its replies: review and save.',
      );
    case 'nothingToJudge':
      return only('Too few values for a verdict', 'no cells, alarms or protections are reported');
    case 'ok':
      if (!finding.reportsFaults) {
        return only('No deviating cell', 'this device does not report protections and alarms');
      }
      return finding.reportsCells
        ? only('No protection, no alarm, no deviating cell')
        : only('No protection, no alarm', 'this device does not report cells');
  }
};

/** Parts of a finding that may change with every reply. */
const CHANGING: ReadonlySet<string> = new Set(['evidence', 'reading', 'detail']);

/** Identifies a finding without its values and its age. Cells and sensors, and signs of values, tell findings apart. */
export const findingKey = (finding: Finding): string =>
  JSON.stringify(finding, (key, value: unknown) => {
    if (CHANGING.has(key)) return undefined;
    const isPlace = key === 'number' || /^\d+$/.test(key);
    return typeof value === 'number' && !isPlace ? Math.sign(value) : value;
  });

const NEXT_TEXTS: Readonly<Partial<Record<NextStep['kind'], string>>> = {
  startCheck: 'Start “Cell balance at rest”',
  teach: 'Teach',
  seeReply: 'See the reply',
};

/** The text of the button of the next step; empty if there is no button. */
export const nextText = (next: NextStep): string =>
  next.kind === 'seeCell' ? `See cell ${next.number}` : (NEXT_TEXTS[next.kind] ?? '');
