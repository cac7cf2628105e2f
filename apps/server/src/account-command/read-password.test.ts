import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { readPassword } from './read-password.ts';

/** A terminal that types `keys` when the question is shown. */
const typing = (keys: string) => {
  const input = Object.assign(new PassThrough(), { isTTY: true }) as unknown as NodeJS.ReadStream;
  const shown: string[] = [];
  const output = {
    write: (text: string) => {
      shown.push(text);
      if (text.startsWith('Password')) setImmediate(() => input.emit('data', Buffer.from(keys)));
      return true;
    },
  } as unknown as NodeJS.WriteStream;
  return { input, output, shown };
};

test('[CLI-27] a password that is typed in a terminal is not shown', async () => {
  const { input, output, shown } = typing('s3cret words\r');
  expect(await readPassword(input, output)).toBe('s3cret words');
  expect(shown.join('')).toBe('Password: \n');
});

test.each([
  ['Ctrl+C', 's3cret\x03'],
  ['Ctrl+D', '\x04'],
])('[CLI-27] %s at the question for the password is no password', async (_key, typed) => {
  const { input, output, shown } = typing(typed);
  expect(await readPassword(input, output)).toBeUndefined();
  expect(shown.join('')).toBe('Password: \n');
});

test('[CLI-27] of other input, the first line is the password', async () => {
  const input = new PassThrough();
  input.end('first\nsecond\n');
  const { output } = typing('');
  expect(await readPassword(input as unknown as NodeJS.ReadStream, output)).toBe('first');
});
