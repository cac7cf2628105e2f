import { describe, expect, test } from 'vitest';
import { hexProblem, sendProblem } from './send-problem.ts';
import { pastedLines, withPasted } from './pasted-lines.ts';

describe('what the terminal tells of a command', () => {
  test('[TERM-49] without a device it says what to do', () => {
    expect(sendProblem({ kind: 'notConnected' })).toEqual({
      tone: 'act',
      text: 'Not sent: no device is connected. Connect one in the bar above, then try again.',
    });
  });

  test('[TERM-50] bad hex is told with its place, counted from one', () => {
    expect(hexProblem({ kind: 'notHex', character: 'g', position: 4 })).toContain('“g” at place 5');
    expect(sendProblem({ kind: 'oddDigits' })?.text).toMatch(/^Not sent\./);
  });

  test('[TERM-51] an answer of any kind needs no words, a missing one does', () => {
    expect(sendProblem({ kind: 'ok', lines: [], latencyMs: 1 })).toBeUndefined();
    expect(sendProblem({ kind: 'error', lines: [], latencyMs: 1 })).toBeUndefined();
    expect(sendProblem({ kind: 'timeout' }, 'ATI')?.text).toContain('“ATI”');
    expect(sendProblem({ kind: 'lost' }, 'ATI')?.tone).toBe('act');
  });
});

describe('[DP-14] a paste of several lines', () => {
  test('[TERM-52] is taken apart into commands, without empty lines', () => {
    expect(pastedLines('AT\r\nATI\r\n\r\n  \nAT+VB?')).toEqual(['AT', 'ATI', 'AT+VB?']);
    expect(pastedLines('AT\n')).toEqual(['AT']);
  });

  test('[TERM-53] of one line goes where the cursor is', () => {
    expect(withPasted('AT+=1', 'VB', { from: 3, to: 3 })).toBe('AT+VB=1');
    expect(withPasted('AT+FOO=1', 'VB', { from: 3, to: 6 })).toBe('AT+VB=1');
  });
});
