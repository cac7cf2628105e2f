import { useState } from 'react';
import { DIRECTION_MARKS, timeOfDay, type RecordedSession, type ReplayRow } from '@batbot/core';
import { problemText } from './texts.ts';

const ROW_HEIGHT = 20;

const markOf = ({ direction }: ReplayRow): string =>
  direction === 'note' || direction === 'marker' ? direction : DIRECTION_MARKS[direction];

/** Rows kept ready above and below what is seen. */
const SPARE_ROWS = 20;
/** More than the box ever shows: it is 480 px high at most. */
const SEEN_ROWS = 24;

/** All rows are equally high, so what is seen follows from how far the box is scrolled. */
const Rows = ({
  rows,
  startedAt,
}: {
  readonly rows: readonly ReplayRow[];
  readonly startedAt: number;
}) => {
  const [first, setFirst] = useState(0);
  const from = Math.max(0, first - SPARE_ROWS);
  return (
    <div
      className="replay__box"
      role="log"
      aria-label="Recorded terminal log"
      tabIndex={0}
      onScroll={(event) => {
        // In steps of half the spare rows: not every pixel is a rendering.
        const step = SPARE_ROWS / 2;
        const row = event.currentTarget.scrollTop / ROW_HEIGHT;
        setFirst(Math.floor(row / step) * step);
      }}
    >
      <div className="replay__all" style={{ height: rows.length * ROW_HEIGHT }}>
        {rows.slice(from, first + SEEN_ROWS + SPARE_ROWS).map((row, index) => (
          <div
            key={from + index}
            className={`replay__row replay__row--${row.direction}`}
            style={{ transform: `translateY(${(from + index) * ROW_HEIGHT}px)` }}
          >
            <span className="replay__time">{timeOfDay(startedAt + row.ms)}</span>
            <span className="replay__mark">{markOf(row)}</span>
            <bdi>{row.text}</bdi>
          </div>
        ))}
      </div>
    </div>
  );
};

type Loaded =
  | { readonly kind: 'closed' | 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ready'; readonly rows: readonly ReplayRow[] };

/** The terminal's log of the session, read when it is asked for. */
export const Replay = ({ session }: { readonly session: RecordedSession }) => {
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'closed' });
  const [showBackground, setShowBackground] = useState(false);
  const load = async (): Promise<void> => {
    setLoaded({ kind: 'loading' });
    const rows = await session.replay();
    setLoaded(
      rows.ok
        ? { kind: 'ready', rows: rows.value }
        : { kind: 'failed', message: problemText(rows.error) },
    );
  };
  const all = loaded.kind === 'ready' ? loaded.rows : [];
  const rows = showBackground ? all : all.filter(({ background }) => !background);
  return (
    <section className="replay" aria-labelledby="replay-title">
      <div className="replay__head">
        <h2 id="replay-title">Terminal log</h2>
        {loaded.kind === 'ready' && (
          <label className="replay__choice">
            <input
              type="checkbox"
              checked={showBackground}
              onChange={(event) => {
                setShowBackground(event.target.checked);
              }}
            />
            Show background traffic
          </label>
        )}
      </div>
      {loaded.kind === 'closed' && (
        <button type="button" className="button" onClick={() => void load()}>
          Show the log
        </button>
      )}
      {loaded.kind === 'loading' && <p role="status">Reading the log …</p>}
      {loaded.kind === 'failed' && <p role="alert">{loaded.message}</p>}
      {loaded.kind === 'ready' &&
        (rows.length === 0 ? (
          <p className="replay__empty">
            {all.length === 0 ? 'Nothing was said.' : 'Nothing but background traffic.'}
          </p>
        ) : (
          <Rows rows={rows} startedAt={session.info.startedAt} />
        ))}
    </section>
  );
};
