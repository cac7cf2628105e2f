import { isComplete, isFiltering, type Terminal } from '@batbot/core';
import { useLive } from '../../../react/use-live.ts';

const lines = (count: number): string =>
  count === 1 ? '1 line' : `${count.toLocaleString('en')} lines`;

/** Why the log shows nothing, and what to do about it. */
export const EmptyLog = ({ terminal }: { readonly terminal: Terminal }) => {
  const shown = useLive(terminal.shown$);
  const { filter } = useLive(terminal.filter$);
  const { showBackground } = useLive(terminal.settings.value$);
  const { isPaused, waiting } = useLive(terminal.pause.state$);
  const { length } = shown.view;
  if (!isComplete(shown)) return <p className="log__empty">Filtering {lines(length)} …</p>;
  if (length > 0 && isFiltering(filter)) {
    return (
      <p className="log__empty">
        The filter hides {length === 1 ? 'the only line' : `all ${lines(length)}`}. Change it above,
        or close it to see everything.
      </p>
    );
  }
  if (length > 0 && !showBackground) {
    return (
      <p className="log__empty">
        Nothing but background traffic so far, {lines(length)} of it. Switch “Background” on to see
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
