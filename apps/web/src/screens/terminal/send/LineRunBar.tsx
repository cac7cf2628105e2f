import type { LineRun, SendError } from '@batbot/core';
import { useLive } from '../../../react/use-live.ts';
import { withKeys } from '../keys/shortcuts.ts';
import { useShortcuts } from '../keys/use-shortcuts.ts';

/** How far pasted lines have gone out, and the way to stop them. */
export const LineRunBar = ({
  lines,
  onDone,
}: {
  readonly lines: LineRun<SendError>;
  readonly onDone: () => void;
}) => {
  const state = useLive(lines.state$);
  const cancel = (): void => {
    lines.cancel();
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
