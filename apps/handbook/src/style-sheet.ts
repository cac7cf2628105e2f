import { paletteOf, themeVariables } from '@batbot/web/theme';

const variables = (scheme: 'light' | 'dark'): string =>
  [...themeVariables(paletteOf(scheme), scheme)]
    .map(([name, value]) => `${name}: ${value};`)
    .join('\n');

/** Returns the style sheet: the tokens of the product in both themes, and the rules of `style.css`. */
export const styleSheet = (rules: string): string =>
  `:root {\n${variables('light')}\n}\n@media (prefers-color-scheme: dark) {\n:root {\n${variables('dark')}\n}\n}\n${rules}`;
