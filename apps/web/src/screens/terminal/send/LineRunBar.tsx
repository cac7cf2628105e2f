import { Button, Flex, Progress } from 'antd';
import { useCore } from '../../../react/core-context.tsx';
import { useLive } from '../../../react/use-live.ts';
import { countText } from '../../../text/format.ts';
import { withKeys } from '../keys/shortcuts.ts';
import { useShortcuts } from '../keys/use-shortcuts.ts';

/** Shows the progress of pasted lines, with a button that stops them. */
export const LineRunBar = ({ onDone }: { readonly onDone: () => void }) => {
  const { lines } = useCore().procedures;
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
      <span style={{ whiteSpace: 'nowrap' }}>
        {countText(sent)} of {countText(total)} sent
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
