import { expect, test } from 'vitest';
import { bulkBytes, bulkLineBytes } from './bulk-lines.ts';

const text = (from: number, length: number): string =>
  Buffer.from(bulkBytes(from, length)).toString('latin1');

test('a bulk line is 128 bytes and contains its position in the stream', () => {
  expect(text(0, bulkLineBytes)).toBe(
    '+BULK: 000000000000,3302,3302,3302,3302,3302,3302,3302,3302,3302,3302,3302,3302,3302,3302,3302,3302,3302,3302,3302,25,25,25,25\r\n',
  );
  expect(text(128_000, 20)).toBe('+BULK: 000000128000,');
});

test('pieces form the same stream as the whole, up to the requested byte', () => {
  const whole = text(0, 1000);
  expect(whole).toHaveLength(1000);
  expect(text(0, 512) + text(512, 488)).toBe(whole);
});
