/** A colour of the terminal's table of 256 colours (the first 16 come from the theme), or an RGB value. */
export type TextColor =
  | { readonly kind: 'table'; readonly index: number }
  | { readonly kind: 'rgb'; readonly red: number; readonly green: number; readonly blue: number };

export interface TextStyle {
  readonly isBold: boolean;
  readonly isFaint: boolean;
  readonly isItalic: boolean;
  readonly isUnderlined: boolean;
  readonly isInverse: boolean;
  readonly isStruck: boolean;
  readonly color: TextColor | undefined;
  readonly background: TextColor | undefined;
}

export const PLAIN: TextStyle = {
  isBold: false,
  isFaint: false,
  isItalic: false,
  isUnderlined: false,
  isInverse: false,
  isStruck: false,
  color: undefined,
  background: undefined,
};

const ATTRIBUTES: ReadonlyMap<number, Partial<TextStyle>> = new Map([
  [1, { isBold: true }],
  [2, { isFaint: true }],
  [3, { isItalic: true }],
  [4, { isUnderlined: true }],
  [7, { isInverse: true }],
  [9, { isStruck: true }],
  [21, { isUnderlined: true }],
  [22, { isBold: false, isFaint: false }],
  [23, { isItalic: false }],
  [24, { isUnderlined: false }],
  [27, { isInverse: false }],
  [29, { isStruck: false }],
  [39, { color: undefined }],
  [49, { background: undefined }],
]);

const table = (index: number): TextColor => ({ kind: 'table', index });

/** Returns the colour of the codes 30 to 37, 40 to 47, 90 to 97 and 100 to 107. */
const shortColor = (code: number): Partial<TextStyle> | undefined => {
  const low = code % 10;
  if (low > 7) return undefined;
  switch (code - low) {
    case 30:
      return { color: table(low) };
    case 40:
      return { background: table(low) };
    case 90:
      return { color: table(low + 8) };
    case 100:
      return { background: table(low + 8) };
    default:
      return undefined;
  }
};

const isByte = (value: number | undefined): value is number =>
  value !== undefined && value >= 0 && value <= 255;

/** Returns the colour after a 38 or 48, and the number of parameters that it consists of. */
const longColor = (
  numbers: readonly number[],
  at: number,
): { readonly color: TextColor | undefined; readonly taken: number } => {
  const [kind, first, second, third] = numbers.slice(at, at + 4);
  if (kind === 5) return { color: isByte(first) ? table(first) : undefined, taken: 2 };
  if (kind !== 2) return { color: undefined, taken: 1 };
  const isWhole = isByte(first) && isByte(second) && isByte(third);
  return {
    color: isWhole ? { kind: 'rgb', red: first, green: second, blue: third } : undefined,
    taken: 4,
  };
};

/**
 * Returns the numbers of a parameter with colons. `38:2::r:g:b` has a colour space, which `38;2;r;g;b` does not have;
 * `4:3` is an underline style, and `4:0` removes it.
 */
const withColons = (parameter: string): readonly number[] => {
  const [first = '', second = '', ...rest] = parameter.split(':');
  if (first === '4') return [second === '0' ? 24 : 4];
  const values = second === '2' && rest.length > 3 ? rest.slice(1) : rest;
  return [first, second, ...values].map(Number);
};

/**
 * Returns the style after `ESC [ parameters m` (ECMA-48, 8.3.117; ITU T.416 for colours). Unknown parameters have no
 * effect.
 */
export const withSgr = (before: TextStyle, parameters: string): TextStyle => {
  const numbers = parameters
    .split(';')
    .flatMap((each) => (each.includes(':') ? withColons(each) : [Number(each)]));
  let style = before;
  for (let at = 0; at < numbers.length; at += 1) {
    const code = numbers[at] ?? 0;
    if (code === 0) style = PLAIN;
    else if (code === 38 || code === 48) {
      const { color, taken } = longColor(numbers, at + 1);
      at += taken;
      if (color !== undefined) {
        style = code === 38 ? { ...style, color } : { ...style, background: color };
      }
    } else {
      const change = ATTRIBUTES.get(code) ?? shortColor(code);
      if (change !== undefined) style = { ...style, ...change };
    }
  }
  return style;
};
