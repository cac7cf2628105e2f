import { expect, test } from 'vitest';
import { done } from '@batbot/core';
import { createThemeChoice } from './theme-choice.ts';

const createBed = (dark: boolean, stored?: string) => {
  const kept = new Map(stored === undefined ? [] : [['theme', stored]]);
  const query = (matches: boolean) => {
    const made = Object.assign(new EventTarget(), { matches });
    return {
      list: made as unknown as MediaQueryList, // the part that is used
      becomes: (next: boolean) => {
        made.matches = next;
        made.dispatchEvent(new Event('change'));
      },
    };
  };
  const system = query(dark);
  const printing = query(false);
  const theme = createThemeChoice(
    {
      get: (key) => kept.get(key),
      set: (key, value) => {
        kept.set(key, value);
        return done;
      },
    },
    system.list,
    printing.list,
  );
  return {
    theme,
    kept,
    systemBecomes: system.becomes,
    printingBecomes: printing.becomes,
  };
};

test('the theme follows the system until the user chooses', () => {
  const { theme, systemBecomes } = createBed(false);
  expect(theme.scheme$.value).toBe('light');
  systemBecomes(true);
  expect(theme.scheme$.value).toBe('dark');
});

test('a choice is kept and outlasts a change of the system', () => {
  const { theme, kept, systemBecomes } = createBed(false);
  theme.toggle();
  expect([theme.scheme$.value, kept.get('theme')]).toEqual(['dark', 'dark']);
  systemBecomes(true);
  systemBecomes(false);
  expect(theme.scheme$.value).toBe('dark');
});

test('choosing what the system has means following it again', () => {
  const { theme, kept } = createBed(false, 'dark');
  theme.toggle();
  expect([theme.mode$.value, kept.get('theme')]).toEqual(['system', 'system']);
});

test('a stored theme that is none means the system’s', () => {
  expect(createBed(true, 'purple').theme.scheme$.value).toBe('dark');
});

test('on paper all is light, and the screen is as it was after', () => {
  const { theme, printingBecomes } = createBed(true);
  printingBecomes(true);
  expect(theme.scheme$.value).toBe('light');
  printingBecomes(false);
  expect(theme.scheme$.value).toBe('dark');
});
