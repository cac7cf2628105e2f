import { memo } from 'react';
import {
  printable,
  type Bookmark,
  type Direction,
  type LogEntry,
  type StyledRun,
  type TextRange,
} from '@batbot/core';
import { HexText, RunsText } from './LogText.tsx';

/** Height of a row, pixels; the style sheet has the same figure. */
export const ROW_PX = 20;

const GLYPHS: Readonly<Record<Direction, string>> = { sent: '->', received: '<-', system: '--' };

/** Characters of the column of times. */
const TIME_COLUMNS = 12;

/** How the entries of a log look at a moment; another one when marks or hits may stand elsewhere. */
export interface LogLook {
  readonly runs: (entry: LogEntry, current?: TextRange) => readonly StyledRun[];
  /** Hits among an entry's bytes. */
  readonly byteHits: (entry: LogEntry) => readonly TextRange[];
}

interface Props {
  readonly entry: LogEntry;
  readonly time: string;
  /** Pixels. */
  readonly height: number;
  /** Undefined in the text view. */
  readonly bytesPerRow: number | undefined;
  readonly look: LogLook;
  /** The place that Find stands on, if it lies in this entry. */
  readonly found: TextRange | undefined;
  readonly bookmark: Bookmark | undefined;
}

const Glyph = ({ direction }: { readonly direction: Direction }) =>
  direction === 'system' ? (
    <>
      <span aria-hidden>{GLYPHS.system}</span>
      <span className="visually-hidden">system</span>
    </>
  ) : (
    GLYPHS[direction]
  );

/**
 * One entry of the log, as high as the layout says: nothing is measured, nothing moves. One line of inline text, its
 * columns made by blanks: in a flood every row is laid out many times a second, and a grid takes twice as long.
 */
export const LogRow = memo((props: Props) => {
  const { entry, time, height, bytesPerRow, look, found, bookmark } = props;
  const inHex = bytesPerRow !== undefined && entry.direction !== 'system';
  return (
    <div
      className={`log__row log__row--${entry.direction}`}
      data-origin={entry.origin}
      data-entry={entry.id}
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
        // Reached by its shortcut: a row may leave the page, and would take the focus with it.
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

/** What came since the last line break. */
export const PendingRow = ({
  text,
  top,
  height,
}: {
  readonly text: string;
  /** Pixels. */
  readonly top: number;
  readonly height: number;
}) => (
  <div className="log__row log__row--pending" style={{ top, height }}>
    <span className="log__gutter" />
    <span className="log__time">{`${'on its way'.padStart(TIME_COLUMNS)} `}</span>
    <span className="log__glyph">{`${GLYPHS.received} `}</span>
    <span className="log__text">{printable(text)}</span>
  </div>
);
