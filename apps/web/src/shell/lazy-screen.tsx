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

/** A screen that is its own chunk, loaded when it is first shown. */
export interface LazyScreen {
  readonly Screen: ComponentType;
  /** Loads the chunk ahead; a failure is reported only when the screen is shown. */
  readonly prefetch: () => void;
}

/**
 * `load` imports the chunk. When it fails the user may try again in place: session and open port stay.
 * `fallback` shows meanwhile.
 */
export const lazyScreen = (load: () => Promise<ComponentType>, fallback: ReactNode): LazyScreen => {
  const attempt = () => lazy(async () => ({ default: await loadWithin(load, after) })); // React.lazy asks for this name
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
