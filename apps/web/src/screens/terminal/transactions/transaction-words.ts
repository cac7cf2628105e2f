import {
  printable,
  timeOfDay,
  unpackBytes,
  type OutcomeFilter,
  type PackedBytes,
  type ReplyContent,
  type ShortValues,
  type TransactionRow,
  withoutFormula,
} from '@batbot/core';
import { counted, countText, fixed, measured, spanText } from '../../../text/format.ts';

export type Tone = 'good' | 'watch' | 'act' | 'action';

export interface OutcomeWords {
  readonly glyph: string;
  readonly word: string;
  readonly tone: Tone;
}

const words = (glyph: string, word: string, tone: Tone): OutcomeWords => ({ glyph, word, tone });

export const OUTCOME_FILTER_NAMES: Readonly<Record<OutcomeFilter, string>> = {
  any: 'All results',
  ok: 'OK',
  error: 'Errors',
  timeout: 'Timeouts',
  late: 'Late replies',
  failed: 'Lost or not sent',
};

export const outcomeWords = (row: TransactionRow): OutcomeWords => {
  switch (row.outcome) {
    case 'ok':
      // After silence the reply may be incomplete, because more data may follow.
      if (row.endedBy === 'silence') return words('✓', 'Ended by silence', 'good');
      return words('✓', printable(row.code ?? 'Answered'), 'good');
    case 'error':
      return words('✕', printable(row.code ?? 'Error'), 'act');
    case 'unproven':
      return words('▲', 'Uncertain', 'watch');
    case 'streaming':
      return words('●', 'Keeps sending', 'watch');
    case 'timeout':
      return row.late === undefined
        ? words('▲', 'Timeout', 'watch')
        : words('▲', 'Timeout, late', 'watch');
    case 'lost':
      return words('✕', row.wasSent ? 'Lost' : 'Not sent', 'act');
    case 'writeFailed':
      return words('✕', 'Write failed', 'act');
  }
};

/** Formats the cells of a pack: their number and their lowest and highest voltage. */
const cellsText = ({ cells, lowestV, highestV }: ShortValues): string => {
  const count = `${cells} ${cells === 1 ? 'cell' : 'cells'}`;
  return lowestV === undefined || highestV === undefined
    ? `${count}, none readable`
    : `${count} ${fixed(lowestV, 3)}–${measured(highestV, 3, 'V')}`;
};

export const valuesText = (values: ShortValues): string => {
  const { packVoltageV, currentA, socPercent, cells, faults } = values;
  return [
    packVoltageV === undefined ? '' : measured(packVoltageV, 2, 'V'),
    currentA === undefined ? '' : measured(currentA, 1, 'A'),
    socPercent === undefined ? '' : `SoC ${measured(socPercent, 1, '%')}`,
    cells === 0 ? '' : cellsText(values),
    faults === 0 ? '' : `▲ ${faults} ${faults === 1 ? 'fault' : 'faults'}`,
  ]
    .filter((part) => part !== '')
    .join(' · ');
};

const contentText = (content: ReplyContent): string => {
  switch (content.kind) {
    case 'values':
      return valuesText(content.values);
    case 'rejected':
      return `▲ Not understood: ${printable(content.detail)}`;
    case 'lines':
      return content.lines.map(printable).join(' · ');
  }
};

/** Names an earlier command; the text is empty if another user sent the command. */
export const commandText = (text: string): string =>
  text === '' ? 'an earlier command' : `“${printable(text)}”`;

/** Summarizes the reply of a row. */
export const saysText = (row: TransactionRow): string => {
  if (row.message !== undefined) return printable(row.message);
  if (row.mayAnswer !== undefined)
    return `May answer ${commandText(row.mayAnswer)}: ${contentText(row.content)}`;
  if (row.late !== undefined) {
    return `${counted(row.late.bytes.length, 'byte')} arrived after ${spanText(row.late.afterMs)}`;
  }
  return contentText(row.content);
};

/** Formats a row as one line with tab-separated columns, for the clipboard and spreadsheets. */
export const rowText = (row: TransactionRow): string =>
  [
    timeOfDay(row.at),
    withoutFormula(printable(row.text)),
    row.latencyMs === undefined ? '' : String(Math.round(row.latencyMs)),
    outcomeWords(row).word,
    withoutFormula(saysText(row)),
  ].join('\t');

/** Returns the line of a transaction on paper. */
export const paperText = (row: TransactionRow): string => {
  const latency = row.latencyMs === undefined ? '' : `, ${countText(row.latencyMs)} ms`;
  const says = saysText(row);
  const outcome = `${outcomeWords(row).word}${latency}${says && `: ${says}`}`;
  return `${timeOfDay(row.at)} ${printable(row.text)} → ${outcome}\n`;
};

/** Formats bytes as lines of text in which control characters are visible. */
export const linesOf = (bytes: PackedBytes): readonly string[] =>
  new TextDecoder()
    .decode(unpackBytes(bytes))
    .split(/[\r\n]+/)
    .filter((line) => line !== '')
    .map(printable);
