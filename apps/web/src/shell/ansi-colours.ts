import { mix, readableOn } from './contrast.ts';
import type { Scheme } from '../react/theme-choice.ts';
import type { Palette } from './theme.ts';

/** The colours of ECMA-48 for each scheme. Black, white and grey are the text colours of the scheme. */
const HUES: Readonly<Record<Scheme, Readonly<Record<string, string>>>> = {
  light: {
    red: '#bf2026',
    green: '#15703b',
    yellow: '#8a5300',
    blue: '#1d5bd1',
    magenta: '#9b2690',
    cyan: '#0b6b7a',
  },
  dark: {
    red: '#ff7d76',
    green: '#56c785',
    yellow: '#edb552',
    blue: '#7aa7ff',
    magenta: '#e48ada',
    cyan: '#5cc8d8',
  },
};

/** Base colours of backgrounds, brighter than the text colours to be distinguishable. The text on them is dark. */
const GROUNDS: Readonly<Record<string, string>> = {
  red: '#e5484d',
  green: '#30a46c',
  yellow: '#f0b000',
  blue: '#3e75dd',
  magenta: '#c04ab5',
  cyan: '#12a5bd',
  grey: '#87919f',
};
const GROUND_SHARE = 0.32;

/**
 * The colours of device text as CSS variables: `--ansi-red` for text, `--ansi-red-ground` for a background. All have AA
 * contrast on each surface of the log: its background, notices and the selection.
 */
export const ansiVariables = (
  scheme: Scheme,
  { surface, sunken, actionTint, muted }: Palette,
): readonly (readonly [string, string])[] =>
  Object.entries({ ...HUES[scheme], grey: muted }).flatMap(([name, hue]) => {
    const colour = [surface, sunken, actionTint].reduce(readableOn, hue);
    const ground = mix(GROUNDS[name] ?? colour, surface, GROUND_SHARE);
    return [
      [`--ansi-${name}`, colour],
      [`--ansi-${name}-ground`, ground],
    ] as const;
  });
