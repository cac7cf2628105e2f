import type { Scheme, ThemeChoice } from '../react/theme-choice.ts';
import { ansiVariables } from './ansi-colours.ts';
import { paletteOf, themeVariables } from './theme.ts';

/**
 * Sets the palette's CSS variables on the page with the CSS object model, which a strict content security policy
 * allows.
 */
const paintTheme = (page: Document, scheme: Scheme, brandColour?: string): void => {
  const { style } = page.documentElement;
  style.colorScheme = scheme;
  const palette = paletteOf(scheme, brandColour);
  for (const [name, value] of [
    ...themeVariables(palette, scheme),
    ...ansiVariables(scheme, palette),
  ]) {
    style.setProperty(name, value);
  }
};

/** Applies the scheme of the operating system, now and when it changes, to a page without the settings of the app. */
export const followSystem = (page: Document, prefersDark: MediaQueryList): void => {
  const paint = (): void => paintTheme(page, prefersDark.matches ? 'dark' : 'light');
  paint();
  prefersDark.addEventListener('change', paint);
};

/** Applies the chosen scheme to the page whenever it changes. The subscription lasts as long as the page. */
export const followTheme = (page: Document, theme: ThemeChoice, brandColour?: string): void => {
  theme.scheme$.subscribe((scheme) => paintTheme(page, scheme, brandColour));
};
