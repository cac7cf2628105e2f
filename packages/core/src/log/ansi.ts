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

/** A part of the plain text that is styled. */
export interface StyledSpan {
  readonly from: number;
  readonly to: number;
  readonly style: TextStyle;
}

export interface AnsiText {
  /** The text without escapes. */
  readonly plain: string;
  /** The styled parts from left to right. The text between them is unstyled. */
  readonly spans: readonly StyledSpan[];
}

const ESC = '\u001b';
/**
 * A control sequence after `ESC [`: parameters, intermediates, final byte (ECMA-48, 5.4). The three sets are disjoint,
 * so matching is linear.
 */
const CSI = /[0-?]*[ -/]*[@-~]/y;
/** Where a control string ends or is aborted. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const STRING_END = /[\u0007\u0018\u001a\u001b\u009c]/g;
/** The other escapes: intermediates and final byte, such as `ESC ( B` and `ESC c`. */
const OTHER = /[ -/]*[0-~]/y;
/** The kinds of escapes that are followed by a string: OSC, DCS, SOS, PM, APC. */
const STRINGS = ']PX^_';

interface Escape {
  /** The index of the first character after the escape. */
  readonly end: number;
  /** The parameters of an escape that selects a style (SGR). Absent for other escapes. */
  readonly sgr?: string;
}

const controlString = (text: string, from: number): Escape => {
  STRING_END.lastIndex = from;
  const found = STRING_END.exec(text);
  const end = found?.index ?? text.length;
  const isEnded = found !== null && (found[0] !== ESC || text[end + 1] === '\\');
  // A string without an end would hide the rest of the line, so only its beginning is removed.
  if (!isEnded) return { end: from };
  return { end: found[0] === ESC ? end + 2 : end + 1 };
};

/** Returns the escape that begins with the ESC at `at`; undefined if this ESC is only a character. */
const escapeAt = (text: string, at: number): Escape | undefined => {
  const kind = text.charAt(at + 1);
  if (kind === '[') {
    CSI.lastIndex = at + 2;
    const found = CSI.exec(text);
    if (found === null) return { end: at + 2 };
    const end = at + 2 + found[0].length;
    const isSgr = /^[\d;:]*m$/.test(found[0]);
    return isSgr ? { end, sgr: found[0].slice(0, -1) } : { end };
  }
  if (kind !== '' && STRINGS.includes(kind)) return controlString(text, at + 2);
  OTHER.lastIndex = at + 1;
  const found = OTHER.exec(text);
  return found === null ? undefined : { end: at + 1 + found[0].length };
};

/**
 * Removes the escapes from a line and returns its styles. Only SGR has an effect. All other escapes (cursor, title,
 * clipboard, links, queries) are removed and never answered [RX-02][RX-03][RX-04]; the text of a link stays. Every line
 * begins unstyled, because lines are filtered, searched and dropped one by one, and an unreset colour must not affect
 * other lines. Eight-bit controls (U+0080 to U+009F) are characters.
 */
export const parseAnsi = (text: string): AnsiText => {
  let at = text.indexOf(ESC);
  if (at < 0) return { plain: text, spans: [] };
  const parts: string[] = [];
  const spans: StyledSpan[] = [];
  let length = 0;
  let style = PLAIN;
  const keep = (from: number, to: number): void => {
    if (to === from) return;
    parts.push(text.slice(from, to));
    const last = spans.at(-1);
    if (style !== PLAIN) {
      if (last?.style === style && last.to === length) {
        spans[spans.length - 1] = { ...last, to: length + to - from };
      } else spans.push({ from: length, to: length + to - from, style });
    }
    length += to - from;
  };
  let from = 0;
  while (at >= 0) {
    const escape = escapeAt(text, at);
    keep(from, escape === undefined ? at + 1 : at);
    from = escape?.end ?? at + 1;
    if (escape?.sgr !== undefined) style = withSgr(style, escape.sgr);
    at = text.indexOf(ESC, from);
  }
  keep(from, text.length);
  return { plain: parts.join(''), spans };
};

/** Returns a line without its escapes, as it is shown, searched and filtered. */
export const stripAnsi = (text: string): string =>
  text.includes(ESC) ? parseAnsi(text).plain : text;

// Matches control characters, U+FFFD for bytes that are not UTF-8, and characters without width or with a reading
// direction, which could make a line look like another line. Each takes one column; the hex view shows the bytes.
const UNPRINTABLE =
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  /[\u0000-\u001f\u007f-\u009f\ufffd\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** Returns the text of a device with every invisible character replaced by a visible one, in one column each. */
export const printable = (text: string): string =>
  text.replace(UNPRINTABLE, (character) => (character === '\t' ? ' ' : '·'));
