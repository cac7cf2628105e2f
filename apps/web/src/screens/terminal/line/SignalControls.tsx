import { useEffect, useState } from 'react';
import { Button, Flex, Tag } from 'antd';
import type { InputLines, LineSignals } from '@batbot/core';
import { useCore } from '../../../react/core-context.tsx';
import { useConnected } from '../../../react/use-connected.ts';
import { useLive } from '../../../react/use-live.ts';
import { useDeviceWork } from '../../parameters/use-device-work.ts';
import { Choices } from '../../controls/Choices.tsx';

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

/** Shows the control lines that the device drives, or why they are unknown. */
const InputRow = ({ lines }: { readonly lines: InputLines }) => {
  if (lines.kind === 'unknown') {
    return (
      <p className="hint">
        This port does not report the device’s control lines ({lines.error.message}).
      </p>
    );
  }
  const signals = lines.kind === 'known' ? lines.signals : undefined;
  return (
    <Flex component="ul" wrap gap={8} aria-label="Control lines of the device">
      {INPUTS.map(([name, short, long]) => {
        const state = stateOf(signals?.[name]);
        return (
          <li key={name} title={long}>
            <Tag color={state === 'on' ? 'success' : 'default'}>
              <span aria-hidden>{state === 'on' ? '●' : '○'}</span> {short} {state ?? '—'}
            </Tag>
          </li>
        );
      })}
    </Flex>
  );
};

/** Returns the control lines that the device drives. They are read as long as the component is shown. */
const useInputLines = ({ inputs$ }: LineSignals): InputLines => {
  const [lines, setLines] = useState<InputLines>({ kind: 'notConnected' });
  useEffect(() => {
    const subscription = inputs$.subscribe((next) => setLines(next));
    return () => subscription.unsubscribe();
  }, [inputs$]);
  return lines;
};

/** Shows DTR, RTS and break, which only the user changes, and the control lines that the device drives. */
export const SignalControls = () => {
  const { signals } = useCore().link;
  const isConnected = useConnected();
  const work = useDeviceWork();
  const canChange = isConnected && work === undefined;
  const driven = useLive(signals.driven$);
  const inputs = useInputLines(signals);
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
    <section className="stack stack-8" aria-labelledby="line-signals">
      <h3 id="line-signals">Control lines</h3>
      <p className="hint">
        <span aria-hidden>▲ </span>A change of DTR or RTS may reset the device. Nothing changes
        automatically.
      </p>
      {work !== undefined && <p className="hint">▲ {work}: the lines cannot be changed.</p>}
      {OUTPUTS.map(([name, short, long]) => (
        <Flex key={name} align="center" justify="space-between">
          <span>
            <abbr title={long}>{short}</abbr>
            {isConnected && driven[name] === undefined && <span className="hint"> unchanged</span>}
          </span>
          <Choices
            aria-label={short}
            options={STATES}
            value={stateOf(driven[name]) ?? ''}
            disabled={!canChange}
            onChange={(state) =>
              void signals.set({ [name]: state === 'on' }).then((result) => report(short, result))
            }
          />
        </Flex>
      ))}
      <Flex align="center" justify="space-between">
        <span>Break</span>
        <Button
          disabled={!canChange || isBreaking}
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
      </Flex>
      <InputRow lines={inputs} />
      <p className="tone-act" role="status">
        {problem}
      </p>
    </section>
  );
};
