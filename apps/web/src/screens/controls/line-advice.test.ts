import { expect, test } from 'vitest';
import { adviceText } from './LineAdvice.tsx';

test('[LINK-80] trouble of the line is told with its figure and a cure, a good line not at all', () => {
  expect(adviceText({ kind: 'well' })).toBeUndefined();
  expect(
    adviceText({ kind: 'wrongBaudRate', unreadablePercent: 42, windowS: 10, tryBaudRate: 9_600 }),
  ).toMatch(/^42 % .* another baud rate\.$/);
  expect(adviceText({ kind: 'silent', commands: 3, tryBaudRate: 9_600 })).toContain('3 commands');
  expect(adviceText({ kind: 'silent', commands: 3 })).toContain('has answered before');
  expect(adviceText({ kind: 'badLine', errors: 4, names: ['ParityError'], windowS: 10 })).toContain(
    '(ParityError)',
  );
  expect(adviceText({ kind: 'overrun', errors: 2, windowS: 10 })).toContain('2 times');
});
