import { TIME_MODES, type Terminal, type TimeMode } from '@batbot/core';
import { useLive } from '../../../react/use-live.ts';
import { withKeys } from '../keys/shortcuts.ts';

const NAMES: Readonly<Record<TimeMode, string>> = {
  absolute: 'Time of day',
  sinceStart: 'Since start',
  delta: 'Since line before',
};

/** What the times in the log count from. */
export const TimesChoice = ({ terminal }: { readonly terminal: Terminal }) => {
  const { times } = useLive(terminal.settings.value$);
  return (
    <select
      className="select tool-select"
      aria-label="Times"
      title={withKeys('What the times count from', 'times')}
      value={times}
      onChange={(event) => {
        const chosen = TIME_MODES.find((mode) => mode === event.target.value);
        if (chosen !== undefined) terminal.settings.change({ times: chosen });
      }}
    >
      {TIME_MODES.map((mode) => (
        <option key={mode} value={mode}>
          {NAMES[mode]}
        </option>
      ))}
    </select>
  );
};
