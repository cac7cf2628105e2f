import type { Procedures } from '@batbot/core/procedures';
import { useLive } from '../../../react/use-live.ts';
import { withKeys } from '../keys/shortcuts.ts';
import { useShortcuts } from '../keys/use-shortcuts.ts';

/** How far pasted lines have gone out, and the way to stop them. */
export const LineRunBar = ({
  lines,
  onDone,
}: {
  readonly lines: Procedures['lines'];
  readonly onDone: () => void;
}) => {
  const state = useLive(lines.state$);
  const cancel = (): void => {
    lines.stop();
    onDone();
  };
  useShortcuts(state.kind === 'running' ? { cancelLines: cancel } : {});
  if (state.kind !== 'running') return null;
  const { sent, total } = state;
  return (
    <div className="paste" role="group" aria-label="Lines on their way">
      <span className="tabular">
        Line {sent} of {total}
      </span>
      <progress className="paste__progress" aria-label="Lines sent" value={sent} max={total} />
      <button
        type="button"
        className="button"
        title={withKeys('Send no further line', 'cancelLines')}
        onClick={cancel}
      >
        Cancel
      </button>
    </div>
  );
};
