import { useMemo, useState } from 'react';
import { Button, Checkbox, Flex, Select, Slider } from 'antd';
import { rowsUntil, type RecordedSession, type ReplayRow } from '@batbot/core';
import { momentText } from '../../text/format.ts';
import { ReplayRows } from './ReplayRows.tsx';
import { recordingProblem } from '../workspace/recording-problem.ts';
import { usePlayback } from './use-playback.ts';

type Loaded =
  | { readonly kind: 'closed' | 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ready'; readonly rows: readonly ReplayRow[] };

interface Props {
  readonly session: RecordedSession;
  /** The chosen moment in milliseconds since the start of the session. */
  readonly moment: number | undefined;
  readonly onMoment: (ms: number) => void;
}

/** Step of the slider. The end of the log is rounded up to a step, because a slider stops only at steps. */
const SLIDER_STEP_MS = 100;
const SPEEDS = [1, 10, 60] as const;

const Player = ({ session, moment = 0, onMoment, endMs }: Props & { readonly endMs: number }) => {
  const [speed, setSpeed] = useState<number>(1);
  const { isPlaying, play, pause } = usePlayback(moment, endMs, speed, onMoment);
  const time = momentText(session.series.startedAt, moment);
  return (
    <div className="row no-print" role="group" aria-label="Play the log">
      <Button onClick={isPlaying ? pause : play}>{isPlaying ? '❚❚ Pause' : '▶ Play'}</Button>
      <Select
        aria-label="Speed"
        value={speed}
        options={SPEEDS.map((each) => ({ value: each, label: `${each} ×` }))}
        onChange={setSpeed}
      />
      <Slider
        className="replay__moment"
        ariaLabelForHandle="Moment of the log"
        ariaValueTextFormatterForHandle={() => time}
        tooltip={{ open: false }}
        min={0}
        max={endMs}
        step={SLIDER_STEP_MS}
        value={moment}
        onChange={onMoment}
      />
      <span>{time}</span>
    </div>
  );
};

/** The terminal log of the session. It is read on demand and can be played. */
export const Replay = ({ session, moment, onMoment }: Props) => {
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'closed' });
  const [showBackground, setShowBackground] = useState(false);
  const load = async (): Promise<void> => {
    setLoaded({ kind: 'loading' });
    const rows = await session.replay();
    setLoaded(
      rows.ok
        ? { kind: 'ready', rows: rows.value }
        : { kind: 'failed', message: recordingProblem(rows.error) },
    );
  };
  const all = loaded.kind === 'ready' ? loaded.rows : undefined;
  const rows = useMemo(
    () => (showBackground ? all : all?.filter(({ background }) => !background)) ?? [],
    [all, showBackground],
  );
  return (
    <section
      className={all === undefined ? 'stack stack-8 no-print' : 'stack stack-8'}
      aria-labelledby="replay-title"
    >
      <Flex wrap align="center" justify="space-between" gap="0 16px">
        <h2 id="replay-title">Terminal log</h2>
        {all !== undefined && (
          <Checkbox
            className="no-print"
            checked={showBackground}
            onChange={({ target }) => setShowBackground(target.checked)}
          >
            Show app traffic
          </Checkbox>
        )}
      </Flex>
      {loaded.kind === 'closed' && (
        <Button className="start no-print" onClick={() => void load()}>
          Show the log
        </Button>
      )}
      {loaded.kind === 'loading' && <p role="status">Reading the log…</p>}
      {loaded.kind === 'failed' && <p role="alert">{loaded.message}</p>}
      {all !== undefined && rows.length === 0 && (
        <p className="muted">{all.length === 0 ? 'No traffic.' : 'Only app traffic.'}</p>
      )}
      {rows.length > 0 && (
        <>
          <Player
            session={session}
            moment={moment}
            onMoment={onMoment}
            endMs={Math.ceil(session.info.durationMs / SLIDER_STEP_MS) * SLIDER_STEP_MS}
          />
          <ReplayRows
            rows={rows}
            startedAt={session.series.startedAt}
            said={moment === undefined ? undefined : rowsUntil(rows, moment)}
          />
        </>
      )}
    </section>
  );
};
