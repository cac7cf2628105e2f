import { Form, Select } from 'antd';
import { useCore } from '../../../react/core-context.tsx';
import { useLive } from '../../../react/use-live.ts';
import { withUnit } from '../../../text/format.ts';
import { LineCountersTable } from './LineCountersTable.tsx';
import { PortOptionsForm } from './PortOptionsForm.tsx';
import { SignalControls } from './SignalControls.tsx';
import './line.css';

/** The offered waits in seconds. */
const WAITS_S = [0, 10, 30, 60, 120, 300, 600];

const waitText = (seconds: number): string =>
  seconds === 0 ? 'As any command' : withUnit(String(seconds), 's');

/**
 * Selects the wait for the reply to a typed command. Some commands take long, for example a search for networks in a
 * modem.
 */
const WaitField = () => {
  const { settings } = useCore().terminal;
  const { waitS } = useLive(settings.value$);
  const offered = [...new Set([...WAITS_S, waitS])].toSorted((a, b) => a - b);
  return (
    <section className="stack stack-8" aria-labelledby="line-wait">
      <h3 id="line-wait">Long commands</h3>
      <p className="hint">
        How long the reply to a typed command is awaited while no other command is queued.
      </p>
      <Form labelCol={{ span: 12 }} labelAlign="left" colon={false}>
        <Form.Item label="Wait for a reply">
          <Select
            aria-label="Wait for a reply"
            value={waitS}
            options={offered.map((value) => ({ value, label: waitText(value) }))}
            onChange={(chosen: number) => settings.change({ waitS: chosen })}
          />
        </Form.Item>
      </Form>
    </section>
  );
};

/** Shows the port: counters, control lines, settings, and the wait for a reply. */
export const LinePanel = () => (
  <div className="line stack stack-16">
    <LineCountersTable />
    <SignalControls />
    <PortOptionsForm />
    <WaitField />
  </div>
);
