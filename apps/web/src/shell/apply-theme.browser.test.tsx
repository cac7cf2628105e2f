import type { CDPSession } from '@vitest/browser-playwright';
import { afterEach, expect, test } from 'vitest';
import { cdp } from 'vitest/browser';
import { followSystem } from './apply-theme.ts';

const emulate = (value: 'light' | 'dark' | '') => {
  const session: CDPSession = cdp();
  const features = [{ name: 'prefers-color-scheme', value }];
  return session.send('Emulation.setEmulatedMedia', { features });
};

afterEach(() => emulate(''));

test('[PAGE-300] the page that the app could not start turns dark and light with the operating system', async () => {
  const shown = () => document.documentElement.style.colorScheme;
  await emulate('light');
  followSystem(document, matchMedia('(prefers-color-scheme: dark)'));
  expect(shown()).toBe('light');
  await emulate('dark');
  await expect.poll(shown).toBe('dark');
  await emulate('light');
  await expect.poll(shown).toBe('light');
});
