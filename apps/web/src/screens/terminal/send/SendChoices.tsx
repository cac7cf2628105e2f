import { Segmented, Select } from 'antd';
import type { DisplayFormat, LineEnding, Terminal } from '@batbot/core';
import { useLive } from '../../../react/use-live.ts';
import { withKeys } from '../keys/shortcuts.ts';
import { useShortcuts } from '../keys/use-shortcuts.ts';

const ENDINGS: readonly { readonly value: LineEnding; readonly label: string }[] = [
  { value: 'crlf', label: 'CR LF' },
  { value: 'lf', label: 'LF' },
  { value: 'cr', label: 'CR' },
  { value: 'none', label: 'None' },
];

const FORMATS: { readonly value: DisplayFormat; readonly label: string }[] = [
  { value: 'ascii', label: 'ASCII' },
  { value: 'hex', label: 'Hex' },
];

interface Props {
  readonly terminal: Terminal;
  readonly onFormat: () => void;
}

/** Selects how the typed text is converted to bytes. */
export const SendChoices = ({ terminal, onFormat }: Props) => {
  const { lineEnding, format } = useLive(terminal.settings.value$);
  const chooseFormat = (chosen: DisplayFormat): void => {
    terminal.settings.change({ format: chosen });
    onFormat();
  };
  useShortcuts({
    lineEnding: () => {
      const at = ENDINGS.findIndex(({ value }) => value === lineEnding);
      const next = ENDINGS[(at + 1) % ENDINGS.length];
      if (next !== undefined) terminal.settings.change({ lineEnding: next.value });
    },
    format: () => chooseFormat(format === 'hex' ? 'ascii' : 'hex'),
  });
  return (
    <>
      <span title={withKeys('Line ending: appended to each command', 'lineEnding')}>
        <Select
          aria-label="Line ending"
          className="terminal__ending"
          popupMatchSelectWidth={false}
          options={[...ENDINGS]}
          value={lineEnding}
          onChange={(chosen) => terminal.settings.change({ lineEnding: chosen })}
        />
      </span>
      <span title={withKeys('How the log is shown and your text is read', 'format')}>
        <Segmented aria-label="Format" options={FORMATS} value={format} onChange={chooseFormat} />
      </span>
    </>
  );
};
