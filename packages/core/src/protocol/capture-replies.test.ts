import { describe, expect, test } from 'vitest';
import {
  capturedReplies,
  capturedTraffic,
  damagedLines,
  repliesOfCapture,
} from './capture-replies.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const hex = (text: string): string =>
  [...bytes(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const replies = (text: string) => capturedReplies(bytes(text)).map(({ lines }) => lines);

describe('replies in a capture', () => {
  test('[OBD-22] a reply ends after a final result code, a JSON value or a compact +ADATA line', () => {
    expect(
      replies(
        'AT+ADATA\r\nV: 1\r\nI: 2\r\nOK\r\n{"v":1}\r\n{"v":2}\r\nOK\r\n+ADATA: 1,2\r\nSOC: 5\r\n',
      ),
    ).toStrictEqual([['V: 1', 'I: 2'], ['{"v":1}'], ['{"v":2}'], ['+ADATA: 1,2'], ['SOC: 5']]);
  });

  test('[OBD-23] only the received bytes of a JSONL capture are read, across chunks', () => {
    const capture = [
      '{"batbot":"capture","version":1}',
      `{"dir":"tx","ms":0,"hex":"${hex('AT+ADATA\r\n')}"}`,
      `{"dir":"rx","ms":5,"hex":"${hex('SOC: 5')}"}`,
      `{"dir":"rx","ms":6,"hex":"${hex('5\r\nOK\r\n')}"}`,
    ].join('\n');
    expect(replies(capture)).toStrictEqual([['SOC: 55']]);
  });

  test('[OBD-8] JSON ends a reply where its brackets are closed, also over several lines and with brackets in texts', () => {
    expect(replies('{"a":"}\\"]",\n"b":[1,{"c":2}]}\n{"d":"{"}\n[1,\n2]\nV: 1\n')).toStrictEqual([
      ['{"a":"}\\"]",', '"b":[1,{"c":2}]}'],
      ['{"d":"{"}'],
      ['[1,', '2]'],
      ['V: 1'],
    ]);
    // More text after the closing bracket, or before the opening one, belongs to the reply.
    expect(replies('{"a":1} x\nV: 1\nOK\nx {"a":1}\nV: 2\n')).toStrictEqual([
      ['{"a":1} x', 'V: 1'],
      ['x {"a":1}', 'V: 2'],
    ]);
  });

  test('[OBD-22] each reply of a JSONL capture has its command and the time of its last line', () => {
    const line = (dir: 'rx' | 'tx', ms: number, text: string): string =>
      `{"dir":"${dir}","ms":${ms},"hex":"${hex(text)}"}`;
    const lines = [
      '{"batbot":"capture","version":1}',
      ...[line('rx', 1, 'V: 0\n'), line('tx', 5, 'AT+BAT\r\n'), line('rx', 6, 'V: 1\n')],
      ...[line('rx', 900, 'I: 2\n'), line('rx', 901, ''), line('tx', 950, ' ATI '), ''],
    ];
    const bat = { lines: ['V: 1', 'I: 2'], ms: 900, command: 'AT+BAT' };
    expect(capturedReplies(bytes(lines.join('\n')))).toStrictEqual([
      { lines: ['V: 0'], ms: 1 },
      bat,
    ]);
    expect(capturedReplies(bytes('V: 1\n'))).toStrictEqual([{ lines: ['V: 1'] }]);
  });

  test('[OBD-22] without a command, a pause of 400 ms after a line break separates records', () => {
    const read = (...parts: readonly (readonly [number, string])[]) =>
      repliesOfCapture({
        lines: parts.map(([ms, text]) => ({ dir: 'rx', ms, bytes: bytes(text) })),
        gaps: new Set(),
      }).map(({ lines, ms }) => [lines, ms]);
    const apart = [
      [['V: 1'], 10],
      [['V: 2'], 410],
    ];
    expect(read([10, 'V: 1\n'], [410, 'V: 2\n'])).toStrictEqual(apart);
    expect(read([10, 'V: 1\n'], [409, 'V: 2\n'])).toStrictEqual([[['V: 1', 'V: 2'], 409]]);
    expect(read([10, 'V: 1'], [410, '2\n'])).toStrictEqual([[['V: 12'], 410]]);
    expect(read([900, 'V: 1\n'])).toStrictEqual([[['V: 1'], 900]]);
  });

  test('[OBD-22] a reply has at most 512 lines', () => {
    expect(replies('V: 1\n'.repeat(1_025)).map(({ length }) => length)).toStrictEqual([
      512, 512, 1,
    ]);
  });

  test('[OBD-24] sent commands are not part of a reply, and indentation is', () => {
    expect(
      replies('ATI\nATE0\nAT+BAT\nATX\nat&f\nATSP6\nAT\nATTENTION\n  V: 1\n> I: 2\nXAT+V\n'),
    ).toStrictEqual([['ATTENTION', '  V: 1', 'I: 2', 'XAT+V']]);
  });

  test('[OBD-23] the traffic of a file is its capture lines, or the whole file as received bytes', () => {
    const text = bytes('V: 1\n');
    expect(capturedTraffic(text).lines).toStrictEqual([{ dir: 'rx', ms: 0, bytes: text }]);
    const header = '{"batbot":"capture","version":1}';
    expect(
      capturedTraffic(bytes(`${header}\n\n{"dir":"tx","ms":2,"hex":"41"}\n`)).lines,
    ).toStrictEqual([{ dir: 'tx', ms: 2, bytes: bytes('A') }]);
    const prose = bytes('{"dir":"tx","ms":2,"hex":"41"}\nV: 1\n');
    expect(capturedTraffic(prose).lines).toStrictEqual([{ dir: 'rx', ms: 0, bytes: prose }]);
    expect(damagedLines(prose)).toEqual([]);
    expect(capturedTraffic(new Uint8Array()).lines).toStrictEqual([
      { dir: 'rx', ms: 0, bytes: new Uint8Array() },
    ]);
  });

  test('[REC-23] a capture that was cut off is read without its damaged lines, and not as text', () => {
    const cut = bytes(
      '{"batbot":"capture","version":1}\n{"dir":"tx"}\n{"dir":"rx","ms":7,"hex":"56"}\n{"dir":"rx","ms":900,"h',
    );
    expect(capturedTraffic(cut).lines).toEqual([{ dir: 'rx', ms: 7, bytes: bytes('V') }]);
    expect(capturedReplies(cut)).toEqual([]); // the reply is cut off [IMP-27]
    expect(damagedLines(cut)).toEqual([2, 4]);
  });

  test('[OBD-24] unsolicited lines and prompts do not belong to a reply', () => {
    expect(replies('READY\r\n>SOC: 5\r\n+ALARM: PRT=0001\r\nV: 1\r\nOK\r\n>')).toStrictEqual([
      ['SOC: 5', 'V: 1'],
    ]);
  });
});
