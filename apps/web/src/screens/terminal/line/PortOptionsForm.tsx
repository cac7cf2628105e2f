import { useState } from 'react';
import { Button, Select } from 'antd';
import { BUFFER_SIZES, shortPortOptions, type Link, type PortOptions } from '@batbot/core';
import { useLive } from '../../../react/use-live.ts';
import { bufferText, PORT_CHOICES } from './line-words.ts';

interface FieldProps<T extends string | number> {
  readonly label: string;
  readonly options: readonly (readonly [value: T, label: string])[];
  readonly value: T;
  readonly onChoose: (value: T) => void;
}

const Field = <T extends string | number>({ label, options, value, onChoose }: FieldProps<T>) => (
  <div className="line__row">
    <span>{label}</span>
    <Select
      aria-label={label}
      options={options.map(([option, text]) => ({ value: option, label: text }))}
      value={value}
      onChange={onChoose}
    />
  </div>
);

const isSame = (one: PortOptions, other: PortOptions): boolean =>
  shortPortOptions(one) === shortPortOptions(other) && one.bufferSize === other.bufferSize;

/** How the port of the current device is opened, besides the baud rate. Saved for each kind of device. */
export const PortOptionsForm = ({ link }: { readonly link: Link }) => {
  const atHand = useLive(link.ports.atHand$);
  const connection = useLive(link.connection$);
  const [problem, setProblem] = useState('');
  const change = (part: Partial<PortOptions>): void => {
    const stored = link.ports.change(part);
    setProblem(stored.ok ? '' : 'Until you close the page: storage is blocked.');
  };

  if (atHand === undefined) {
    return (
      <section className="line__part" aria-labelledby="line-port">
        <h3 id="line-port" className="line__title">
          Port settings, advanced
        </h3>
        <p className="line__hint">
          Connect once: data bits, parity, stop bits, flow control and buffer are saved for each
          kind of device. Default: 8N1.
        </p>
      </section>
    );
  }
  const { device, kept, inUse } = atHand;
  const isPending = inUse !== undefined && !isSame(kept, inUse);
  const { dataBits, parity, stopBits, flowControl } = PORT_CHOICES;
  return (
    <section className="line__part" aria-labelledby="line-port">
      <h3 id="line-port" className="line__title">
        Port settings, advanced
      </h3>
      <p className="line__hint">
        For {device.label}.{' '}
        {inUse === undefined
          ? 'Applied on connect.'
          : `Now: ${shortPortOptions(inUse)}, buffer ${bufferText(inUse.bufferSize)}.`}
      </p>
      <Field
        {...dataBits}
        value={kept.dataBits}
        onChoose={(value) => change({ dataBits: value })}
      />
      <Field {...parity} value={kept.parity} onChoose={(value) => change({ parity: value })} />
      <Field
        {...stopBits}
        value={kept.stopBits}
        onChoose={(value) => change({ stopBits: value })}
      />
      <Field
        {...flowControl}
        value={kept.flowControl}
        onChoose={(value) => change({ flowControl: value })}
      />
      <Field
        label="Buffer"
        options={[...new Set([...BUFFER_SIZES, kept.bufferSize])].map((size) => [
          size,
          bufferText(size),
        ])}
        value={kept.bufferSize}
        onChoose={(value) => change({ bufferSize: value })}
      />
      <div className="line__pending" role="status">
        {isPending && (
          <p className="line__hint">
            <span aria-hidden>▲ </span>An open port cannot change: applied on the next connect.
          </p>
        )}
        {problem !== '' && <p className="line__problem">{problem}</p>}
      </div>
      {isPending && connection.kind === 'connected' && (
        <Button
          type="primary"
          onClick={() => {
            // Failures are reported by the core's notices and by the device chip.
            void link.reopenAt(connection.baudRate);
          }}
        >
          Reconnect with these settings
        </Button>
      )}
    </section>
  );
};
