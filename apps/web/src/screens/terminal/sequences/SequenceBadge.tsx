import { Button } from 'antd';
import { useCore } from '../../../react/core-context.tsx';
import { useLive } from '../../../react/use-live.ts';
import { withKeys } from '../keys/shortcuts.ts';
import { RunBadge } from '../procedures/RunBadge.tsx';
import { progressText } from './sequence-words.ts';

/** Shows a running sequence while its panel is closed, with a button that stops it. */
export const SequenceBadge = ({ isShown }: { readonly isShown: boolean }) => {
  const { sequences } = useCore().procedures;
  const run = useLive(sequences.run$);
  if (!isShown || run === undefined || run.phase.kind === 'ended') return null;
  return (
    <RunBadge name={run.sequence.name} place={progressText(run)}>
      <Button
        size="small"
        title={withKeys('Ends the run now', 'stopSequence')}
        onClick={sequences.stop}
      >
        Stop sequence
      </Button>
    </RunBadge>
  );
};
