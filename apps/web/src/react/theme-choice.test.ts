import { expect, test } from 'vitest';
import { createFakeKeyValueStore } from '@batbot/core/fakes';
import { createThemeChoice } from './theme-choice.ts';

const createFixture = (dark: boolean, stored?: string) => {
  const saved = createFakeKeyValueStore(stored === undefined ? {} : { theme: stored });
  const query = (matches: boolean) => {
    const made = Object.assign(new EventTarget(), { matches });
    return {
      list: made as unknown as MediaQueryList, // the used part of the list
      becomes: (next: boolean) => {
        made.matches = next;
        made.dispatchEvent(new Event('change'));
      },
    };
  };
  const system = query(dark);
  const printing = query(false);
  const theme = createThemeChoice(saved, system.list, printing.list);
  return {
    theme,
    saved,
    systemBecomes: system.becomes,
    printingBecomes: printing.becomes,
  };
};

test('the theme follows the system until the user chooses', () => {
  const { theme, systemBecomes } = createFixture(false);
  expect(theme.scheme$.value).toBe('light');
  systemBecomes(true);
  expect(theme.scheme$.value).toBe('dark');
});

test('a chosen theme is saved and does not change with the system', () => {
  const { theme, saved, systemBecomes } = createFixture(false);
  theme.chooseMode('dark');
  expect([theme.scheme$.value, saved.get('theme')]).toEqual(['dark', 'dark']);
  systemBecomes(true);
  systemBecomes(false);
  expect(theme.scheme$.value).toBe('dark');
});

test("the user can choose the system's theme again", () => {
  const { theme, saved } = createFixture(false, 'dark');
  theme.chooseMode('system');
  expect([theme.scheme$.value, saved.get('theme')]).toEqual(['light', 'system']);
});

test('the density is saved; an unknown value means comfortable', () => {
  const { theme, saved } = createFixture(false);
  expect(theme.density$.value).toBe('comfortable');
  theme.chooseDensity('compact');
  expect([theme.density$.value, saved.get('density')]).toEqual(['compact', 'compact']);
});

test('an unknown stored theme means the theme of the system', () => {
  expect(createFixture(true, 'purple').theme.scheme$.value).toBe('dark');
});

test('printing uses the light theme and then restores the previous theme', () => {
  const { theme, printingBecomes } = createFixture(true);
  printingBecomes(true);
  expect(theme.scheme$.value).toBe('light');
  printingBecomes(false);
  expect(theme.scheme$.value).toBe('dark');
});
