import { Select } from 'antd';
import type { DisplayFormat, LineEnding } from '@batbot/core';
import { useCore } from '../../../react/core-context.tsx';
import { useLive } from '../../../react/use-live.ts';
import { withKeys } from '../keys/shortcuts.ts';
import { useShortcuts } from '../keys/use-shortcuts.ts';
import { Choices } from '../../controls/Choices.tsx';

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

/** Selects how the typed text is converted to bytes. */
export const SendChoices = ({ onFormat }: { readonly onFormat: () => void }) => {
  const { settings } = useCore().terminal;
  const { lineEnding, format } = useLive(settings.value$);
  const chooseFormat = (chosen: DisplayFormat): void => {
    settings.change({ format: chosen });
    onFormat();
  };
  useShortcuts({
    lineEnding: () => {
      const at = ENDINGS.findIndex(({ value }) => value === lineEnding);
      const next = ENDINGS[(at + 1) % ENDINGS.length];
      if (next !== undefined) settings.change({ lineEnding: next.value });
    },
    format: () => chooseFormat(format === 'hex' ? 'ascii' : 'hex'),
  });
  return (
    <>
      <span title={withKeys('Line ending: appended to each command', 'lineEnding')}>
        <Select
          aria-label="Line ending"
          style={{ minWidth: 84 }}
          popupMatchSelectWidth={false}
          options={[...ENDINGS]}
          value={lineEnding}
          onChange={(chosen) => settings.change({ lineEnding: chosen })}
        />
      </span>
      <span title={withKeys('How the log is shown and your text is read', 'format')}>
        <Choices aria-label="Format" options={FORMATS} value={format} onChange={chooseFormat} />
      </span>
    </>
  );
};
