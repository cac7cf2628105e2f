import { Button } from 'antd';
import type { Sequences } from '@batbot/core/procedures';
import { useLive } from '../../../react/use-live.ts';
import { withKeys } from '../keys/shortcuts.ts';
import { progressText } from './sequence-words.ts';
import './sequences.css';

interface Props {
  readonly sequences: Sequences;
  readonly isShown: boolean;
}

/** Shows a running sequence while its panel is closed, and stops it. */
export const SequenceBadge = ({ sequences, isShown }: Props) => {
  const run = useLive(sequences.run$);
  if (!isShown || run === undefined || run.phase.kind === 'ended') return null;
  return (
    <p className="sequence-badge">
      <span aria-hidden>●</span>
      <strong>{run.sequence.name}</strong>
      <span className="sequence-badge__progress">{progressText(run)}</span>
      <Button
        size="small"
        title={withKeys('Ends the run now', 'stopSequence')}
        onClick={sequences.stop}
      >
        Stop sequence
      </Button>
    </p>
  );
};
