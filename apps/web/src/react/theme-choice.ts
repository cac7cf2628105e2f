import * as v from 'valibot';
import { createLive, rawText, saved, type KeyValueStore } from '@batbot/core';

/** The user's choice of theme; `system` follows the operating system. */
export type ThemeMode = 'system' | 'light' | 'dark';
export type Scheme = 'light' | 'dark';
/** The height of controls and rows. */
export type Density = 'comfortable' | 'compact';

/**
 * Saves the choice on this computer until the sign-out. While the mode is `system`, the scheme follows `prefersDark`.
 * Printing (`printing`) always uses the light scheme: charts are canvases, which style sheets cannot change.
 */
export const createThemeChoice = (
  store: KeyValueStore,
  prefersDark: MediaQueryList,
  printing: MediaQueryList,
) => {
  const mode = saved<ThemeMode>(
    store,
    'theme',
    rawText(v.picklist(['system', 'light', 'dark'])),
    'system',
  );
  const density = saved<Density>(
    store,
    'density',
    rawText(v.picklist(['comfortable', 'compact'])),
    'comfortable',
  );
  const present = (): Scheme => {
    if (printing.matches) return 'light';
    if (mode.value$.value !== 'system') return mode.value$.value;
    return prefersDark.matches ? 'dark' : 'light';
  };
  const scheme = createLive(present());
  for (const query of [prefersDark, printing]) {
    query.addEventListener('change', () => scheme.set(present()));
  }
  mode.value$.subscribe(() => scheme.set(present()));
  return {
    mode$: mode.value$,
    scheme$: scheme.live,
    density$: density.value$,
    chooseMode: mode.set,
    chooseDensity: density.set,
  };
};

/** The appearance of the app: the user's choice and its current effect. */
export type ThemeChoice = ReturnType<typeof createThemeChoice>;
