import { useState } from 'react';
import { useCore, useServices } from '../react/core-context.tsx';
import { useLive } from '../react/use-live.ts';

/** A newer version is on the server. Only the user reloads: a port may be open, a recording may run [MT-05]. */
export const UpdatePrompt = () => {
  const { brand } = useServices().config;
  const { releases, link } = useCore();
  const isNewer = useLive(releases.isNewer$);
  const isOpen = useLive(link.connection$).kind === 'connected';
  const [isLater, setLater] = useState(false);
  if (!isNewer || isLater) return null;
  return (
    <div className="update-prompt" role="status">
      <span>
        A newer version of {brand.name} is ready.{' '}
        {isOpen ? 'Reload when you are done: it closes the port.' : 'Reload to use it.'}
      </span>
      <span className="update-prompt__actions">
        <button
          type="button"
          className={isOpen ? 'button' : 'button button--primary'}
          onClick={() => {
            location.reload();
          }}
        >
          Reload
        </button>
        <button
          type="button"
          className="button"
          onClick={() => {
            setLater(true);
          }}
        >
          Later
        </button>
      </span>
    </div>
  );
};
