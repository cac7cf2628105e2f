import { isComplete, type Terminal } from '@batbot/core';
import { useLive } from '../../../react/use-live.ts';
import { lines } from './find-words.ts';

/** Why the log shows nothing, and what to do about it. */
export const EmptyLog = ({ terminal }: { readonly terminal: Terminal }) => {
  const shown = useLive(terminal.shown$);
  const { isPaused, waiting } = useLive(terminal.pause.state$);
  const { filteredOut, hushed } = shown;
  if (!isComplete(shown))
    return <p className="log__empty">Filtering {lines(shown.view.length)} …</p>;
  if (filteredOut > 0) {
    return (
      <p className="log__empty">
        The filter hides {filteredOut === 1 ? 'the only line' : `all ${lines(filteredOut)}`}. Change
        it above, or close it to see {filteredOut === 1 ? 'it' : 'them'}.
        {hushed > 0 && ` Background traffic, ${lines(hushed)}, is not shown either.`}
      </p>
    );
  }
  if (hushed > 0) {
    return (
      <p className="log__empty">
        Nothing but background traffic so far, {lines(hushed)} of it. Switch “Background” on to see
        it.
      </p>
    );
  }
  if (isPaused) {
    return (
      <p className="log__empty">
        The log is paused. {waiting > 0 ? `${lines(waiting)} wait` : 'Nothing waits'} until it goes
        on.
      </p>
    );
  }
  return (
    <p className="log__empty">
      Nothing was said yet. Connect a device in the bar above, or the simulated one, then type a
      command such as <code>AT</code> below.
    </p>
  );
};
