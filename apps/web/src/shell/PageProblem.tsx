import { useEffect } from 'react';
import { useServices } from '../react/core-context.tsx';
import { ChunkLoadError } from '../react/load-within.ts';
import { HelpLink } from '../screens/controls/HelpLink.tsx';

/** Replaces a page that could not be loaded or rendered. The rest of the app stays usable. */
export const PageProblem = ({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry: () => void;
}) => {
  const isChunk = error instanceof ChunkLoadError;
  const { core$ } = useServices();
  useEffect(() => {
    if (isChunk) void core$.value?.releases.look();
  }, [core$, isChunk]);
  return (
    <section className="full-page full-page--inside" role="alert">
      <h1>{isChunk ? 'This page could not be loaded' : 'This page has failed'}</h1>
      <p>
        {isChunk
          ? 'The connection may be down, or a newer version may have replaced this one. Click Retry first: your session, the open port and what you typed are kept. If this page appears again, reload the app: this loads the newest version and closes the port. The browser asks before unsaved input is lost.'
          : 'You are still logged in and the port stays open. Try again, or choose another tab.'}
      </p>
      <div className="row full-page__actions">
        <button type="button" className="button button--primary" onClick={onRetry}>
          Retry
        </button>
        <button type="button" className="button" onClick={() => location.reload()}>
          Reload the app
        </button>
        <HelpLink topic="pageFailed" />
      </div>
    </section>
  );
};
