import { expect, test } from 'vitest';
import type { Check, Finding } from './check.ts';
import { runChecks } from './run-checks.ts';

const check = (name: string, run: () => Promise<Finding>): Check => ({ name, run });
const good: Finding = { ok: true, figure: '3 files', details: [] };

test('every check gets a line; a failed one shows its details, indented', async () => {
  const lines: string[] = [];
  const bad: Finding = { ok: false, figure: '1 file', details: ['a.ts:1: wrong\nmend it'] };
  const failed = await runChecks(
    [check('good', async () => good), check('bad', async () => bad)],
    (line) => lines.push(line),
  );
  expect(failed).toEqual(['bad']);
  expect(lines[0]).toMatch(/^✓ good +3 files +\d+\.\d s$/);
  expect(lines[2]).toBe('    a.ts:1: wrong\n    mend it');
});

test('a check that throws has failed and the others still run', async () => {
  const lines: string[] = [];
  const failed = await runChecks(
    [check('broken', () => Promise.reject(new Error('no tool'))), check('good', async () => good)],
    (line) => lines.push(line),
  );
  expect(failed).toEqual(['broken']);
  expect(lines.join('\n')).toContain('no tool');
});

test('never more than two run at once', async () => {
  let running = 0;
  let most = 0;
  const counting = check('counting', async () => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    return good;
  });
  await runChecks(
    Array.from({ length: 6 }, () => counting),
    () => undefined,
  );
  expect(most).toBe(2);
});
