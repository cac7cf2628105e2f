import { expect, test } from 'vitest';
import { classifyLine } from '../protocol/reply-lines.ts';
import {
  ASKS_FOR_TEXT,
  beforeEcho,
  isBinary,
  isCompleteReply,
  isForeignLine,
  isForeignName,
  numericAfter,
  READS_TEXT,
  withPrompt,
} from './command-lines.ts';
import { INITIAL_COMMAND_STATE, pendingCommand, type CommandState } from './command-state.ts';
import { command } from './link-rig.fixture.ts';

const pending = (text: string, change: Partial<CommandState> = {}): CommandState => ({
  ...INITIAL_COMMAND_STATE,
  phase: { kind: 'awaiting', pending: pendingCommand(command(text), 0, '') },
  ...change,
});
const learnedNames = (...names: readonly string[]): Partial<CommandState> => ({
  learned: { ...INITIAL_COMMAND_STATE.learned, overdueNames: new Set(names) },
});

test.each([
  ['+CSQ: 12', true],
  ['restarting', true],
  ['OK', false],
  ['at+vb=0', false],
] as const)(
  '[DP-06] while only a result code is expected, “%s” is foreign: %s',
  (text, isForeign) => {
    const verbose = command('AT+VB=0');
    expect(isForeignLine(pending('AT+VB=0'), verbose, classifyLine(text))).toBe(isForeign);
  },
);

test.each([
  ['AT+CSQ', '+CREG: 1', true],
  ['AT+CSQ', '+CSQ: 12', false],
  ['AT+CSQ', 'no name', false],
  ['AT+CSQ', 'OK', false],
  ['ATI', '+CREG: 1', false],
] as const)(
  '[DP-06] during %s, the line “%s” is that of another name: %s',
  (sent, text, isForeign) => {
    expect(isForeignName(pending(sent), classifyLine(text))).toBe(isForeign);
  },
);

test('[DP-06] during a command without a name, only names of commands that timed out are foreign', () => {
  const state = pending('ATI', learnedNames('CREG'));
  expect(isForeignName(state, classifyLine('+CREG: 1'))).toBe(true);
  expect(isForeignName(state, classifyLine('+CSQ: 12'))).toBe(false);
});

test('[DP-06] without a pending command no line is foreign', () => {
  const idle = { ...INITIAL_COMMAND_STATE, ...learnedNames('CREG') };
  expect(isForeignName(idle, classifyLine('+CREG: 1'))).toBe(false);
});

test('[DP-06] commands that read text or ask for text are recognized by their names', () => {
  const names = [
    'CMGR',
    'CMGL',
    'CMGS',
    'CMGW',
    'CMGC',
    'CIPSEND',
    'CIPSENDEX',
    'XCMGR',
    'CMGRX',
    'XCMGS',
  ];
  expect(names.filter((name) => READS_TEXT.test(name))).toEqual(['CMGR', 'CMGL']);
  expect(names.filter((name) => ASKS_FOR_TEXT.test(name))).toEqual([
    'CMGS',
    'CMGW',
    'CMGC',
    'CIPSEND',
    'CIPSENDEX',
  ]);
});

test('[OBD-236] a prompt is recognized after it was received twice in a row', () => {
  const { learned } = INITIAL_COMMAND_STATE;
  const once = withPrompt(learned, 'bms>');
  expect(once).toEqual({ ...learned, maybePrompt: 'bms>' });
  expect(withPrompt(once, 'other>')).toEqual({ ...learned, maybePrompt: 'other>' });
  const twice = withPrompt(once, 'bms>');
  expect(twice.prompt).toBe('bms>');
  expect(withPrompt(twice, 'bms>')).toBe(twice);
  expect(withPrompt(twice, '12.5 V')).toBe(twice);
});

test.each([
  ['ATV0', false, true],
  ['atv1', true, false],
  ['ATE0V0', false, true],
  ['AT&D0V1', true, false],
  ['ATZ', true, false],
  ['at&f', true, false],
  ['ATI', true, true],
  ['ATI', undefined, false],
  ['AT+VB=0', true, true],
  ['AT+V0', false, false],
  ['XATV0', false, false],
  ['AT+NAME=ATZ', true, true],
] as const)(
  '[OBD-232] %s: the result codes are numeric (%s before, %s after)',
  (text, before, after) => {
    expect(numericAfter(text, before)).toBe(after);
  },
);

test.each([
  ['ATI', 'ATI', ''],
  ['ATI', 'ati', ''],
  [' ATI ', 'ATI', ''],
  ['ATI', 'bms> ATI', 'bms>'],
  ['ATI', 'ATI4', undefined],
  ['ATI', '12.5 V ATI', undefined],
  ['  ', 'bms>', undefined],
] as const)(
  '[OBD-236] sent “%s”, received “%s”: the text before the echo is “%s”',
  (sent, text, before) => {
    expect(beforeEcho(text, command(sent))).toBe(before);
  },
);

test('[OBD-8] a reply is complete by the test of its command or by balanced JSON', () => {
  const plain = command('ATI');
  expect(isCompleteReply(plain, [])).toBe(false);
  expect(isCompleteReply({ ...plain, isComplete: () => true }, [])).toBe(false);
  expect(isCompleteReply({ ...plain, isComplete: (lines) => lines.length === 2 }, ['a', 'b'])).toBe(
    true,
  );
  expect(isCompleteReply(plain, ['{"a":', '1}'])).toBe(true);
  expect(isCompleteReply(plain, ['{"a":', '1'])).toBe(false);
  expect(isCompleteReply(plain, ['no JSON'])).toBe(false);
});

test.each([
  [[0x41, 0x54, 0x0d, 0x0a], false],
  [[0x09, 0x1a, 0x1b, 0x20, 0x7e], false],
  [[0xc2, 0xb0, 0x43], false],
  [[0x01, 0x03, 0x30, 0x30], true],
  [[0x30, 0x1f], true],
  [[0x30, 0x7f], true],
  [[0x30, 0xdd], true],
  [[], false],
] as const)('[LINK-123] the bytes %j are not text: %s', (bytes, expected) => {
  expect(isBinary(Uint8Array.from(bytes))).toBe(expected);
});
