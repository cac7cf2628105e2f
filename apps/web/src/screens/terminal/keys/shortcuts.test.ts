import { expect, it } from 'vitest';
import { keysOf, SHORTCUTS, shortcutOf, withKeys } from './shortcuts.ts';

const press = (key: string, held: Partial<Parameters<typeof keysOf>[0]> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

it('a key press reads as in the table, ⌘ as Ctrl, Shift only where it does not make the sign itself', () => {
  expect(keysOf(press('f', { ctrlKey: true }))).toBe('Ctrl+F');
  expect(keysOf(press('F', { metaKey: true, shiftKey: true }))).toBe('Ctrl+Shift+F');
  expect(keysOf(press('?', { ctrlKey: true, shiftKey: true }))).toBe('Ctrl+?');
  expect(keysOf(press('Enter', { shiftKey: true }))).toBe('Shift+Enter');
});

it('no two actions share their keys, and each is found by them', () => {
  const keys = Object.values(SHORTCUTS).map((each) => each.keys);
  expect(new Set(keys).size).toBe(keys.length);
  expect(shortcutOf(press('/', { ctrlKey: true }))).toBe('overview');
  expect(shortcutOf(press('x'))).toBeUndefined();
});

it('a tooltip names the keys', () => {
  expect(withKeys('All shortcuts', 'overview')).toBe('All shortcuts (Ctrl+/)');
});
