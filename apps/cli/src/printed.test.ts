import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadBuiltIn, PROFILE_2_FILE } from '@batbot/core/profiles';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { printed } from './printed.ts';
import { main } from './main.fixture.ts';

/** Clears the screen, sets the title, and claims success. */
const HOSTILE = '\u001b[2J\u001b]0;title\u0007\u009b1mjbd.json: all right';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'batbot-printed-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = async (words: readonly string[], content: string) => {
  const file = join(folder, 'file');
  await writeFile(file, content);
  const argv = [main, ...words, file];
  const { stdout, stderr } = spawnSync(process.execPath, argv, { encoding: 'utf8' });
  return stdout + stderr;
};

test('[CLI-12] control characters in a file do not reach the terminal', async () => {
  const profile = JSON.parse(PROFILE_2_FILE.format(await loadBuiltIn('jbd'))) as object; // of the app
  const checked = await run(['profile', 'check'], JSON.stringify({ ...profile, [HOSTILE]: 1 }));
  expect(checked).toContain('\\u001b[2J\\u001b]0;title\\u0007\\u009b1mjbd.json: all right');
  const decoded = await run(['decode'], `Pack: 13.2 V\r\nSOC: 78 %\r\nName\u009b2J: x\r\nOK\r\n`);
  expect(decoded).toContain('"Name\\u009b2J"');
  for (const text of [checked, decoded]) expect(text).not.toMatch(/[^\P{Cc}\n]/u);
});

test('[CLI-12] printed JSON keeps its meaning, and other text stays as it is', () => {
  const value = { text: `${HOSTILE}\u202e\u007f\n` };
  expect(JSON.parse(printed(JSON.stringify(value, null, 2)))).toEqual(value);
  expect(printed('5 °C\t– ✓\n')).toBe('5 °C\t– ✓\n');
});
