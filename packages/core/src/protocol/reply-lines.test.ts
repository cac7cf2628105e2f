import { describe, expect, test } from 'vitest';
import {
  classifyLine,
  cleanLine,
  commandName,
  infoName,
  isPromptLike,
  isWorking,
  roleOf,
  withoutNumber,
  withoutPrompt,
} from './reply-lines.ts';

describe('the role of a line', () => {
  test.each([
    ...['OK', 'OK.', 'CONNECT', 'CONNECT 9600', 'SEND OK', 'SHUT OK', 'CLOSE OK'].map(
      (code) => [code, true] as const,
    ),
    ...['ERROR', '?', 'NO CARRIER', 'NO ANSWER', 'NO DIALTONE', 'BUSY', 'SEND FAIL', 'FAIL'].map(
      (code) => [code, false] as const,
    ),
    ...['CLOSED', 'NO DATA', 'CAN ERROR', 'BUS ERROR', 'DATA ERROR', 'BUFFER FULL'].map(
      (code) => [code, false] as const,
    ),
    ...['UNABLE TO CONNECT', 'STOPPED', '+CME ERROR: 10', '+cms error: 500', 'error'].map(
      (code) => [code, false] as const,
    ),
  ])('[OBD-231] %j is a final result code; success: %j', (code, isOk) => {
    expect(roleOf(code)).toEqual({ kind: 'final', ok: isOk, code });
  });

  test('[OBD-231] OK in lower case is the same code', () => {
    expect(roleOf('ok')).toEqual({ kind: 'final', ok: true, code: 'OK' });
  });

  test.each([
    'OK then',
    'NOT OK',
    'CONNECT 9600 bd',
    'xCONNECT 1',
    '+CME: 1',
    'BUS',
    'no data',
    '',
  ])('[OBD-233] %j is information', (line) => {
    expect(roleOf(line)).toEqual({ kind: 'info' });
  });

  test('[OBD-24] prompts and unsolicited lines', () => {
    expect(roleOf('>')).toEqual({ kind: 'prompt' });
    expect(roleOf('ready')).toEqual({ kind: 'urc', urc: { kind: 'ready' } });
    expect(roleOf('BUSY PLEASE WAIT')).toEqual({ kind: 'urc', urc: { kind: 'busy' } });
    expect(roleOf('+Alarm:  PRT=0001 ')).toEqual({
      kind: 'urc',
      urc: { kind: 'alarm', payload: 'PRT=0001' },
    });
  });
});

describe('the text of a line', () => {
  test('[OBD-2] ANSI colours, NULs, flow control characters and outer spaces are removed', () => {
    expect(cleanLine(' \u001b[1;32mV:\u0000 1\u0011\u0013\u001b[0m ')).toBe('V: 1');
    expect(cleanLine(' V: 1 ')).toBe('V: 1');
  });

  test('[OBD-8] a leading prompt and the word SEARCHING are removed', () => {
    const rest = (line: string, prompt?: string) => withoutPrompt(classifyLine(line), prompt).text;
    expect(rest('> V: 1')).toBe('V: 1');
    expect(rest('pylon> V: 1', 'pylon>')).toBe('V: 1');
    expect(rest('> V: 1', 'pylon>')).toBe('V: 1');
    expect(rest('V: 1 >')).toBe('V: 1 >');
    expect(rest('SEARCHING... 41 00')).toBe('41 00');
    expect(rest('NO SEARCHING...')).toBe('NO SEARCHING...');
    expect(withoutPrompt(classifyLine('>OK')).role).toEqual({
      kind: 'final',
      ok: true,
      code: 'OK',
    });
  });

  test('[OBD-232] the numeric result codes that a device sends after ATV0 are recognized', () => {
    const codeOf = (line: string) => {
      const { text, role } = withoutNumber(classifyLine(line));
      return role.kind === 'final' ? [text, role.code, role.ok] : text;
    };
    expect(['0', '1', '3', '4', '6', '7', '8'].map(codeOf)).toEqual([
      ['0', 'OK', true],
      ['1', 'CONNECT', true],
      ['3', 'NO CARRIER', false],
      ['4', 'ERROR', false],
      ['6', 'NO DIALTONE', false],
      ['7', 'BUSY', false],
      ['8', 'NO ANSWER', false],
    ]);
    expect(['2', '5', '9', '10', 'x0'].map(codeOf)).toEqual(['2', '5', '9', '10', 'x0']);
  });

  test.each([
    ['>', true],
    ['pylon>', true],
    ['uart:~$', true],
    ['#', true],
    ['a > b', false],
    [`${'x'.repeat(31)}>`, true],
    [`${'x'.repeat(32)}>`, false],
  ])('[OBD-236] %j may be a prompt: %j', (text, isPrompt) => {
    expect(isPromptLike(text)).toBe(isPrompt);
  });

  test.each([
    ['SEARCHING...', true],
    ['searching', true],
    ['BUS INIT: ...', true],
    ['BUS INIT: OK', false],
    ['IS SEARCHING', false],
  ])('[OBD-239] %j means that the device is working: %j', (text, works) => {
    expect(isWorking(text)).toBe(works);
  });

  test('[TERM-186] the name of a command is read from a line and from the command', () => {
    expect(['+ADATA: 1', '+adata:1', '+A_1: 2', 'x+A: 1', '+A 1', '+: 1'].map(infoName)).toEqual([
      'ADATA',
      'ADATA',
      'A_1',
      undefined,
      undefined,
      undefined,
    ]);
    expect([' at+adata?', 'AT+VB=1', 'ATI', 'xAT+V', 'AT+'].map(commandName)).toEqual([
      'ADATA',
      'VB',
      undefined,
      undefined,
      undefined,
    ]);
  });
});
