type Rgb = readonly [number, number, number];

const parse = (colour: string): Rgb => {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

const format = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** WCAG 2.2, relative luminance. */
const luminance = (colour: string): number => {
  const [r, g, b] = parse(colour).map((part) => {
    const share = part / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number]; // three in, three out
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** So much of a colour over another, 0 to 1: what CSS calls color-mix in srgb. */
export const mix = (colour: string, over: string, share: number): string => {
  const [above, below] = [parse(colour), parse(over)];
  return format([
    below[0] + (above[0] - below[0]) * share,
    below[1] + (above[1] - below[1]) * share,
    below[2] + (above[2] - below[2]) * share,
  ]);
};

/** WCAG contrast of two colours ('#rrggbb'), 1 to 21. */
export const contrast = (a: string, b: string): number => {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number]; // two in, two out
  return (light + 0.05) / (dark + 0.05);
};

const AA_TEXT = 4.5;
const STEPS = 20;

/** The colour itself, or as little darker or lighter as it takes to be read on the background at AA. */
export const readableOn = (colour: string, background: string): string => {
  const towards = luminance(background) > 0.18 ? 0 : 255;
  for (let step = 0; step < STEPS; step += 1) {
    const share = step / STEPS;
    const [r, g, b] = parse(colour);
    const moved = format([
      r + (towards - r) * share,
      g + (towards - g) * share,
      b + (towards - b) * share,
    ]);
    if (contrast(moved, background) >= AA_TEXT) return moved;
  }
  return towards === 0 ? '#000000' : '#ffffff';
};
