import { useEffect, useRef, useState } from 'react';
import { DIRECTION_MARKS, printable, stripAnsi, timeOfDay, type ReplayRow } from '@batbot/core';
import { PrintedLines } from '../controls/PrintedLines.tsx';

const ROW_HEIGHT = 20;
/** Rows rendered above and below the visible rows. */
const SPARE_ROWS = 20;
/** More rows than are ever visible: the box is at most 480 px high. */
const SEEN_ROWS = 24;

const markOf = ({ direction }: ReplayRow): string =>
  direction === 'note' || direction === 'marker' ? direction : DIRECTION_MARKS[direction];

const lineOf = (row: ReplayRow, startedAt: number): string =>
  `${timeOfDay(startedAt + row.ms)} ${markOf(row)} ${printable(stripAnsi(row.text))}\n`;

interface Props {
  readonly rows: readonly ReplayRow[];
  readonly startedAt: number;
  /** The number of rows up to the chosen moment; undefined if no moment is chosen. */
  readonly said: number | undefined;
}

/** The rows of the log. All rows have the same height, so the visible rows follow from the scroll position. */
export const ReplayRows = ({ rows, startedAt, said }: Props) => {
  const box = useRef<HTMLDivElement>(null);
  const [first, setFirst] = useState(0);
  const from = Math.max(0, first - SPARE_ROWS);
  const last = said === undefined ? undefined : said - 1;

  useEffect(() => {
    if (last === undefined || box.current === null) return;
    const { clientHeight } = box.current;
    box.current.scrollTop = Math.max(0, (last + 1) * ROW_HEIGHT - clientHeight * 0.6);
  }, [last]);

  return (
    <>
      <div
        ref={box}
        className="replay__box frame"
        role="log"
        aria-label="Recorded terminal log"
        aria-live="off"
        tabIndex={0}
        onScroll={(event) => {
          // Changes in steps of half the spare rows, so that not every scroll event renders the rows.
          const step = SPARE_ROWS / 2;
          const row = event.currentTarget.scrollTop / ROW_HEIGHT;
          setFirst(Math.floor(row / step) * step);
        }}
      >
        <div style={{ position: 'relative', height: rows.length * ROW_HEIGHT }}>
          {rows.slice(from, first + SEEN_ROWS + SPARE_ROWS).map((row, index) => {
            const at = from + index;
            return (
              <div
                key={at}
                className={`replay__row replay__row--${row.direction}`}
                data-later={last !== undefined && at > last ? true : undefined}
                aria-current={at === last ? 'true' : undefined}
                style={{ transform: `translateY(${at * ROW_HEIGHT}px)` }}
              >
                <span className="muted">{timeOfDay(startedAt + row.ms)}</span>
                <span className="muted" style={{ width: '6ch' }}>
                  {markOf(row)}
                </span>
                <bdi>{printable(stripAnsi(row.text))}</bdi>
              </div>
            );
          })}
        </div>
      </div>
      <PrintedLines parts={() => rows.map((row) => lineOf(row, startedAt))} />
    </>
  );
};
