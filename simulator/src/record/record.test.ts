import { describe, expect, test } from 'vitest';
import { createReplayLine } from './replay-line.ts';
import { BadRecording, CAPTURE_HEADER, readRecording, toJsonLine } from './recording.ts';
import type { Traffic } from './recording.ts';

const session: readonly Traffic[] = [
  { direction: 'in', ms: 1000, transport: 'ws', text: 'AT\r\n' },
  { direction: 'out', ms: 1005, transport: 'ws', text: '\r\nOK' },
  { direction: 'out', ms: 1009, transport: 'ws', text: '\r\n' },
  { direction: 'in', ms: 2000, transport: 'ws', text: 'AT+X\r' },
  { direction: 'out', ms: 2010, transport: 'ws', text: 'one \xff\0' },
  { direction: 'in', ms: 3000, transport: 'ws', text: 'AT+X\r' },
  { direction: 'out', ms: 3010, transport: 'ws', text: 'two' },
];
const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const text = (taken: Uint8Array): string => Buffer.from(taken).toString('latin1');

describe('recording traffic', () => {
  test('a written recording is read unchanged, byte for byte', () => {
    expect(readRecording(CAPTURE_HEADER + session.map(toJsonLine).join(''))).toEqual(session);
  });

  test('[REC-24] a capture exported by the client is read', () => {
    const exported = [
      '{"batbot":"capture","version":1,"name":"Bus 12","startedAt":"2026-01-01T00:00:00.000Z"}',
      '{"dir":"tx","ms":1900,"hex":"41540d0a"}',
      '{"dir":"rx","ms":1905.5,"hex":"0D0AFF00"}',
      '',
    ].join('\r\n');
    expect(readRecording(exported)).toEqual([
      { direction: 'in', ms: 1900, transport: '', text: 'AT\r\n' },
      { direction: 'out', ms: 1905.5, transport: '', text: '\r\n\xff\0' },
    ]);
  });

  test('[REC-141] bytes that the client could not read are no part of a reply', () => {
    const gap = '{"missing":"bytes that could not be read"}\n';
    const [at, ok, end, x, one] = session.map(toJsonLine);
    const cut = [at, ok, gap, one, x, one].join('');
    expect(readRecording(CAPTURE_HEADER + cut).map((each) => each.text)).toEqual([
      'AT\r\n',
      '\r\nOK',
      'AT+X\r',
      'one \xff\0',
    ]);
    expect(readRecording(CAPTURE_HEADER + [ok, gap, end].join(''))).toHaveLength(2);
  });

  test('the error names the damaged line', () => {
    const good = toJsonLine({ direction: 'in', ms: 1, transport: 'ws', text: 'AT' });
    expect(() => readRecording(`${CAPTURE_HEADER}${good}oops`)).toThrow('line 3');
    for (const bad of ['{"dir":"up","ms":1,"hex":"41"}', '{"dir":"rx","ms":1,"hex":"4"}'])
      expect(() => readRecording(`${CAPTURE_HEADER}${bad}`)).toThrow(BadRecording);
    expect(() => readRecording(good)).toThrow('line 1');
  });
});

describe('replaying a recording', () => {
  test('by command: each command gets the recorded replies in order, and the last one is repeated', () => {
    const line = createReplayLine(session, { mode: 'command', speed: 1 });
    line.receive(bytes('AT+X\r\n'), 50);
    expect(text(line.take(59))).toBe('');
    expect(text(line.take(60))).toBe('one \xff\0');
    line.receive(bytes('AT\r\n'), 100);
    expect(text(line.take(105))).toBe('\r\nOK');
    expect(text(line.take(109))).toBe('\r\n');
    for (const at of [200, 300]) {
      line.receive(bytes('AT+X'), at);
      line.take(at + 100);
      expect(text(line.take(at + 110))).toBe('two');
    }
    line.receive(bytes('AT+UNHEARD\r'), 900);
    expect(line.nextDueMs()).toBeUndefined();
  });

  test('by time: all output is sent at its recorded time, faster on request', () => {
    const line = createReplayLine(session, { mode: 'time', speed: 10 });
    line.receive(bytes('x'), 0);
    expect(text(line.take(99))).toBe('\r\nOK\r\n');
    expect(text(line.take(101))).toBe('one \xff\0');
    expect(text(line.take(201))).toBe('two');
  });
});
