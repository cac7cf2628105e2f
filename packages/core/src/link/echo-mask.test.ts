import { expect, test } from 'vitest';
import { createEchoMask } from './echo-mask.ts';
import { command } from './link-rig.fixture.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Returns received chunks as the log shows them after the command `sent`, which the log shows as `shown`. */
const seen = (sent: string, shown: string | undefined, ...received: readonly string[]) => {
  const echo = createEchoMask();
  const shownBytes = shown === undefined ? {} : { shownBytes: bytes(shown) };
  echo.sent({ ...command(sent), bytes: bytes(sent), ...shownBytes });
  return received.map((chunk) => new TextDecoder().decode(echo.mask(bytes(chunk))));
};

test.each([
  ['in the echo', ['AT+PW=key\r\nOK'], ['AT+PW=***\r\nOK']],
  ['in an echo that arrives in parts', ['AT+PW=k', 'ey\r\nOK'], ['AT+PW=*', '**\r\nOK']],
  ['in an echo after its first character', ['AAT+PW=key\r\n'], ['AAT+PW=***\r\n']],
  ['in an echo after the beginning of it', ['AT+AT+PW=key\r\n'], ['AT+AT+PW=***\r\n']],
  ['only after the text before it', ['key=key\r\n+PW=key'], ['key=key\r\n+PW=key']],
])('[DEV-18] a secret is masked %s', (_, received, shown) => {
  expect(seen('AT+PW=key\r\n', 'AT+PW=***\r\n', ...received)).toEqual(shown);
});

test('[DEV-18] without text before the secret, or without a secret, nothing is masked', () => {
  expect(seen('key\r\n', '***\r\n', 'key\r\n')).toEqual(['key\r\n']);
  expect(seen('AT\r\n', undefined, 'AT\r\n')).toEqual(['AT\r\n']);
  expect(seen('AT\r\n', 'AT\r\n', 'AT\r\n')).toEqual(['AT\r\n']);
});
