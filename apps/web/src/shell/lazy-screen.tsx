import type { ComponentType, ReactNode } from 'react';
import { ErrorBoundary } from '../react/ErrorBoundary.tsx';
import { lazyPart } from '../react/lazy-part.tsx';
import { PageProblem } from './PageProblem.tsx';

/**
 * Creates a screen from `load`, which imports its chunk. If loading fails, the user can retry without losing the
 * session or the open port. `fallback` is shown while the chunk loads.
 */
export const lazyScreen = (load: () => Promise<ComponentType>, fallback: ReactNode) => {
  const Content = lazyPart(load, fallback);
  return {
    Screen: () => (
      <ErrorBoundary fallback={({ error, retry }) => <PageProblem error={error} onRetry={retry} />}>
        <Content />
      </ErrorBoundary>
    ),
    /** Loads the chunk in advance. A failure is reported only when the screen is shown. */
    prefetch: Content.prefetch,
  };
};

/** A screen in a separate chunk, which is loaded when the screen is first shown. */
export type LazyScreen = ReturnType<typeof lazyScreen>;
