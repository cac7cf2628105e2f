import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
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
 */
export const lazyScreen = (load: () => Promise<ComponentType>, fallback: ReactNode): LazyScreen => {
  // React.lazy requires a default export
  const attempt = () => lazy(async () => ({ default: await loadWithin(load, after) }));
  let current = attempt();

  const Screen = () => {
    const [Loaded, show] = useState(() => current);
    return (
      <ErrorBoundary
        fallback={({ error, retry }) => (
          <PageProblem
            error={error}
            onRetry={() => {
              current = attempt();
              show(() => current);
              retry();
            }}
          />
        )}
      >
        <Suspense fallback={fallback}>
          <Loaded />
        </Suspense>
      </ErrorBoundary>
    );
  };

  return {
    Screen,
    prefetch: () => {
      load().catch(() => undefined);
    },
  };
};
