import type { Scheme } from '../react/theme-choice.ts';
import { contrast, mix, readableOn } from './contrast.ts';

/** Every colour of the product. Green is well, amber is watch, red is act, blue is action; nothing else means. */
export interface Palette {
  readonly page: string;
  readonly surface: string;
  /** A second surface inside the first: table heads, docked bars. */
  readonly sunken: string;
  readonly line: string;
  /** Borders of fields: 3 : 1 on the surface. */
  readonly fieldLine: string;
  readonly ink: string;
  readonly muted: string;
  readonly action: string;
  readonly onAction: string;
  readonly actionTint: string;
  readonly good: string;
  readonly goodTint: string;
  readonly watch: string;
  readonly watchTint: string;
  readonly act: string;
  readonly actTint: string;
  readonly overlay: string;
}

const DEFAULT_ACTION = '#1d5bd1';

const LIGHT = {
  page: '#f4f6f8',
  surface: '#ffffff',
  sunken: '#f0f3f6',
  line: '#dde2e8',
  fieldLine: '#87919f',
  ink: '#17202c',
  muted: '#556070',
  good: '#15703b',
  goodTint: '#e3f4e9',
  watch: '#8a5300',
  watchTint: '#fdf0d8',
  act: '#bf2026',
  actTint: '#fde8e7',
  overlay: 'rgb(15 20 27 / 45%)',
};

const DARK = {
  page: '#0f141b',
  surface: '#171e28',
  sunken: '#121821',
  line: '#2b3543',
  fieldLine: '#6d7a8c',
  ink: '#e7ecf3',
  muted: '#a3afbf',
  good: '#56c785',
  goodTint: '#15301f',
  watch: '#edb552',
  watchTint: '#33270f',
  act: '#ff7d76',
  actTint: '#3a1a1b',
  overlay: 'rgb(4 7 11 / 65%)',
};

const AA_TEXT = 4.5;
const TINT_ROUNDS = 8;

/** The brand's colour, moved until it reads on every ground of the scheme and on its own tint, which moves with it. */
const actionOf = (
  brandColour: string,
  { surface, page, sunken }: Pick<Palette, 'surface' | 'page' | 'sunken'>,
  tintShare: number,
): string => {
  let action = [surface, page, sunken].reduce(readableOn, brandColour);
  for (let round = 0; round < TINT_ROUNDS; round += 1) {
    const tint = mix(action, surface, tintShare);
    if (contrast(action, tint) >= AA_TEXT) break;
    action = readableOn(action, tint);
  }
  return action;
};

/** The palette of a scheme, with the brand's colour for actions, moved as far as AA contrast needs. */
export const paletteOf = (scheme: Scheme, brandColour = DEFAULT_ACTION): Palette => {
  const base = scheme === 'dark' ? DARK : LIGHT;
  const tintShare = scheme === 'dark' ? 0.18 : 0.09;
  const action = actionOf(brandColour, base, tintShare);
  return {
    ...base,
    action,
    onAction: readableOn(scheme === 'dark' ? base.page : '#ffffff', action),
    actionTint: mix(action, base.surface, tintShare),
  };
};

export const FONT =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif";
export const MONO =
  "ui-monospace, 'Cascadia Mono', 'SF Mono', Menlo, Consolas, 'Liberation Mono', monospace";
/** The one radius, pixels. */
export const RADIUS = 6;

const kebab = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The palette as CSS variables: `--page`, `--field-line`, `--on-action` … */
export const themeVariables = (palette: Palette): ReadonlyMap<string, string> =>
  new Map([
    ...Object.entries(palette).map(([name, colour]): [string, string] => [
      `--${kebab(name)}`,
      String(colour),
    ]),
    ['--font', FONT],
    ['--mono', MONO],
    ['--radius', `${RADIUS}px`],
  ]);
