import { createLive, type KeyValueStore, type Live } from '@batbot/core';

/** What the user chose; `system` follows the operating system. */
export type ThemeMode = 'system' | 'light' | 'dark';
export type Scheme = 'light' | 'dark';
/** How high controls and rows are. */
export type Density = 'comfortable' | 'compact';

/** How the app looks: what the user chose, and what that means now. */
export interface ThemeChoice {
  readonly mode$: Live<ThemeMode>;
  readonly scheme$: Live<Scheme>;
  readonly density$: Live<Density>;
  readonly chooseMode: (mode: ThemeMode) => void;
  readonly chooseDensity: (density: Density) => void;
}

const MODE_KEY = 'theme';
const DENSITY_KEY = 'density';

/**
 * Saved on this computer until logout empties the storage; follows `prefersDark` while the mode is `system`. On paper
 * (`printing`) everything is light: charts are canvases, which style sheets do not reach.
 */
export const createThemeChoice = (
  store: Pick<KeyValueStore, 'get' | 'set'>,
  prefersDark: MediaQueryList,
  printing: MediaQueryList,
): ThemeChoice => {
  const stored = store.get(MODE_KEY);
  const mode = createLive<ThemeMode>(stored === 'light' || stored === 'dark' ? stored : 'system');
  const density = createLive<Density>(
    store.get(DENSITY_KEY) === 'compact' ? 'compact' : 'comfortable',
  );
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
    density$: density.live,
    chooseMode: (chosen) => {
      mode.set(chosen);
      scheme.set(present());
      store.set(MODE_KEY, chosen);
    },
    chooseDensity: (chosen) => {
      density.set(chosen);
      store.set(DENSITY_KEY, chosen);
    },
  };
};
