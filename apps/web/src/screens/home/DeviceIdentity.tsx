import type { KnownIdentity } from '@batbot/core';
import { useCore } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';
import { DASH } from '../../text/format.ts';

const REFUSALS: Readonly<Record<Extract<KnownIdentity, { kind: 'refused' }>['outcome'], string>> = {
  ok: '',
  error: 'The device does not know ATI.',
  timeout: 'The device did not answer to ATI.',
  lost: 'The device began anew before it answered.',
  writeFailed: 'ATI could not be sent.',
};

const Facts = ({ identity, raw }: Extract<KnownIdentity, { kind: 'told' }>) => {
  const facts = [
    ['Model', identity.model],
    ['Hardware', identity.hardware],
    ['Firmware', identity.firmware],
    ['Serial number', identity.serial],
  ] as const;
  if (facts.every(([, text]) => text === undefined)) {
    return <p className="panel__none">It answered: {raw.join(' / ') || '(nothing)'}</p>;
  }
  return (
    <div className="facts">
      {facts.map(([name, text]) => (
        <div className="facts__row" key={name}>
          <span aria-hidden>{name}</span>
          <span role="group" aria-label={name}>
            {text ?? DASH}
          </span>
        </div>
      ))}
    </div>
  );
};

/** Who the device is: asked only by the user's click, for a vehicle is never probed unasked. */
export const DeviceIdentity = () => {
  const { identity } = useCore().telemetry;
  const known = useLive(identity.identity$);
  return (
    <section className="panel">
      <h2>Identity</h2>
      {known.kind === 'told' ? (
        <Facts {...known} />
      ) : (
        <div className="identity">
          <p className="panel__none" role="status">
            {known.kind === 'refused' ? REFUSALS[known.outcome] : 'Asked for only when you click.'}
          </p>
          <button
            type="button"
            className="button identity__ask"
            disabled={known.kind === 'asking'}
            onClick={identity.ask}
          >
            {known.kind === 'asking' ? 'Asking …' : 'Ask for identity (ATI)'}
          </button>
        </div>
      )}
    </section>
  );
};
