import { Button } from 'antd';
import { countText, momentText } from '../../text/format.ts';
import type { SessionMark } from './session-marks.ts';

/**
 * Longest list. A fault that comes and goes all day causes thousands of marks; the charts show them all. The user's
 * notes are listed first of all.
 */
const LISTED = 100;

const listedMarks = (marks: readonly SessionMark[]) => {
  const numbered = marks.map((mark, index) => ({ mark, number: index + 1 }));
  const isOwn = ({ mark }: (typeof numbered)[number]): boolean => mark.kind === 'note';
  return numbered
    .toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)))
    .slice(0, LISTED)
    .toSorted((a, b) => a.number - b.number);
};

const GLYPHS: Readonly<Record<SessionMark['kind'], readonly [glyph: string, word: string]>> = {
  note: ['✎', 'Note'],
  marker: ['◆', 'Marker'],
  limit: ['▲', 'Limit'],
};

/** Lists notes, markers and passed limits with their numbers in the charts. A click goes to the moment. */
export const MarkList = ({
  marks,
  startedAt,
  onGo,
}: {
  readonly marks: readonly SessionMark[];
  readonly startedAt: number;
  readonly onGo: (ms: number) => void;
}) => {
  if (marks.length === 0) return null;
  return (
    <section className="stack stack-8" aria-labelledby="marks-title">
      <h2 id="marks-title">Notes and events</h2>
      <ol className="frame" style={{ overflow: 'auto', maxHeight: 240 }}>
        {listedMarks(marks).map(({ mark, number }) => {
          const [glyph, word] = GLYPHS[mark.kind];
          return (
            <li key={`${mark.ms} ${mark.text}`}>
              <Button
                type="text"
                block
                className="session-marks__row"
                onClick={() => onGo(mark.ms)}
              >
                <span className="muted" style={{ minWidth: '3ch', textAlign: 'right' }}>
                  {number}
                </span>
                <span className="muted">{momentText(startedAt, mark.ms)}</span>
                <span className={mark.kind === 'limit' ? 'tone-act' : 'tone-watch'} aria-hidden>
                  {glyph}
                </span>
                <span className="visually-hidden">{word}:</span>
                <bdi style={{ minWidth: 0, overflowWrap: 'anywhere' }}>{mark.text}</bdi>
              </Button>
            </li>
          );
        })}
      </ol>
      {marks.length > LISTED && <p>And {countText(marks.length - LISTED)} more on the charts.</p>}
    </section>
  );
};
