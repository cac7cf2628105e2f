import { Button, Flex, Progress } from 'antd';
import type { Procedures } from '@batbot/core/procedures';
import { useLive } from '../../../react/use-live.ts';
import { withKeys } from '../keys/shortcuts.ts';
import { useShortcuts } from '../keys/use-shortcuts.ts';

interface Props {
  readonly lines: Procedures['lines'];
  readonly onDone: () => void;
}

/** Shows the progress of pasted lines, with a button that stops them. */
export const LineRunBar = ({ lines, onDone }: Props) => {
  const state = useLive(lines.state$);
  const cancel = (): void => {
    lines.stop();
    onDone();
  };
  useShortcuts(state.kind === 'running' ? { cancelLines: cancel } : {});
  if (state.kind !== 'running') return null;
  const { sent, total } = state;
  return (
    <Flex className="box paste" align="center" gap={8} role="group" aria-label="Sending lines">
      <span>
        Line {sent} of {total}
      </span>
      <Progress
        aria-label="Lines sent"
        percent={(100 * sent) / total}
        showInfo={false}
        size="small"
      />
      <Button title={withKeys('Stop sending lines', 'cancelLines')} onClick={cancel}>
        Cancel
      </Button>
    </Flex>
  );
};
