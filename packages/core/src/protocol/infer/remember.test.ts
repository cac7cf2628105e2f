import { expect, test, vi } from 'vitest';
import { remember } from './remember.ts';

const counted = () => {
  const read = vi.fn<(text: string) => number | undefined>((text) =>
    text === '' ? undefined : text.length,
  );
  return { read, remembered: remember(read) };
};

test('[OBD-187] a text is read once, also if it has no meaning', () => {
  const { read, remembered } = counted();
  expect(['ab', 'ab', '', '', 'abc'].map(remembered)).toEqual([2, 2, undefined, undefined, 3]);
  expect(read.mock.calls).toEqual([['ab'], [''], ['abc']]);
});

test('[OBD-187] a text of more than 128 characters is read again', () => {
  const { read, remembered } = counted();
  const [known, long] = ['a'.repeat(128), 'a'.repeat(129)];
  expect([known, known, long, long].map(remembered)).toEqual([128, 128, 129, 129]);
  expect(read).toHaveBeenCalledTimes(3);
});

test('[OBD-187] at most 2000 texts are kept', () => {
  const { read, remembered } = counted();
  for (let at = 0; at < 2_000; at += 1) remembered(String(at));
  remembered('0');
  expect(read).toHaveBeenCalledTimes(2_000);
  remembered('another');
  remembered('0');
  remembered('another');
  expect(read).toHaveBeenCalledTimes(2_002);
});
