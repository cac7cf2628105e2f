import { expect, test } from 'vitest';
import { encodeCommand, LINE_ENDINGS, LIVE_DATA_COMMAND, verboseCommand } from './commands.ts';

test('[OBD-25] [LINK-19] the app sends AT+ADATA and AT+VB by itself, AT+VB=1 only for the terminal', () => {
  expect(LIVE_DATA_COMMAND).toBe('AT+ADATA');
  expect(['terminal', 'home', ''].map(verboseCommand)).toEqual(['AT+VB=1', 'AT+VB=0', 'AT+VB=0']);
});

test('[TERM-2] a command is sent as UTF-8 with the chosen line ending', () => {
  expect(LINE_ENDINGS).toEqual({ crlf: '\r\n', lf: '\n', cr: '\r', none: '' });
  expect(encodeCommand('Aé', 'crlf')).toEqual(Uint8Array.of(0x41, 0xc3, 0xa9, 0x0d, 0x0a));
  expect(encodeCommand('A', 'none')).toEqual(Uint8Array.of(0x41));
});
