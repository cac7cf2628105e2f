import { Fragment } from 'react';
import { hexRows, type HexRow, type StyledRun, type TextRange } from '@batbot/core';
import { ansiClass } from './ansi-class.ts';

const hitClass = (isCurrent: boolean): string =>
  isCurrent ? 'log__hit log__hit--current' : 'log__hit';

const classOf = ({ style, mark, isHit, isCurrent }: StyledRun): string | undefined => {
  const names = [
    style && ansiClass(style),
    mark && `mark mark--${mark}`,
    isHit && hitClass(isCurrent),
  ];
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

/** A hit, and whether it is the one gone to. */
interface Hit extends TextRange {
  readonly isCurrent: boolean;
}

/** A text with the hits in it, which rise and lie within it. */
const HitText = ({ text, hits }: { readonly text: string; readonly hits: readonly Hit[] }) => {
  if (hits.length === 0) return text;
  const parts = hits.map(({ from, to, isCurrent }, index) => (
    <Fragment key={from}>
      {text.slice(hits[index - 1]?.to ?? 0, from)}
      <span className={hitClass(isCurrent)}>{text.slice(from, to)}</span>
    </Fragment>
  ));
  return [...parts, text.slice(hits.at(-1)?.to)];
};

/** What of the ranges lies in one row, counted from its beginning. */
export const rangesInRow = <T extends TextRange>(
  ranges: readonly T[],
  first: number,
  count: number,
): readonly T[] =>
  ranges
    .filter(({ from, to }) => to > first && from < first + count)
    .map((range) => ({
      ...range,
      from: Math.max(0, range.from - first),
      to: Math.min(count, range.to - first),
    }));

/** Bytes as pairs of digits, and the same as characters; a hit shows in both. */
export const HexText = ({
  bytes,
  bytesPerRow,
  hits,
  current,
}: {
  readonly bytes: Uint8Array;
  readonly bytesPerRow: number;
  readonly hits: readonly TextRange[];
  /** The one gone to, if it is among them. */
  readonly current: TextRange | undefined;
}) => {
  const told = hits.map((hit) => ({ ...hit, isCurrent: hit.from === current?.from }));
  return hexRows(bytes, bytesPerRow).map(({ hex, ascii }: HexRow, index, rows) => {
    const here = rangesInRow(told, index * bytesPerRow, bytesPerRow);
    // Two digits a byte and a blank between.
    const digits = here.map((hit) => ({ ...hit, from: hit.from * 3, to: hit.to * 3 - 1 }));
    return (
      <span className="log__hex" key={index}>
        <HitText text={hex} hits={digits} />
        <span className="log__ascii">
          <HitText text={ascii} hits={here} />
        </span>
        {index < rows.length - 1 && '\n'}
      </span>
    );
  });
};
