import { isComplete } from '@batbot/core';
import { useCore } from '../../../react/core-context.tsx';
import { useConnected } from '../../../react/use-connected.ts';
import { useLive } from '../../../react/use-live.ts';
import { counted } from '../../../text/format.ts';
import { lines } from './find-words.ts';

export const EmptyLog = () => {
  const { terminal } = useCore();
  const isConnected = useConnected();
  const shown = useLive(terminal.shown$);
  const { isPaused, waiting } = useLive(terminal.pause.state$);
  const { filteredOut, hiddenAppLines } = shown;
  const text = (): string => {
    if (!isComplete(shown)) return `Filtering ${lines(shown.view.length)}…`;
    if (filteredOut > 0) {
      const all = filteredOut === 1 ? 'the only line' : `all ${lines(filteredOut)}`;
      const app = hiddenAppLines > 0 ? ` ${lines(hiddenAppLines, 'app ')} hidden too.` : '';
      return `The filter hides ${all}. Change it above, or press Esc in it to show all lines.${app}`;
    }
    if (hiddenAppLines > 0)
      return `Only app traffic so far (${lines(hiddenAppLines)}). Turn on “App traffic” to see it.`;
    if (isPaused) return `Paused. ${waiting > 0 ? counted(waiting, 'new line') : 'Nothing new'}.`;
    return isConnected
      ? 'No traffic yet. Type a command such as AT.'
      : 'No traffic yet. Connect a device, then type a command such as AT.';
  };
  return <p className="list-empty">{text()}</p>;
};
