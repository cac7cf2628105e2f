import { useState } from 'react';
import { Button, Segmented } from 'antd';
import type { InputLines, LineSignals } from '@batbot/core';
import { useLive } from '../../../react/use-live.ts';
import { useLatest } from '../../../react/use-latest.ts';

const OUTPUTS = [
  ['dtr', 'DTR', 'Data terminal ready'],
  ['rts', 'RTS', 'Request to send'],
] as const;

const INPUTS = [
  ['cts', 'CTS', 'Clear to send'],
  ['dsr', 'DSR', 'Data set ready'],
  ['dcd', 'DCD', 'Data carrier detect'],
  ['ri', 'RI', 'Ring indicator'],
] as const;

const STATES = [
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
];

const stateOf = (isOn: boolean | undefined): 'on' | 'off' | undefined =>
  isOn === undefined ? undefined : isOn ? 'on' : 'off';

/** The control lines that the device drives, or why they are unknown. */
const InputRow = ({ lines }: { readonly lines: InputLines }) => {
  if (lines.kind === 'unknown') {
    return (
      <p className="line__hint">
        This port does not report the device’s control lines ({lines.error.message}).
      </p>
    );
  }
  const signals = lines.kind === 'known' ? lines.signals : undefined;
  return (
    <ul className="line__inputs" aria-label="Control lines of the device">
      {INPUTS.map(([name, short, long]) => {
        const state = stateOf(signals?.[name]);
        return (
          <li key={name} className="line__input" data-state={state} title={long}>
            <span aria-hidden>{state === 'on' ? '●' : '○'}</span> {short}{' '}
            <span className="line__state">{state ?? '—'}</span>
          </li>
        );
      })}
    </ul>
  );
};

/** DTR, RTS and break, changed only by the user, and the control lines that the device drives. */
export const SignalControls = ({
  signals,
  isConnected,
}: {
  readonly signals: LineSignals;
  readonly isConnected: boolean;
}) => {
  const driven = useLive(signals.driven$);
  const inputs = useLatest<InputLines>(signals.inputs$, { kind: 'notConnected' });
  const [problem, setProblem] = useState('');
  const [isBreaking, setBreaking] = useState(false);

  const report = (name: string, result: Awaited<ReturnType<LineSignals['set']>>): void => {
    setProblem(
      result.ok
        ? ''
        : `${name}: the port refused (${result.error.message}). Virtual ports and some adapters have no such line.`,
    );
  };

  return (
    <section className="line__part" aria-labelledby="line-signals">
      <h3 id="line-signals" className="line__title">
        Control lines
      </h3>
      <p className="line__hint">
        <span aria-hidden>▲ </span>A change of DTR or RTS may reset the device. Nothing changes
        automatically.
      </p>
      {OUTPUTS.map(([name, short, long]) => (
        <div key={name} className="line__row">
          <span>
            <abbr title={long}>{short}</abbr>
            {isConnected && driven[name] === undefined && (
              <span className="line__hint"> unchanged</span>
            )}
          </span>
          <Segmented
            aria-label={short}
            options={STATES}
            value={stateOf(driven[name]) ?? ''}
            disabled={!isConnected}
            onChange={(state) => {
              void signals.set({ [name]: state === 'on' }).then((result) => report(short, result));
            }}
          />
        </div>
      ))}
      <div className="line__row">
        <span>Break</span>
        <Button
          disabled={!isConnected || isBreaking}
          title="Holds the data line low for 250 ms; may reset the device"
          onClick={() => {
            setBreaking(true);
            void signals.sendBreak().then((result) => {
              setBreaking(false);
              report('Break', result);
            });
          }}
        >
          Send break
        </Button>
      </div>
      <InputRow lines={inputs} />
      <p className="line__problem" role="status">
        {problem}
      </p>
    </section>
  );
};
