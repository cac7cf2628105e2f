import type { TextRange } from '../ports/pattern-compiler.ts';
import { parseAnsi, printable, type TextStyle } from './ansi.ts';
import type { Mark, MarkedRange } from './highlight-rules.ts';

/** A URL in a text. Only http and https URLs that are not misleading are links (RX-02, RX-10). */
export interface TextLink extends TextRange {
  readonly href: string;
}

// Matches a URL without invisible characters and direction overrides, so that it is what it looks like.
const ADDRESS =
  // oxlint-disable-next-line no-control-regex -- control characters are what it leaves out
  /https?:\/\/[a-z0-9[][^\s<>"'`{}|\\^\u0000-\u001f\u007f-\u009f\ufffd\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]*/gi;

/** Returns the URL without the punctuation of the sentence around it. */
const trimmed = (address: string): string => {
  let end = address.length;
  const opens = address.includes('(');
  while (end > 0 && (opens ? '.,;:!?' : '.,;:!?)').includes(address.charAt(end - 1))) end -= 1;
  return address.slice(0, end);
};

/**
 * Whether a URL is misleading: it has a user name (`https://bank.example@evil.test`) or look-alike letters in its host.
 */
const isMisleading = (address: string): boolean => {
  const authority = /^https?:\/\/([^/?#]*)/i.exec(address)?.[1] ?? '';
  return authority.includes('@') || !/^[\x20-\x7e]*$/.test(authority);
};

export const linksIn = (text: string): readonly TextLink[] => {
  if (!text.includes('://')) return [];
  return Array.from(text.matchAll(ADDRESS), ({ 0: found, index }) => {
    const href = trimmed(found);
    return { from: index, to: index + href.length, href };
  }).filter(({ href }) => !isMisleading(href));
};

/** A part of a line that has one look. */
export interface StyledRun {
  /** The text with invisible characters replaced by visible ones. */
  readonly text: string;
  readonly style: TextStyle | undefined;
  readonly mark: Mark | undefined;
  readonly isHit: boolean;
  readonly isCurrent: boolean;
  /** The URL that the run is part of. */
  readonly href: string | undefined;
}

/** Returns the range at a position. The ranges do not overlap; call it with ascending positions. */
const along = <T extends TextRange>(ranges: readonly T[]): ((at: number) => T | undefined) => {
  let index = 0;
  return (at) => {
    while ((ranges[index]?.to ?? Infinity) <= at) index += 1;
    const range = ranges[index];
    return range !== undefined && range.from <= at ? range : undefined;
  };
};

/**
 * Returns the text of a line as runs from left to right. They combine its ANSI styles, the marks of highlight rules,
 * the hits of the search and its URLs. Marks and hits are ranges of the text without escapes; `current` is the current
 * hit if it is in this line.
 */
export const styledRuns = (
  text: string,
  marksIn: (plain: string) => readonly MarkedRange[] = () => [],
  hits: readonly TextRange[] = [],
  current?: TextRange,
): readonly StyledRun[] => {
  const { plain, spans } = parseAnsi(text);
  const [marks, links] = [marksIn(plain), linksIn(plain)];
  const cuts = [0, plain.length];
  for (const { from, to } of [...spans, ...marks, ...hits, ...links]) cuts.push(from, to);
  cuts.sort((a, b) => a - b);
  const [spanAt, markAt, hitAt, linkAt] = [along(spans), along(marks), along(hits), along(links)];
  const runs: StyledRun[] = [];
  for (const [index, from] of cuts.entries()) {
    const to = cuts[index + 1] ?? from;
    if (to === from) continue;
    const hit = hitAt(from);
    runs.push({
      text: printable(plain.slice(from, to)),
      style: spanAt(from)?.style,
      mark: markAt(from)?.mark,
      isHit: hit !== undefined,
      isCurrent: hit !== undefined && hit.from === current?.from,
      href: linkAt(from)?.href,
    });
  }
  return runs;
};
