import { Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { ErrorBoundary } from '../react/ErrorBoundary.tsx';
import { loadWithin, type Delay } from './load-within.ts';
import { PageProblem } from './PageProblem.tsx';

const after: Delay = (delayMs, callback) => {
  const timer = setTimeout(callback, delayMs);
  return () => {
    clearTimeout(timer);
  };
};

/** A screen in a separate chunk, which is loaded when the screen is first shown. */
export interface LazyScreen {
  readonly Screen: ComponentType;
  /** Loads the chunk in advance. A failure is reported only when the screen is shown. */
  readonly prefetch: () => void;
}

/**
 * Creates a screen from `load`, which imports its chunk. If loading fails, the user can retry without losing the
 * session or the open port. `fallback` is shown while the chunk loads.
 *
 * `React.lazy` is not used: React renders what it waited for with a low priority, which each update by live data
 * restarts, so that a large screen would never be shown on a slow computer.
 */
export const lazyScreen = (load: () => Promise<ComponentType>, fallback: ReactNode): LazyScreen => {
  let loaded: ComponentType | undefined;
  const fetchChunk = async (): Promise<void> => {
    loaded = await loadWithin(load, after);
  };

  const Content = () => {
    const [Loaded, show] = useState(() => loaded);
    const [failure, fail] = useState<Error>();
    // Also if the chunk has arrived since the first render. A loaded chunk is not loaded again.
    useEffect(() => {
      if (Loaded === undefined)
        fetchChunk().then(() => {
          show(() => loaded);
        }, fail);
    }, [Loaded]);
    if (failure !== undefined) throw failure;
    return Loaded === undefined ? fallback : <Loaded />;
  };

  return {
    Screen: () => (
      <ErrorBoundary fallback={({ error, retry }) => <PageProblem error={error} onRetry={retry} />}>
        <Suspense fallback={fallback}>
          <Content />
        </Suspense>
      </ErrorBoundary>
    ),
    prefetch: () => {
      fetchChunk().catch(() => undefined);
    },
  };
};
