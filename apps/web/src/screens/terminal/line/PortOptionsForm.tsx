import { useState } from 'react';
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
  <label className="line__row">
    <span>{label}</span>
    <select
      className="select"
      value={value}
      onChange={(event) => {
        const chosen = options.find(([option]) => String(option) === event.target.value);
        if (chosen !== undefined) onChoose(chosen[0]);
      }}
    >
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  </label>
);

const isSame = (one: PortOptions, other: PortOptions): boolean =>
  shortPortOptions(one) === shortPortOptions(other) && one.bufferSize === other.bufferSize;

/** How the device at hand is opened, beside the baud rate; kept for devices of its kind. */
export const PortOptionsForm = ({ link }: { readonly link: Link }) => {
  const atHand = useLive(link.ports.atHand$);
  const connection = useLive(link.connection$);
  const [problem, setProblem] = useState('');
  const change = (part: Partial<PortOptions>): void => {
    const stored = link.ports.change(part);
    setProblem(stored.ok ? '' : 'The browser does not keep it: it lasts until the page closes.');
  };

  if (atHand === undefined) {
    return (
      <section className="line__part" aria-labelledby="line-port">
        <h3 id="line-port" className="line__title">
          Port settings, advanced
        </h3>
        <p className="line__hint">
          Connect once: data bits, parity, stop bits, flow control and buffer are kept for each kind
          of device. Until told otherwise a port opens as 8N1.
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
          ? 'They count when it is connected.'
          : `Open now as ${shortPortOptions(inUse)}, buffer ${bufferText(inUse.bufferSize)}.`}
      </p>
      <Field
        {...dataBits}
        value={kept.dataBits}
        onChoose={(value) => {
          change({ dataBits: value });
        }}
      />
      <Field
        {...parity}
        value={kept.parity}
        onChoose={(value) => {
          change({ parity: value });
        }}
      />
      <Field
        {...stopBits}
        value={kept.stopBits}
        onChoose={(value) => {
          change({ stopBits: value });
        }}
      />
      <Field
        {...flowControl}
        value={kept.flowControl}
        onChoose={(value) => {
          change({ flowControl: value });
        }}
      />
      <Field
        label="Buffer"
        options={[...new Set([...BUFFER_SIZES, kept.bufferSize])].map((size) => [
          size,
          bufferText(size),
        ])}
        value={kept.bufferSize}
        onChoose={(value) => {
          change({ bufferSize: value });
        }}
      />
      <div className="line__pending" role="status">
        {isPending && (
          <p className="line__hint">
            <span aria-hidden>▲ </span>An open port cannot change: this counts at the next opening.
          </p>
        )}
        {problem !== '' && <p className="line__problem">{problem}</p>}
      </div>
      {isPending && connection.kind === 'connected' && (
        <button
          type="button"
          className="button button--primary"
          onClick={() => {
            // Its failures are told by the core's notices and by the pill.
            void link.reopenAt(connection.baudRate);
          }}
        >
          Reconnect with these
        </button>
      )}
    </section>
  );
};
