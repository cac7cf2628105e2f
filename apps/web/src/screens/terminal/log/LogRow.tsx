import { memo } from 'react';
import { hexRows, printable, timeOfDay, type Direction, type LogEntry } from '@batbot/core';

const GLYPHS: Readonly<Record<Direction, string>> = { sent: '->', received: '<-', system: '--' };

const HexText = ({
  bytes,
  bytesPerRow,
}: {
  readonly bytes: Uint8Array;
  readonly bytesPerRow: number;
}) => (
  <>
    {hexRows(bytes, bytesPerRow).map((row, index) => (
      <span className="log__hex" key={index}>
        {row.hex}
        <span className="log__ascii">{row.ascii}</span>
      </span>
    ))}
  </>
);

interface Props {
  readonly entry: LogEntry;
  /** Pixels from the top of the log, and of height. */
  readonly top: number;
  readonly height: number;
  /** Undefined in the text view. */
  readonly bytesPerRow: number | undefined;
}

/** One entry of the log, as high as the layout says: nothing is measured, nothing moves. */
export const LogRow = memo(({ entry, top, height, bytesPerRow }: Props) => {
  const { direction, origin } = entry;
  const inHex = bytesPerRow !== undefined && direction !== 'system';
  return (
    <div
      className={`log__row log__row--${direction}`}
      data-origin={origin}
      data-entry={entry.id}
      style={{ transform: `translateY(${top}px)`, height }}
    >
      <time className="log__time">{timeOfDay(entry.at)}</time>
      <span className="log__glyph">
        {direction === 'system' ? (
          <>
            <span aria-hidden>{GLYPHS.system}</span>
            <span className="visually-hidden">system</span>
          </>
        ) : (
          GLYPHS[direction]
        )}
      </span>
      <span className="log__text">
        {inHex ? <HexText bytes={entry.bytes} bytesPerRow={bytesPerRow} /> : printable(entry.text)}
      </span>
    </div>
  );
});
LogRow.displayName = 'LogRow';
