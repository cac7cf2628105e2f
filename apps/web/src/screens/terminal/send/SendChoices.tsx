import type { DisplayFormat, LineEnding, Terminal } from '@batbot/core';
import { useLive } from '../../../react/use-live.ts';
import { withKeys } from '../keys/shortcuts.ts';
import { useShortcuts } from '../keys/use-shortcuts.ts';
import { Segments } from '../../controls/Segments.tsx';

const ENDINGS: readonly (readonly [LineEnding, string])[] = [
  ['crlf', 'CR LF'],
  ['lf', 'LF'],
  ['cr', 'CR'],
  ['none', 'None'],
];

const FORMATS: readonly (readonly [DisplayFormat, string])[] = [
  ['ascii', 'ASCII'],
  ['hex', 'Hex'],
];

/** How what is typed becomes bytes. */
export const SendChoices = ({
  terminal,
  onFormat,
}: {
  readonly terminal: Terminal;
  readonly onFormat: () => void;
}) => {
  const { lineEnding, format } = useLive(terminal.settings.value$);
  const chooseFormat = (chosen: DisplayFormat): void => {
    terminal.settings.change({ format: chosen });
    onFormat();
  };
  useShortcuts({
    lineEnding: () => {
      const at = ENDINGS.findIndex(([ending]) => ending === lineEnding);
      const next = ENDINGS[(at + 1) % ENDINGS.length];
      if (next !== undefined) terminal.settings.change({ lineEnding: next[0] });
    },
    format: () => {
      chooseFormat(format === 'hex' ? 'ascii' : 'hex');
    },
  });
  return (
    <>
      <select
        className="select"
        aria-label="Line ending"
        title={withKeys('Line ending: what is appended to each command', 'lineEnding')}
        value={lineEnding}
        onChange={(event) => {
          const chosen = ENDINGS.find(([ending]) => ending === event.target.value);
          if (chosen !== undefined) terminal.settings.change({ lineEnding: chosen[0] });
        }}
      >
        {ENDINGS.map(([ending, label]) => (
          <option key={ending} value={ending}>
            {label}
          </option>
        ))}
      </select>
      <span
        className="terminal__format"
        title={withKeys('What is shown, and how what is typed is read', 'format')}
      >
        <Segments legend="Format" options={FORMATS} value={format} onChoose={chooseFormat} />
      </span>
    </>
  );
};
