import type { Sequences } from '@batbot/core/procedures';
import { useLive } from '../../../react/use-live.ts';
import { withKeys } from '../keys/shortcuts.ts';
import { progressText } from './sequence-words.ts';
import './sequences.css';

/** Says that a sequence runs where its panel is closed, and stops it. */
export const SequenceBadge = ({
  sequences,
  isShown,
}: {
  readonly sequences: Sequences;
  readonly isShown: boolean;
}) => {
  const run = useLive(sequences.run$);
  if (!isShown || run === undefined || run.phase.kind === 'ended') return null;
  return (
    <p className="sequence-badge">
      <span aria-hidden>●</span>
      <strong>{run.sequence.name}</strong>
      <span className="sequence-badge__progress">{progressText(run)}</span>
      <button
        type="button"
        className="tool-button"
        title={withKeys('Ends the run now', 'stopSequence')}
        onClick={sequences.stop}
      >
        Stop sequence
      </button>
    </p>
  );
};
