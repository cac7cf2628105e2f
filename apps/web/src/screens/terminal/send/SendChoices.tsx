import type { DisplayFormat, LineEnding, Terminal } from '@batbot/core';
import { useLive } from '../../../react/use-live.ts';
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
  return (
    <>
      <select
        className="select"
        aria-label="Line ending"
        title="Line ending: what is appended to each command"
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
      <Segments
        legend="Format"
        options={FORMATS}
        value={format}
        onChoose={(chosen) => {
          terminal.settings.change({ format: chosen });
          onFormat();
        }}
      />
    </>
  );
};
