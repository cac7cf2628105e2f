import { useState, type ReactNode } from 'react';
import type { Terminal } from '@batbot/core';
import { useLive } from '../../../react/use-live.ts';
import { logFileName, logText } from './log-export.ts';
import { saveFile } from '../../controls/save-file.ts';

const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** One slim bar over the log. */
export const TerminalTools = ({
  terminal,
  children,
}: {
  readonly terminal: Terminal;
  readonly children?: ReactNode;
}) => {
  const { length, dropped } = useLive(terminal.log$);
  const { showBackground } = useLive(terminal.settings.value$);
  const [told, setTold] = useState('');

  const copy = async (): Promise<void> => {
    const text = logText(terminal.shown$.value, terminal.settings.value$.value);
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
          aria-label="Save as text"
          disabled={length === 0}
          onClick={() => {
            saveFile(document, logFileName(new Date()), 'text/plain', [
              logText(terminal.shown$.value, terminal.settings.value$.value),
            ]);
            setTold('Saved');
          }}
        >
          Save<span className="tool-button__more"> as text</span>
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
        {children}
      </div>
    </div>
  );
};
