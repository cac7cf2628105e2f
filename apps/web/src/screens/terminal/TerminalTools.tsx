import { useState } from 'react';
import { logLine, timeOfDay, type Terminal } from '@batbot/core';
import { useLive } from '../../react/use-live.ts';
import { saveText } from './save-text.ts';

const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** The whole log as text: what the settings show, in the format shown. */
const logText = ({ log$, settings }: Terminal): string => {
  const { entries, length, hexFrom } = log$.value;
  const { format, showBackground } = settings.value$.value;
  const isHex = format === 'hex';
  return entries
    .slice(isHex ? hexFrom : 0, length)
    .filter((entry) => showBackground || entry.origin === 'user')
    .map((entry) => `${logLine(entry, isHex)}\n`)
    .join('');
};

const fileName = (): string => {
  const now = new Date();
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  const date = day.map((part) => String(part).padStart(2, '0')).join('-');
  return `terminal-${date}-${timeOfDay(now.getTime()).slice(0, 8).replaceAll(':', '')}.txt`;
};

/** One slim bar over the log. */
export const TerminalTools = ({ terminal }: { readonly terminal: Terminal }) => {
  const { length, dropped } = useLive(terminal.log$);
  const { showBackground } = useLive(terminal.settings.value$);
  const [told, setTold] = useState('');

  const copy = async (): Promise<void> => {
    const text = logText(terminal);
    try {
      await navigator.clipboard.writeText(text);
      setTold('Copied');
    } catch {
      setTold('The browser refused to copy. Save as text instead.');
    }
  };

  return (
    <div className="terminal__tools">
      <label className="switch">
        <input
          type="checkbox"
          role="switch"
          checked={showBackground}
          onChange={(event) => {
            terminal.settings.change({ showBackground: event.target.checked });
          }}
        />
        <span className="switch__track" aria-hidden />
        <span>Show background traffic</span>
      </label>
      <span className="terminal__count tabular">
        {plural(length, 'line', 'lines')}
        {dropped > 0 && `, ${plural(dropped, 'older one', 'older ones')} dropped`}
      </span>
      <span className="terminal__told" role="status">
        {told}
      </span>
      <div className="terminal__actions">
        <button
          type="button"
          className="tool-button"
          disabled={length === 0}
          onClick={() => {
            void copy();
          }}
        >
          Copy all
        </button>
        <button
          type="button"
          className="tool-button"
          disabled={length === 0}
          onClick={() => {
            saveText(document, fileName(), logText(terminal));
            setTold('Saved');
          }}
        >
          Save as text
        </button>
        <button
          type="button"
          className="tool-button"
          disabled={length === 0}
          onClick={() => {
            terminal.clear();
            setTold('Cleared');
          }}
        >
          Clear
        </button>
      </div>
    </div>
  );
};
