import { plainText } from './quantity.ts';

// This pattern removes control characters: CSI sequences and other characters that are not text.
// oxlint-disable-next-line no-control-regex
const CONTROL = /\u001b\[[0-9;?]*[A-Za-z]|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

const CLOCK = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?`;
const DATE = String.raw`\d{4}[-/.]\d{2}[-/.]\d{2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}`;

/**
 * Patterns of the prefixes that loggers write before a line, one after the other: counters, dates, clocks, levels,
 * names.
 */
const PREFIXES: readonly RegExp[] = [
  new RegExp(
    String.raw`^\[?(?:${DATE})[T ,_-]{0,2}(?:${CLOCK})?Z?(?:[+-]\d{2}:?\d{2})?\]?[\s,;:|>-]+`,
  ),
  new RegExp(String.raw`^\[?${CLOCK}\]?[\s,;|>-]+(?:(?:${DATE})[\s,;|>-]+)?`),
  new RegExp(String.raw`^\[${CLOCK}\]`),
  /^\[\s*\d{1,10}(?:\.\d{1,9})?\]:?\s*/,
  /^\(\d{1,10}(?:\.\d{1,9})?\)\s+/,
  /^\d{5,}\s{2,}(?=\d)/,
  /^\[(?:[VDIWEC]|TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR)\]:?\s*/i,
  /^(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR)\s*[:|-]\s*/i,
  /^(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR)\s+(?=\[|\()/,
  /^[VDIWE] \(\d{1,12}\) [\w.-]{1,32}:\s+/,
  /^\[[\w.-]{1,32}:\d{1,5}\]:\s*/,
  /^[VDIWE]\/[\w.-]{1,32}\s*(?:\(\s*\d+\))?:\s+/,
];

const withoutPrefixes = (line: string): string => {
  let rest = line;
  for (let round = 0; round < 4; round += 1) {
    const before = rest;
    for (const prefix of PREFIXES) rest = rest.replace(prefix, '');
    if (rest === before || rest === '') break;
  }
  return rest === '' ? line : rest;
};

/** Minimum number of lines that must begin with the same text to make it a prefix. */
const MIN_LINES = 3;

/** Returns the beginning that most lines share, up to a sign that ends a prefix: `INFO:SerialBattery:`. */
const sharedPrefix = (lines: readonly string[]): string => {
  const filled = lines.filter((line) => line.trim() !== '');
  const counts = new Map<string, number>();
  for (const line of filled) {
    const start = /^[^=\d{,]{2,48}?[\w\])](?::|\]|\)|>|\|)(?=\s*\S)/.exec(line)?.[0];
    const whole = /^[^=\d{,]{2,64}(?::|\]|\)|>|\|)(?=[^:]*[:=|])/.exec(line)?.[0];
    for (const each of new Set([start, whole])) {
      if (each !== undefined) counts.set(each, (counts.get(each) ?? 0) + 1);
    }
  }
  const hasKey = (line: string, prefix: string): boolean =>
    /[:=|]|^[\s*=-]*$/.test(line.slice(prefix.length).trim());
  const shared = [...counts]
    .filter(([, count]) => count >= MIN_LINES && count >= filled.length * 0.8)
    .map(([prefix]) => prefix)
    // The rest of the lines must have keys of their own; otherwise the prefix was the key.
    .filter(
      (prefix) =>
        filled.filter((line) => line.startsWith(prefix) && hasKey(line, prefix)).length >=
        filled.length * 0.6,
    );
  return shared.reduce((longest, each) => (each.length > longest.length ? each : longest), '');
};

/** The lines of a reply without prefixes, and the prefix that was removed from all of them. */
export interface ReadableLines {
  readonly lines: readonly string[];
  /** The same lines with their prefixes, because a table may have a column of dates. */
  readonly whole: readonly string[];
  /** The words that were removed from every line. They may name the device. */
  readonly prefix: string;
}

/** Maximum length of a line in characters. A longer line is not text for people. */
export const MAX_LINE_CHARACTERS = 4_096;

/** Removes colours, control characters and the prefixes of loggers. Indentation is kept. */
export const readableLines = (raw: readonly string[]): ReadableLines => {
  const whole = raw.map((line) => {
    const text =
      line.includes('\u001b') || /[^\x20-\x7e]/.test(line)
        ? plainText(line.replace(CONTROL, ''))
        : line;
    return text.length > MAX_LINE_CHARACTERS ? '' : text.trimEnd();
  });
  const clean = whole.map(withoutPrefixes);
  const prefix = sharedPrefix(clean);
  if (prefix === '') return { lines: clean, whole, prefix };
  return {
    lines: clean.map((line) =>
      line.startsWith(prefix) ? withoutPrefixes(line.slice(prefix.length)) : line,
    ),
    whole,
    prefix,
  };
};
