import { useState } from 'react';
import type { InputLines, LineSignals } from '@batbot/core';
import { useLive } from '../../../react/use-live.ts';
import { Segments } from '../../controls/Segments.tsx';
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
  ['on', 'On'],
  ['off', 'Off'],
] as const;

const stateOf = (isOn: boolean | undefined): 'on' | 'off' | undefined =>
  isOn === undefined ? undefined : isOn ? 'on' : 'off';

/** What the device's lines say, or why that is not known. */
const InputRow = ({ lines }: { readonly lines: InputLines }) => {
  if (lines.kind === 'unknown') {
    return (
      <p className="line__hint">
        This port does not tell what the device’s lines say ({lines.error.message}).
      </p>
    );
  }
  const signals = lines.kind === 'known' ? lines.signals : undefined;
  return (
    <ul className="line__inputs" aria-label="Lines of the device">
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

/** DTR, RTS and break, moved by the user alone; the device's lines beside them. */
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

  const tell = (name: string, result: Awaited<ReturnType<LineSignals['set']>>): void => {
    setProblem(
      result.ok
        ? ''
        : `${name}: the port did not do it (${result.error.message}). Virtual ports and some adapters have no such line.`,
    );
  };

  return (
    <section className="line__part" aria-labelledby="line-signals">
      <h3 id="line-signals" className="line__title">
        Control lines
      </h3>
      <p className="line__hint">
        <span aria-hidden>▲ </span>A change of DTR or RTS may reset the device. Nothing here moves
        by itself.
      </p>
      {OUTPUTS.map(([name, short, long]) => (
        <div key={name} className="line__row">
          <span>
            <abbr title={long}>{short}</abbr>
            {isConnected && driven[name] === undefined && (
              <span className="line__hint"> as the system left it</span>
            )}
          </span>
          <Segments
            legend={short}
            options={STATES}
            value={stateOf(driven[name])}
            isSmall
            isDisabled={!isConnected}
            onChoose={(state) => {
              void signals.set({ [name]: state === 'on' }).then((result) => {
                tell(short, result);
              });
            }}
          />
        </div>
      ))}
      <div className="line__row">
        <span>Break</span>
        <button
          type="button"
          className="button"
          disabled={!isConnected || isBreaking}
          title="Holds the line low for a quarter of a second; may reset the device"
          onClick={() => {
            setBreaking(true);
            void signals.sendBreak().then((result) => {
              setBreaking(false);
              tell('Break', result);
            });
          }}
        >
          Send break
        </button>
      </div>
      <InputRow lines={inputs} />
      <p className="line__problem" role="status">
        {problem}
      </p>
    </section>
  );
};
