import type { Connection } from '@batbot/core';
import { useCore } from '../../react/core-context.tsx';

/** The link of the simulated device; its button says so. */
const SIMULATED = 'simulated';

const stateText = (connection: Exclude<Connection, { readonly kind: 'connected' }>): string => {
  switch (connection.kind) {
    case 'connecting':
      return connection.stage === 'choosing' ? 'Choose a port …' : 'Opening the port …';
    case 'disconnecting':
      return 'Closing the port …';
    case 'disconnected':
      return connection.awaited === undefined
        ? 'No device connected'
        : `Waiting for ${connection.awaited.label} to come back`;
  }
};

interface Props {
  readonly connection: Exclude<Connection, { readonly kind: 'connected' }>;
}

/** Teaches what to do while there is nothing to show. */
export const NoDevice = ({ connection }: Props) => {
  const { link } = useCore();
  const usable = link.links.filter(({ support }) => support.kind === 'supported');
  const simulated = link.links.some(({ id }) => id === SIMULATED);
  const isIdle = connection.kind === 'disconnected';
  return (
    <div className="no-device">
      <svg className="no-device__mark" viewBox="0 0 96 64" aria-hidden>
        <rect x="6" y="14" width="58" height="38" rx="6" />
        <path d="M64 26h7a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3h-7M20 33h12M26 27v12M40 33h12" />
        <path className="no-device__cable" d="M80 33h10" />
      </svg>
      <h2 role="status">{stateText(connection)}</h2>
      <p>
        No device connected. Connect one{simulated ? ', or try the simulated device' : ''}. Live
        data appear here by themselves, two seconds apart.
      </p>
      <div className="no-device__actions">
        {usable.map(({ id }, index) => (
          <button
            key={id}
            type="button"
            className={index === 0 ? 'button button--primary' : 'button'}
            disabled={!isIdle}
            onClick={() => {
              // Its failures are told by the core's notices and by the pill.
              void link.connect(id);
            }}
          >
            {id === SIMULATED ? 'Try the simulated device' : 'Choose a device'}
          </button>
        ))}
      </div>
      {usable.length === 0 && (
        <p className="no-device__reason">
          <span aria-hidden>▲ </span>
          Serial ports are out of reach here: use Chrome, Edge or Brave, over https or on localhost.
        </p>
      )}
    </div>
  );
};
