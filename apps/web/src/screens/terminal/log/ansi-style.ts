import type { CSSProperties } from 'react';
import type { TextColor, TextStyle } from '@batbot/core';

/** The colours of the app. Other colours of a device are mapped to the nearest one. `ink` is the normal text colour. */
type Hue = 'ink' | 'grey' | 'red' | 'yellow' | 'green' | 'cyan' | 'blue' | 'magenta';

/**
 * The first sixteen colours of the table. Black and white are both `ink`, because the theme decides which of them is
 * readable.
 */
const SIXTEEN: readonly Hue[] = [
  ...(['ink', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'ink'] as const),
  ...(['grey', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'ink'] as const),
];

/** The end of each hue on the colour wheel in degrees. */
const WHEEL: readonly (readonly [number, Hue])[] = [
  [20, 'red'],
  [70, 'yellow'],
  [160, 'green'],
  [200, 'cyan'],
  [260, 'blue'],
  [345, 'magenta'],
  [360, 'red'],
];
/** Minimum difference between the components of a colour, of 255. Below it, the colour is grey. */
const LEAST_CHROMA = 32;

const hueOfRgb = (red: number, green: number, blue: number): Hue => {
  const most = Math.max(red, green, blue);
  const chroma = most - Math.min(red, green, blue);
  if (chroma < LEAST_CHROMA) return most > 64 && most < 192 ? 'grey' : 'ink';
  const sextant =
    most === red
      ? (green - blue) / chroma
      : most === green
        ? (blue - red) / chroma + 2
        : (red - green) / chroma + 4;
  const degrees = (sextant * 60 + 360) % 360;
  return WHEEL.find(([end]) => degrees < end)?.[1] ?? 'red';
};

/** The levels of the colour cube in xterm, which has the indices 16 to 231. From 232 on the colours are grey. */
const CUBE = [0, 95, 135, 175, 215, 255] as const;

const hueOfIndex = (index: number): Hue => {
  const named = SIXTEEN[index];
  if (named !== undefined) return named;
  if (index >= 232) return index < 236 || index > 251 ? 'ink' : 'grey';
  const place = index - 16;
  const part = (divisor: number): number => CUBE[Math.floor(place / divisor) % 6] ?? 0;
  return hueOfRgb(part(36), part(6), part(1));
};

export const hueOf = (color: TextColor): Hue =>
  color.kind === 'table' ? hueOfIndex(color.index) : hueOfRgb(color.red, color.green, color.blue);

const inkOf = (hue: Hue): string => (hue === 'ink' ? 'var(--ink)' : `var(--ansi-${hue})`);
const groundOf = (hue: Hue): string => `var(--ansi-${hue === 'ink' ? 'grey' : hue}-ground)`;

/** Converts the style of device text to colours of the app, which are readable in both themes [TERM-91]. */
export const ansiStyle = (style: TextStyle): CSSProperties => {
  const hue = style.isFaint ? 'grey' : style.color && hueOf(style.color);
  const ink = hue && inkOf(hue);
  const lines = [style.isUnderlined && 'underline', style.isStruck && 'line-through'];
  const textDecoration = lines.filter(Boolean).join(' ');
  return {
    ...(ink && { color: ink }),
    ...(style.background && { background: groundOf(hueOf(style.background)), color: 'var(--ink)' }),
    ...(style.isInverse && { background: ink ?? 'var(--ink)', color: 'var(--surface)' }),
    ...(style.isBold && { fontWeight: 700 }),
    ...(style.isItalic && { fontStyle: 'italic' }),
    ...(textDecoration !== '' && { textDecoration }),
  };
};
