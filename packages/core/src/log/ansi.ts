import { PLAIN, withSgr, type TextStyle } from './sgr.ts';

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
  /** The parameters, if the escape selects a style. */
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
