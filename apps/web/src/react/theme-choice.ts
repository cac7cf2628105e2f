import { createLive, type KeyValueStore, type Live } from '@batbot/core';

/** What the user chose; `system` follows the operating system. */
export type ThemeMode = 'system' | 'light' | 'dark';
export type Scheme = 'light' | 'dark';

/** Light or dark: what the user chose, and what that means now. */
export interface ThemeChoice {
  readonly mode$: Live<ThemeMode>;
  readonly scheme$: Live<Scheme>;
  /** To the other scheme; back to `system` where that is what the system has. */
  readonly toggle: () => void;
}

const KEY = 'theme';

/**
 * Kept on this computer until logout empties the storage; follows `prefersDark` while the mode is `system`. On paper
 * (`printing`) all is light: charts are canvases, which style sheets do not reach.
 */
export const createThemeChoice = (
  store: Pick<KeyValueStore, 'get' | 'set'>,
  prefersDark: MediaQueryList,
  printing: MediaQueryList,
): ThemeChoice => {
  const stored = store.get(KEY);
  const mode = createLive<ThemeMode>(stored === 'light' || stored === 'dark' ? stored : 'system');
  const present = (): Scheme => {
    if (printing.matches) return 'light';
    if (mode.live.value !== 'system') return mode.live.value;
    return prefersDark.matches ? 'dark' : 'light';
  };
  const scheme = createLive(present());
  for (const query of [prefersDark, printing]) {
    query.addEventListener('change', () => {
      scheme.set(present());
    });
  }
  return {
    mode$: mode.live,
    scheme$: scheme.live,
    toggle: () => {
      const wanted = scheme.live.value === 'dark' ? 'light' : 'dark';
      const isSystems = prefersDark.matches === (wanted === 'dark');
      mode.set(isSystems ? 'system' : wanted);
      scheme.set(present());
      store.set(KEY, mode.live.value);
    },
  };
};
