import type { Scheme } from '../react/theme-choice.ts';
import { contrast, mix, readableOn } from './contrast.ts';

const DEFAULT_ACTION = '#1d5bd1';

/** Colours by meaning: green is OK, amber is watch, red is act, blue is action. Data series have their own colours. */
const LIGHT = {
  page: '#f4f6f8',
  surface: '#ffffff',
  sunken: '#f0f3f6', // parts of a surface: table heads, docked bars
  line: '#dde2e8',
  fieldLine: '#87919f', // borders of fields, with a contrast of 3 : 1 on the surface
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

const DARK: typeof LIGHT = {
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

/** Adjusts the brand colour until it has AA contrast on every surface of the scheme and on its own tint. */
const actionOf = (
  brandColour: string,
  { surface, page, sunken }: typeof LIGHT,
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

export type Palette = Readonly<typeof LIGHT & Record<'action' | 'onAction' | 'actionTint', string>>;

/** Returns the palette of a scheme. The brand colour, adjusted to AA contrast, is the colour of actions. */
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

/** Colours of data series, distinct from the colours of states. */
const SERIES: Readonly<Record<Scheme, Readonly<Record<string, string>>>> = {
  light: {
    voltage: '#1d5bd1',
    current: '#7b3fc4',
    power: '#0f766e',
    temperature: '#b4470a',
    charge: '#475569',
    'cell-low': '#6b8fd6',
    'cell-high': '#1d5bd1',
  },
  dark: {
    voltage: '#7aa2ff',
    current: '#b794f4',
    power: '#5eead4',
    temperature: '#fdba74',
    charge: '#cbd5e1',
    'cell-low': '#5878b8',
    'cell-high': '#7aa2ff',
  },
};

export const FONT =
  "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif";
export const MONO =
  "ui-monospace, 'Cascadia Mono', 'SF Mono', Menlo, Consolas, 'Liberation Mono', monospace";

/** Radius of controls and cards in pixels. */
export const RADIUS = 6;

/** Heights of controls in pixels: in toolbars or with compact density, usually, and for touch. */
export const CONTROL_HEIGHTS = { small: 28, usual: 32, smallTouch: 40, touch: 44 } as const;

/** Font sizes with their line heights in pixels: `--size-body`, `--line-body` … */
const TEXT_SIZES = {
  meta: [12, 16],
  body: [13, 20],
  control: [14, 20],
  title: [16, 24],
  page: [20, 28],
  metric: [26, 32],
  hero: [44, 46],
} as const;

/** Distances in pixels: `--space-4` … */
const SPACES = [4, 8, 12, 16, 24, 32] as const;

const kebab = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Returns the tokens as CSS variables: `--page`, `--field-line`, `--series-voltage`, `--size-body`, `--space-8` … */
export const themeVariables = (palette: Palette, scheme: Scheme): ReadonlyMap<string, string> =>
  new Map<string, string>([
    ...Object.entries(palette).map(([name, colour]) => [`--${kebab(name)}`, colour] as const),
    ...Object.entries(SERIES[scheme]).map(
      ([name, colour]) => [`--series-${name}`, colour] as const,
    ),
    ...Object.entries(TEXT_SIZES).flatMap(([name, [size, line]]) => [
      [`--size-${name}`, `${size}px`] as const,
      [`--line-${name}`, `${line}px`] as const,
    ]),
    ...SPACES.map((space) => [`--space-${space}`, `${space}px`] as const),
    ['--height-control', `${CONTROL_HEIGHTS.usual}px`],
    ['--font', FONT],
    ['--mono', MONO],
    ['--radius', `${RADIUS}px`],
  ]);
