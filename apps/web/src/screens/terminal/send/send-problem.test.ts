import { describe, expect, test } from 'vitest';
import { controlProblem, lateAnswer, hexProblem, runReport, sendProblem } from './send-problem.ts';
import { isQuestionable, pastedLines, withCarets, withPasted } from './pasted-lines.ts';

describe('problems of a command', () => {
  test('[TERM-49] without a device the message explains what to do', () => {
    expect(sendProblem({ kind: 'notConnected' })).toEqual({
      tone: 'act',
      text: 'Not sent: no device is connected. Connect one, then try again.',
      untilConnected: true, // ends when a device is connected
    });
  });

  test('[TERM-50] invalid hex is reported with its position, counted from one', () => {
    expect(hexProblem({ kind: 'notHex', character: 'g', position: 4 })).toContain(
      '“g” (position 5)',
    );
    expect(sendProblem({ kind: 'oddDigits', position: 3 })?.text).toMatch(
      /^Not sent\. One hex digit is left over \(position 4\)/,
    );
  });

  test('[TERM-51] a missing reply is a problem, but an error reply is not', () => {
    expect(sendProblem({ kind: 'ok', lines: [], latencyMs: 1, endedBy: 'final' })).toBeUndefined();
    expect(
      sendProblem({ kind: 'error', lines: [], latencyMs: 1, endedBy: 'final' }),
    ).toBeUndefined();
    expect(sendProblem({ kind: 'timeout' }, 'ATI')?.text).toContain('“ATI”');
    expect(sendProblem({ kind: 'lost' }, 'AT+RESET')).toEqual({
      tone: 'act',
      text: 'The connection ended or the device restarted before “AT+RESET” was answered.',
    });
  });

  test('[TERM-239] a command that was still queued when the connection ended was not sent', () => {
    expect(sendProblem({ kind: 'lost', isUnsent: true }, 'AT+RESET')).toEqual({
      tone: 'act',
      text: 'Not sent: the connection ended while “AT+RESET” was waiting.',
    });
  });
});

describe('[DP-14] a pasted text', () => {
  test('[TERM-52] several lines are split into commands, without empty lines', () => {
    expect(pastedLines('AT\r\nATI\r\n\r\n  \nAT+VB?')).toEqual(['AT', 'ATI', 'AT+VB?']);
    expect(pastedLines('AT\n')).toEqual(['AT']);
  });

  test('[TERM-53] one line is inserted at the cursor or replaces the selection', () => {
    expect(withPasted('AT+=1', 'VB', { from: 3, to: 3 })).toBe('AT+VB=1');
    expect(withPasted('AT+FOO=1', 'VB', { from: 3, to: 6 })).toBe('AT+VB=1');
  });
});

describe('[DP-14] messages of sending and pasting', () => {
  test('[TERM-125] control characters, except tabs and line ends, need a confirmation and are shown', () => {
    expect(isQuestionable('AT\tx\r\n')).toBe(false);
    expect(isQuestionable('AT\u001b')).toBe(true);
    expect(withCarets('AT\u0003\u001b[31m\u007f')).toBe('AT^C^[[31m^?');
  });

  test('[TERM-186] a reply that may answer an earlier command names it', () => {
    const reply = { lines: ['ACME'], latencyMs: 9, endedBy: 'final' } as const;
    expect(sendProblem({ kind: 'unproven', mayAnswer: 'ATI', ...reply }, 'AT+VB?')).toEqual({
      tone: 'watch',
      text: 'The reply may answer “ATI”, which was not answered in time. Send “AT+VB?” again.',
    });
    expect(sendProblem({ kind: 'unproven', mayAnswer: '', ...reply }, 'ATX')?.text).toContain(
      'an earlier command',
    );
  });

  test('[TERM-177] a late reply is reported as late', () => {
    expect(lateAnswer('ATI', 3_210)).toEqual({
      tone: 'watch',
      text: 'Late reply to “ATI” after 3.2\u202Fs, see log.',
    });
  });

  test('[TERM-118] the result of pasted lines is reported', () => {
    expect(runReport({ kind: 'running', sent: 1, total: 3 })).toBeUndefined();
    expect(runReport({ kind: 'ended', sent: 3, total: 3 })?.text).toBe('All 3 lines sent.');
    expect(runReport({ kind: 'ended', sent: 1, total: 3, stop: { kind: 'stopped' } })).toEqual({
      tone: 'watch',
      text: 'Stopped: 1 of 3 lines sent.',
    });
    expect(runReport({ kind: 'ended', sent: 1_200, total: 1_200 })?.text).toBe(
      'All 1\u202F200 lines sent.',
    );
    const lost = runReport({ kind: 'ended', sent: 2, total: 3, stop: { kind: 'lost' } });
    expect(lost?.text).toBe(
      '2 of 3 lines sent. The connection ended or the device restarted before the last of them was answered.',
    );
    const unplugged = runReport({
      kind: 'ended',
      sent: 0,
      total: 3,
      stop: { kind: 'notConnected' },
    });
    expect(unplugged?.text).toMatch(/^0 of 3 lines sent\. Not sent: no device is connected\./);
  });

  test('[TERM-239] [TERM-240] the result of pasted lines says that the next line was not sent', () => {
    const unsent = { kind: 'lost', isUnsent: true } as const;
    expect(runReport({ kind: 'ended', sent: 0, total: 2, stop: unsent })).toEqual({
      tone: 'act',
      text: '0 of 2 lines sent. The connection ended before the next line was sent.',
    });
    const failed = { kind: 'writeFailed', message: 'broken pipe' } as const;
    expect(runReport({ kind: 'ended', sent: 1, total: 2, stop: failed })?.text).toBe(
      '1 of 2 lines sent. The next line could not be written: broken pipe',
    );
  });

  test('[TERM-117] the name of a control character that was not sent is reported', () => {
    expect(controlProblem({ kind: 'notConnected' }, 'Ctrl+C').text).toMatch(
      /^Ctrl\+C was not sent/,
    );
  });
});
