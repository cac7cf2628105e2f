import { Fragment, memo, type CSSProperties } from 'react';
import {
  cleanLine,
  hexRows,
  roleOf,
  styledRuns,
  type Bookmark,
  type Direction,
  type HexRow,
  type LogEntry,
  type StyledRun,
  type Terminal,
  type TextRange,
} from '@batbot/core';
import { ansiStyle } from './ansi-style.ts';
import { MARK_STYLES } from './mark-styles.ts';

/** Height of a row in pixels. The style sheet contains the same value. */
export const ROW_PX = 18;

const GLYPHS: Readonly<Record<Direction, string>> = { sent: '->', received: '<-', system: '--' };

/** Width of the time column in characters. */
const TIME_COLUMNS = 12;

/** The functions that style the entries. It is a new object whenever marks or matches may have changed. */
export interface LogLook {
  readonly runs: (entry: LogEntry, current?: TextRange) => readonly StyledRun[];
  readonly byteHits: (entry: LogEntry) => readonly TextRange[];
}

/** Maximum length of a final result code or an alarm. */
const LONGEST_RESULT = 120;

/** Returns the kind of a received line: the end of a reply, or an unsolicited alarm. */
export const resultOf = (entry: LogEntry): 'ok' | 'error' | 'alarm' | undefined => {
  if (entry.direction !== 'received' || entry.byteLength > LONGEST_RESULT) return undefined;
  const role = roleOf(cleanLine(entry.text));
  if (role.kind === 'final') return role.ok ? 'ok' : 'error';
  return role.kind === 'urc' && role.urc.kind === 'alarm' ? 'alarm' : undefined;
};

const hitClass = (isCurrent: boolean): string =>
  isCurrent ? 'log__hit log__hit--current' : 'log__hit';

const classOf = ({ mark, isHit, isCurrent }: StyledRun): string | undefined => {
  if (isHit) return hitClass(isCurrent);
  return mark && 'mark';
};

/** The look of a match overrides colours and marks of the text. */
const styleOf = ({ style, mark, isHit }: StyledRun): CSSProperties | undefined =>
  isHit || (style ?? mark) === undefined
    ? undefined
    : { ...(style && ansiStyle(style)), ...(mark && MARK_STYLES[mark].style) };

/**
 * Renders a line of text with its colours, marks and matches. A URL in the text becomes a link that shows its whole
 * address and opens only on a click [RX-02].
 */
const RunsText = ({ runs }: { readonly runs: readonly StyledRun[] }) =>
  runs.map((run, index) => {
    const look = { className: classOf(run), style: styleOf(run) };
    if (run.href !== undefined) {
      return (
        <a key={index} {...look} href={run.href} target="_blank" rel="noopener noreferrer">
          {run.text}
        </a>
      );
    }
    return look.className === undefined && look.style === undefined ? (
      <Fragment key={index}>{run.text}</Fragment>
    ) : (
      <span key={index} {...look}>
        {run.text}
      </span>
    );
  });

interface Hit extends TextRange {
  readonly isCurrent: boolean;
}

/** Renders a text with the matches in it. The matches are sorted and lie within the text. */
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

/** Returns the parts of the ranges that lie in one row, with positions relative to the start of the row. */
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

interface HexTextProps {
  readonly bytes: Uint8Array;
  readonly bytesPerRow: number;
  readonly hits?: readonly TextRange[];
  /** The current match, if it is in these bytes. */
  readonly current?: TextRange | undefined;
}

/** Renders bytes as pairs of digits and as characters. A match is shown in both. */
const HexText = ({ bytes, bytesPerRow, hits = [], current }: HexTextProps) => {
  const all = hits.map((hit) => ({ ...hit, isCurrent: hit.from === current?.from }));
  return hexRows(bytes, bytesPerRow).map(({ hex, ascii }: HexRow, index, rows) => {
    const here = rangesInRow(all, index * bytesPerRow, bytesPerRow);
    // Each byte has two digits and a space.
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

const Glyph = ({ direction }: { readonly direction: Direction }) =>
  direction === 'system' ? (
    <>
      <span aria-hidden>{GLYPHS.system}</span>
      <span className="visually-hidden">system</span>
    </>
  ) : (
    GLYPHS[direction]
  );

interface Props {
  readonly entry: LogEntry;
  readonly time: string;
  /** Height of the row in pixels. */
  readonly height: number;
  /** Undefined in the text view. */
  readonly bytesPerRow: number | undefined;
  readonly look: LogLook;
  /** The current match of Find, if it lies in this entry. */
  readonly found: TextRange | undefined;
  readonly bookmark: Bookmark | undefined;
}

/**
 * An entry of the log, with the height that the layout has computed, so that nothing is measured. A row is one line of
 * inline text whose columns consist of spaces: in a flood every row is laid out many times a second, and a grid takes
 * twice as long.
 */
export const LogRow = memo((props: Props) => {
  const { entry, time, height, bytesPerRow, look, found, bookmark } = props;
  const inHex = bytesPerRow !== undefined && entry.direction !== 'system';
  return (
    <div
      className={`log__row log__row--${entry.direction}`}
      data-origin={entry.origin}
      data-entry={entry.id}
      data-result={resultOf(entry)}
      data-found={found !== undefined || undefined}
      data-marked={bookmark !== undefined || undefined}
      data-wraps={height > ROW_PX || undefined}
      style={{ height }}
    >
      <span className="log__gutter" data-gutter title="Mark this line">
        {bookmark !== undefined && <span className="visually-hidden">Marked</span>}
      </span>
      <time className="log__time" data-gutter title="Mark this line">
        {`${time.padStart(TIME_COLUMNS)} `}
      </time>
      <span className="log__glyph">
        <Glyph direction={entry.direction} />{' '}
      </span>
      <span className="log__text">
        {inHex ? (
          <HexText
            bytes={entry.bytes}
            bytesPerRow={bytesPerRow}
            hits={look.byteHits(entry)}
            current={found}
          />
        ) : (
          <RunsText runs={look.runs(entry, found)} />
        )}
      </span>
      {bookmark !== undefined && bookmark.note !== '' && (
        // Reached by a shortcut and not by Tab, because the row may be removed, and the focus with it.
        <button type="button" className="log__note" data-note tabIndex={-1} title={bookmark.note}>
          <span aria-hidden>✎ </span>
          <span className="visually-hidden">Note: </span>
          {bookmark.note}
        </button>
      )}
    </div>
  );
});
LogRow.displayName = 'LogRow';

interface PendingProps {
  readonly pending: Terminal['pendingLine$']['value'];
  /** Undefined in the text view. */
  readonly bytesPerRow: number | undefined;
  /** Position of the row in pixels. */
  readonly top: number;
  readonly height: number;
}

/** Renders what was received since the last line break. */
export const PendingRow = ({ pending, bytesPerRow, top, height }: PendingProps) => (
  <div className="log__row log__row--pending" style={{ top, height }}>
    <span className="log__gutter" />
    <span className="log__time">{`${'pending'.padStart(TIME_COLUMNS)} `}</span>
    <span className="log__glyph">{`${GLYPHS.received} `}</span>
    <span className="log__text">
      {bytesPerRow === undefined ? (
        <RunsText runs={styledRuns(pending.text)} />
      ) : (
        <HexText
          bytes={pending.array.subarray(pending.from, pending.to)}
          bytesPerRow={bytesPerRow}
        />
      )}
    </span>
  </div>
);
