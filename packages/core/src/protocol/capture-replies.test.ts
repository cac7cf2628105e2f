import { describe, expect, test } from 'vitest';
import { capturedReplies } from './capture-replies.ts';

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
    ).toEqual([['V: 1', 'I: 2'], ['{"v":1}'], ['{"v":2}'], ['+ADATA: 1,2'], ['SOC: 5']]);
  });

  test('[OBD-23] only the received bytes of a JSONL capture are read, across chunks', () => {
    const capture = [
      '{"batbot":"capture","version":1}',
      `{"dir":"tx","ms":0,"hex":"${hex('AT+ADATA\r\n')}"}`,
      `{"dir":"rx","ms":5,"hex":"${hex('SOC: 5')}"}`,
      `{"dir":"rx","ms":6,"hex":"${hex('5\r\nOK\r\n')}"}`,
    ].join('\n');
    expect(replies(capture)).toEqual([['SOC: 55']]);
  });

  test('[OBD-24] unsolicited lines and prompts do not belong to a reply', () => {
    expect(replies('READY\r\n>SOC: 5\r\n+ALARM: PRT=0001\r\nV: 1\r\nOK\r\n>')).toEqual([
      ['SOC: 5', 'V: 1'],
    ]);
  });
});
