import { Fragment } from 'react';
import { hexRows, type HexRow, type StyledRun, type TextRange } from '@batbot/core';
import { ansiClass } from './ansi-class.ts';

const classOf = ({ style, mark, isHit }: StyledRun): string | undefined => {
  const names = [style && ansiClass(style), mark && `mark mark--${mark}`, isHit && 'log__hit'];
  const present = names.filter(Boolean);
  return present.length === 0 ? undefined : present.join(' ');
};

/**
 * A line of text in its colours, marks and hits. An address in it is opened by a click and by nothing else, and is what
 * it looks like [RX-02].
 */
export const RunsText = ({ runs }: { readonly runs: readonly StyledRun[] }) =>
  runs.map((run, index) => {
    const className = classOf(run);
    if (run.href !== undefined) {
      return (
        <a
          key={index}
          className={className === undefined ? 'log__link' : `log__link ${className}`}
          href={run.href}
          target="_blank"
          rel="noopener noreferrer"
        >
          {run.text}
        </a>
      );
    }
    return className === undefined ? (
      <Fragment key={index}>{run.text}</Fragment>
    ) : (
      <span key={index} className={className}>
        {run.text}
      </span>
    );
  });

/** A text with the hits in it, which rise and lie within it. */
const HitText = ({
  text,
  hits,
}: {
  readonly text: string;
  readonly hits: readonly TextRange[];
}) => {
  if (hits.length === 0) return text;
  const parts = hits.map(({ from, to }, index) => (
    <Fragment key={from}>
      {text.slice(hits[index - 1]?.to ?? 0, from)}
      <span className="log__hit">{text.slice(from, to)}</span>
    </Fragment>
  ));
  return [...parts, text.slice(hits.at(-1)?.to)];
};

/** What of the ranges lies in one row, counted from its beginning. */
export const rangesInRow = (
  ranges: readonly TextRange[],
  first: number,
  count: number,
): readonly TextRange[] =>
  ranges
    .filter(({ from, to }) => to > first && from < first + count)
    .map(({ from, to }) => ({
      from: Math.max(0, from - first),
      to: Math.min(count, to - first),
    }));

/** Bytes as pairs of digits, and the same as characters; a hit shows in both. */
export const HexText = ({
  bytes,
  bytesPerRow,
  hits,
}: {
  readonly bytes: Uint8Array;
  readonly bytesPerRow: number;
  readonly hits: readonly TextRange[];
}) =>
  hexRows(bytes, bytesPerRow).map(({ hex, ascii }: HexRow, index) => {
    const here = rangesInRow(hits, index * bytesPerRow, bytesPerRow);
    // Two digits a byte and a blank between.
    const digits = here.map(({ from, to }) => ({ from: from * 3, to: to * 3 - 1 }));
    return (
      <span className="log__hex" key={index}>
        <HitText text={hex} hits={digits} />
        <span className="log__ascii">
          <HitText text={ascii} hits={here} />
        </span>
      </span>
    );
  });
