import type { TextRange } from '../ports/pattern-compiler.ts';
import { parseAnsi } from './ansi.ts';
import type { Mark, MarkedRange } from './highlight-rules.ts';
import { linksIn } from './links.ts';
import { printable } from './printable.ts';
import type { TextStyle } from './sgr.ts';

/** A part of a line that has one look. */
export interface StyledRun {
  /** The text with invisible characters replaced by visible ones. */
  readonly text: string;
  readonly style: TextStyle | undefined;
  readonly mark: Mark | undefined;
  readonly isHit: boolean;
  /** Whether the run is the current hit. */
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
 * the hits of the search and its URLs. `marksIn` and `hitsIn` get the text without escapes; `current` is the current
 * hit if it is in this line.
 */
export const styledRuns = (
  text: string,
  marksIn: (plain: string) => readonly MarkedRange[] = () => [],
  hitsIn: (plain: string) => readonly TextRange[] = () => [],
  current?: TextRange,
): readonly StyledRun[] => {
  const { plain, spans } = parseAnsi(text);
  const [marks, hits, links] = [marksIn(plain), hitsIn(plain), linksIn(plain)];
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
