import { expect, test } from 'vitest';
import { printable } from './ansi.ts';

test('[RX-05] invisible characters and direction overrides are shown, in one column each', () => {
  expect(printable('a\u0000b\u001bc\ufffd')).toBe('a·b·c·');
  expect(printable('safe\u202etxe.\u2066x\u200by\ufeff')).toBe('safe·txe.·x·y·');
  expect(printable('a\tb')).toBe('a b');
  expect(printable('−40 °C, 電池, naïve')).toBe('−40 °C, 電池, naïve');
});
