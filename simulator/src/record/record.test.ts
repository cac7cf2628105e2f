import { describe, expect, test } from 'vitest';
import { createReplayLine } from './replay-line.ts';
import { BadRecording, readRecording, toJsonLine } from './recording.ts';
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

describe('recording', () => {
  test('is read as it was written, byte for byte', () => {
    expect(readRecording(session.map(toJsonLine).join(''))).toEqual(session);
  });

  test('names the line that is wrong', () => {
    expect(() => readRecording(`${toJsonLine({ ...session[0], ms: 1 } as Traffic)}oops`)).toThrow(
      'line 2',
    );
    expect(() => readRecording('{"direction":"up"}')).toThrow(BadRecording);
  });
});

describe('replay', () => {
  test('by command: each command gets what followed it, in order; the last is repeated', () => {
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

  test('by time: everything said, at its distance, faster if so asked', () => {
    const line = createReplayLine(session, { mode: 'time', speed: 10 });
    line.receive(bytes('x'), 0);
    expect(text(line.take(99))).toBe('\r\nOK\r\n');
    expect(text(line.take(101))).toBe('one \xff\0');
    expect(text(line.take(201))).toBe('two');
  });
});
