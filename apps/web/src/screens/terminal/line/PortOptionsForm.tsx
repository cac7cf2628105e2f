import { useState } from 'react';
import { Button, Form, Select } from 'antd';
import { BUFFER_SIZES, shortPortOptions, type PortOptions } from '@batbot/core';
import { useCore } from '../../../react/core-context.tsx';
import { useLive } from '../../../react/use-live.ts';
import { useDeviceWork } from '../../parameters/use-device-work.ts';
import { bufferText } from './line-words.ts';

const choice = (
  name: keyof PortOptions,
  label: string,
  ...options: readonly (readonly [value: string | number, label: string])[]
) => ({ name, label, options: options.map(([value, text]) => ({ value, label: text })) });

/** The choices of each port option except the buffer size, with their labels. */
const PORT_CHOICES = [
  choice('dataBits', 'Data bits', [8, '8'], [7, '7']),
  choice('parity', 'Parity', ['none', 'None'], ['even', 'Even'], ['odd', 'Odd']),
  choice('stopBits', 'Stop bits', [1, '1'], [2, '2']),
  choice('flowControl', 'Flow control', ['none', 'None'], ['hardware', 'RTS/CTS']),
];

const isSame = (one: PortOptions, other: PortOptions): boolean =>
  shortPortOptions(one) === shortPortOptions(other) && one.bufferSize === other.bufferSize;

/** Edits the options of the port, except the baud rate. They are saved for each kind of device. */
export const PortOptionsForm = () => {
  const { link } = useCore();
  const atHand = useLive(link.ports.atHand$);
  const connection = useLive(link.connection$);
  const isWorking = useDeviceWork() !== undefined;
  const [problem, setProblem] = useState('');
  if (atHand === undefined) {
    return (
      <section className="stack stack-8" aria-labelledby="line-port">
        <h3 id="line-port">Port settings, advanced</h3>
        <p className="hint">
          Connect once: data bits, parity, stop bits, flow control and buffer are saved for each
          kind of device. Default: 8N1.
        </p>
      </section>
    );
  }
  const { device, kept, inUse } = atHand;
  const change = (part: Partial<PortOptions>): void => {
    const isStored = link.ports.change(part).ok;
    setProblem(isStored ? '' : 'Kept until you close the page: storage is full or blocked.');
  };
  const isPending = inUse !== undefined && !isSame(kept, inUse);
  const sizes = [...new Set([...BUFFER_SIZES, kept.bufferSize])];
  const buffers = sizes.map((size) => [size, bufferText(size)] as const);
  const choices = [...PORT_CHOICES, choice('bufferSize', 'Buffer', ...buffers)];
  return (
    <section className="stack stack-8" aria-labelledby="line-port">
      <h3 id="line-port">Port settings, advanced</h3>
      <p className="hint">
        For {device.label}.{' '}
        {inUse === undefined
          ? 'Applied on connect.'
          : `Now: ${shortPortOptions(inUse)}, buffer ${bufferText(inUse.bufferSize)}.`}
      </p>
      <Form labelCol={{ span: 12 }} labelAlign="left" colon={false}>
        {choices.map(({ name, label, options }) => (
          <Form.Item key={name} label={label}>
            <Select
              aria-label={label}
              value={kept[name]}
              options={options}
              onChange={(value) => change({ [name]: value })}
            />
          </Form.Item>
        ))}
      </Form>
      <div role="status">
        {isPending && (
          <p className="hint">
            <span aria-hidden>▲ </span>An open port cannot change: applied on the next connect.
          </p>
        )}
        {problem !== '' && <p className="tone-act">{problem}</p>}
      </div>
      {isPending && connection.kind === 'connected' && !isWorking && (
        <Button
          type="primary"
          onClick={() => {
            // The notices and the device chip show failures.
            void link.reopenAt(connection.baudRate);
          }}
        >
          Reconnect with these settings
        </Button>
      )}
    </section>
  );
};
