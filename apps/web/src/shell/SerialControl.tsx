import { BAUD_RATES, type Connection, type LinkSupport } from '@batbot/core';
import { useCore } from '../react/core-context.tsx';
import { useLive } from '../react/use-live.ts';
import { ConnectionPill } from './ConnectionPill.tsx';
import './serial-control.css';

const WARNINGS = {
  browser: 'This browser cannot reach serial ports. Use Chrome, Edge or Brave to connect a device.',
  insecureContext:
    'Serial ports need a secure page. Open this address with https, or on localhost.',
} as const;

/** The ways to reach a device, by the id of their link. */
const WAYS: Readonly<Record<string, string>> = {
  usb: 'USB serial',
  simulated: 'Simulated device',
};

const warningOf = (support: LinkSupport | undefined): string | undefined =>
  support?.kind === 'unsupported' ? WARNINGS[support.reason] : undefined;

interface ToggleProps {
  readonly connection: Connection;
  readonly isOffered: boolean;
  readonly onConnect: () => void;
  readonly onTakeOver: () => void;
  readonly onDisconnect: () => void;
}

const Toggle = ({ connection, isOffered, onConnect, onTakeOver, onDisconnect }: ToggleProps) => {
  switch (connection.kind) {
    case 'disconnected':
      return (
        <>
          {connection.cause.kind === 'openElsewhere' && (
            <button type="button" className="button" onClick={onTakeOver}>
              Take over
            </button>
          )}
          <button
            type="button"
            className="button button--primary"
            disabled={!isOffered}
            onClick={onConnect}
          >
            Connect
          </button>
        </>
      );
    case 'connecting':
      return (
        <>
          <button type="button" className="button" onClick={onDisconnect}>
            Cancel
          </button>
          <button type="button" className="button button--primary" disabled aria-busy>
            Connect
          </button>
        </>
      );
    case 'connected':
    case 'disconnecting':
      return (
        <button
          type="button"
          className="button"
          disabled={connection.kind === 'disconnecting'}
          onClick={onDisconnect}
        >
          Disconnect
        </button>
      );
  }
};

/** The connection at a glance, and the way to make or end it. Visible at every width. */
export const SerialControl = () => {
  const { link, linkChoice } = useCore();
  const connection = useLive(link.connection$);
  const { baudRate } = useLive(link.settings$);
  const wayId = useLive(linkChoice.linkId$);
  const isIdle = connection.kind === 'disconnected';
  const warning = warningOf(link.links.find(({ id }) => id === wayId)?.support);

  return (
    <section className="serial" aria-label="Serial connection" data-connection={connection.kind}>
      <ConnectionPill connection={connection} />
      <div className="serial__settings">
        <select
          className="select"
          aria-label="Baud rate"
          title="Baud rate"
          value={baudRate}
          disabled={!isIdle}
          onChange={(event) => {
            link.changeSettings({ baudRate: Number(event.target.value) });
          }}
        >
          {BAUD_RATES.map((rate) => (
            <option key={rate} value={rate}>
              {rate}
            </option>
          ))}
        </select>
        {link.links.length > 1 && (
          <select
            className="select"
            aria-label="Device"
            title="How the device is reached"
            value={wayId}
            disabled={!isIdle}
            onChange={(event) => {
              linkChoice.choose(event.target.value);
            }}
          >
            {link.links.map(({ id }) => (
              <option key={id} value={id}>
                {WAYS[id] ?? id}
              </option>
            ))}
          </select>
        )}
      </div>
      <div className="serial__toggle">
        <Toggle
          connection={connection}
          isOffered={warning === undefined}
          onConnect={() => {
            // Its failures are told by the core's notices and by the pill.
            void link.connect(wayId);
          }}
          onTakeOver={() => {
            void link.connect(wayId, { takeOver: true });
          }}
          onDisconnect={() => {
            void link.disconnect();
          }}
        />
      </div>
      {warning !== undefined && (
        <p className="serial__warning" role="alert">
          <span aria-hidden>⚠ </span>
          {warning}
        </p>
      )}
    </section>
  );
};
