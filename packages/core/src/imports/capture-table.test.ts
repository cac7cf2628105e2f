import { expect, test } from 'vitest';
import { hexOf } from '../protocol/hex.ts';
import { captureTable } from './capture-table.ts';

const HEADER =
  '{"batbot":"capture","version":1,"name":"Bay 4","startedAt":"2026-03-12T08:00:00.000Z"}\n';

/** Writes the replies of a device that was polled every second, as an exported session in JSON lines. */
const sessionOf = (replies: readonly string[]): string =>
  replies.reduce((text, reply, at) => {
    const line = (dir: 'rx' | 'tx', ms: number, sent: string) =>
      `${JSON.stringify({ dir, ms, hex: hexOf(new TextEncoder().encode(sent)) })}\n`;
    return text + line('tx', at * 1_000, 'stat\r\n') + line('rx', at * 1_000 + 20, reply);
  }, HEADER);

const columnsOf = (text: string, ...names: readonly string[]) => {
  const table = captureTable(text);
  if (!table.ok) throw new Error(table.error);
  const [head = [], ...rows] = table.value.map((row) => row.trim().split(','));
  return rows.map((row) => names.map((name) => row[head.indexOf(name)]));
};

test.each([
  ['each in its reply', [1, 2, 1, 2], (pack: number) => `Pack: ${pack}\r\n`],
  ['by an id that returns', [1, 2, 1, 2, 1, 2], (pack: number) => `id: ${pack}\r\n`],
])(
  '[IMP-24] of a session whose device names several packs, %s, one is imported',
  (_, packs, name) => {
    const rows = columnsOf(
      sessionOf(
        packs.map(
          (pack, at) => `${name(pack)}Voltage: ${50 + pack}.${at} V\r\nSOC: 78 %\r\nOK\r\n`,
        ),
      ),
      'pack_voltage_V',
      'events',
    );
    const volts = rows.map(([volt]) => Math.floor(Number(volt)));
    expect(volts.length).toBeGreaterThan(1);
    expect(new Set(volts).size).toBe(1);
    expect(rows[0]?.[1]).toContain('only the values of pack');
  },
);

test('[IMP-24] a session whose device names one pack is imported completely', () => {
  const replies = [1, 2, 3].map((at) => `Pack: 1\r\nVoltage: 51.${at} V\r\nSOC: 78 %\r\nOK\r\n`);
  expect(columnsOf(sessionOf(replies), 'pack_voltage_V', 'events')).toEqual([
    ['51.100', 'The values were inferred from the text of the replies.'],
    ['51.200', ''],
    ['51.300', ''],
  ]);
});

test.each([
  ['in a line', ['Pack: 1\r\nVoltage: 5', '1.2', '3 V\r\nSOC: 78 %\r\nOK\r\n']],
  ['at the end of a line', ['Voltage: 51.23 V\r\nSOC: 7', '8 %\r\nOK\r\n', '']],
  ['at the start', ['Volt', 'age: 51.23 V\r\nSOC: 78 %\r\nOK\r\n', '']],
])(
  '[IMP-27] a reply of a session in JSON lines that a damaged line interrupts has no values: %s',
  (_, [before = '', lost = '', after = '']) => {
    const line = (dir: 'rx' | 'tx', ms: number, text: string): string =>
      JSON.stringify({ dir, ms, hex: hexOf(new TextEncoder().encode(text)) });
    const whole = 'Voltage: 52.00 V\r\nSOC: 80 %\r\nOK\r\n';
    const lines = [
      ...[line('tx', 0, 'stat\r\n'), line('rx', 20, whole), line('tx', 1_000, 'stat\r\n')],
      ...[line('rx', 1_020, before), line('rx', 1_030, lost).slice(0, -3)],
      ...[line('rx', 1_040, after), line('tx', 2_000, 'stat\r\n'), line('rx', 2_020, whole)],
    ];
    expect(columnsOf(HEADER + lines.join('\n'), 'elapsed_s', 'pack_voltage_V')).toEqual([
      ['0.020', '52.000'],
      ['2.020', '52.000'],
    ]);
    const cut = HEADER + lines.slice(0, 5).join('\n');
    expect(columnsOf(cut, 'elapsed_s', 'pack_voltage_V')).toEqual([['0.020', '52.000']]);
  },
);
