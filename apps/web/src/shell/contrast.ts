type Rgb = readonly [number, number, number];

const parse = (colour: string): Rgb => {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

const format = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** Relative luminance as defined by WCAG 2.2. */
const luminance = (colour: string): number => {
  const [r, g, b] = parse(colour).map((part) => {
    const share = part / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number]; // `map` keeps the length
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** Mixes a share (0 to 1) of a colour with another colour, as `color-mix(in srgb)` of CSS does. */
export const mix = (colour: string, over: string, share: number): string => {
  const [above, below] = [parse(colour), parse(over)];
  return format([
    below[0] + (above[0] - below[0]) * share,
    below[1] + (above[1] - below[1]) * share,
    below[2] + (above[2] - below[2]) * share,
  ]);
};

/** Contrast ratio of two colours ('#rrggbb') as defined by WCAG, 1 to 21. */
export const contrast = (a: string, b: string): number => {
  // `toSorted` keeps the length
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};

const AA_TEXT = 4.5;
const STEPS = 20;

/** Returns the colour, darkened or lightened in the smallest step that gives AA contrast on the background. */
export const readableOn = (colour: string, background: string): string => {
  const end = luminance(background) > 0.18 ? '#000000' : '#ffffff';
  for (let step = 0; step < STEPS; step += 1) {
    const moved = mix(end, colour, step / STEPS);
    if (contrast(moved, background) >= AA_TEXT) return moved;
  }
  return end;
};
