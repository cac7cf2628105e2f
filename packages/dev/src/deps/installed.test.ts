import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { installedMatchesLock, installState } from './installed.mjs';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'batbot-lock-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (path: string, packages: object) =>
  writeFileSync(join(root, path), JSON.stringify({ packages }));
const lock = (version: string) =>
  write('package-lock.json', { '': {}, 'node_modules/a': { version } });
const installed = (version: string) => {
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  write('node_modules/.package-lock.json', { 'node_modules/a': { version } });
};

test('without node_modules the state is missing', () => {
  lock('1.0.0');
  expect(installState(root)).toBe('missing');
});

test('after an interrupted install the state is missing, because npm writes its record last', () => {
  lock('1.0.0');
  mkdirSync(join(root, 'node_modules'));
  expect(installState(root)).toBe('missing');
});

test('after an install the state is current until the lock file changes', () => {
  lock('1.0.0');
  installed('1.0.0');
  expect(installState(root)).toBe('current');
  lock('1.0.1');
  expect(installState(root)).toBe('stale');
});

test("after a developer's own npm install the state is current, because npm's record equals the lock file", () => {
  lock('1.0.0');
  installed('1.0.0');
  lock('1.0.1');
  installed('1.0.1');
  expect(installState(root)).toBe('current');
});

test('optional packages of other platforms may be missing, but all others must be installed', () => {
  const a = { version: '1.0.0' };
  const other = { version: '1.0.0', optional: true };
  expect(
    installedMatchesLock({ 'node_modules/a': a, 'node_modules/b': other }, { 'node_modules/a': a }),
  ).toBe(true);
  expect(
    installedMatchesLock({ 'node_modules/a': a, 'node_modules/b': a }, { 'node_modules/a': a }),
  ).toBe(false);
});

test('a package that is not in the lock file makes the state stale', () => {
  const a = { version: '1.0.0' };
  expect(installedMatchesLock({}, { 'node_modules/a': a })).toBe(false);
});
