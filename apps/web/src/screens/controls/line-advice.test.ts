import { expect, test } from 'vitest';
import { adviceText } from './LineAdvice.tsx';

test('[LINK-80] a fault of the connection is reported with its figure and a remedy; a working connection is not mentioned', () => {
  expect(adviceText({ kind: 'well' })).toBeUndefined();
  expect(adviceText({ kind: 'wrongBaudRate', unreadablePercent: 42, tryBaudRate: 9_600 })).toMatch(
    /^42\u202F% .* wrong baud rate\.$/,
  );
  expect(adviceText({ kind: 'silent', commands: 3, tryBaudRate: 9_600 })).toContain('3 commands');
  expect(adviceText({ kind: 'silent', commands: 3 })).toMatch(
    /\(this baud rate worked before\)\.$/,
  );
  expect(adviceText({ kind: 'badLine', errors: 4, names: ['ParityError'] })).toContain(
    '(ParityError)',
  );
  expect(adviceText({ kind: 'overrun', errors: 2 })).toContain('2 times');
});
