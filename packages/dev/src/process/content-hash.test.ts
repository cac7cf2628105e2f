import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashContent } from './content-hash.ts';

let base = '';
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'batbot-hash-'));
  mkdirSync(join(base, 'src/inner'), { recursive: true });
  writeFileSync(join(base, 'lock'), 'one');
  writeFileSync(join(base, 'src/inner/a.ts'), 'a');
});
afterEach(() => rmSync(base, { recursive: true }));

const hash = () =>
  hashContent(base, { files: ['lock'], folders: ['src'] }, (path) => !path.endsWith('.test.ts'));

test('a changed byte, a new file or a changed lock file changes the hash', async () => {
  const before = await hash();
  writeFileSync(join(base, 'src/inner/a.ts'), 'b');
  const changed = await hash();
  expect(changed).not.toBe(before);
  writeFileSync(join(base, 'src/b.ts'), '');
  const added = await hash();
  expect(added).not.toBe(changed);
  writeFileSync(join(base, 'lock'), 'two');
  expect(await hash()).not.toBe(added);
});

test('changed times and unwanted files do not change the hash', async () => {
  const before = await hash();
  utimesSync(join(base, 'lock'), 1, 1);
  writeFileSync(join(base, 'src/inner/a.test.ts'), 'new');
  expect(await hash()).toBe(before);
});
