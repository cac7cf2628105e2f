import { useSessionPaths } from '../../react/paths.ts';
import { useNavigate } from 'react-router-dom';
import { Button } from 'antd';
import { sampleIndexAt, type RecordedSession } from '@batbot/core';
import { momentText } from '../../text/format.ts';
import { LIVE } from './sessions-view.ts';

interface Props {
  readonly session: RecordedSession;
  readonly ms: number;
  readonly onClear: () => void;
}

/** Shows the chosen moment and offers comparisons with it. */
export const MomentBar = ({ session, ms, onClear }: Props) => {
  const paths = useSessionPaths();
  const navigate = useNavigate();
  const { info, series } = session;
  const side = `${info.id}@${sampleIndexAt(series, ms)}`;
  return (
    <div className="moment row frame no-print" role="group" aria-label="Chosen moment">
      <strong>{momentText(series.startedAt, ms)}</strong>
      <span>Compare this moment with</span>
      <Button onClick={() => void navigate(paths.compare(`${info.id}@0`, side))}>the first</Button>
      <Button onClick={() => void navigate(paths.compare(side, info.id))}>the last</Button>
      <Button onClick={() => void navigate(paths.compare(side, LIVE))}>now</Button>
      <Button type="text" className="push" onClick={onClear}>
        Clear
      </Button>
    </div>
  );
};
