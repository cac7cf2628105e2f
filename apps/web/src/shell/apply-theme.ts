import type { Scheme, ThemeChoice } from '../react/theme-choice.ts';
import { ansiVariables } from './ansi-colours.ts';
import { paletteOf, themeVariables } from './theme.ts';

/** Puts the palette's CSS variables on the page: through the object model, which a strict style policy allows. */
export const paintTheme = (page: Document, scheme: Scheme, brandColour?: string): void => {
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

/** Keeps the page in the chosen scheme, for as long as it lives. */
export const followTheme = (page: Document, theme: ThemeChoice, brandColour?: string): void => {
  theme.scheme$.subscribe((scheme) => {
    paintTheme(page, scheme, brandColour);
  });
};
