import { lazy, Suspense } from 'react';

const Loaded = lazy(async () => ({ default: (await import('./ChecksPanel.tsx')).ChecksPanel })); // React.lazy asks for this name

/** The checks as a chunk of their own, loaded when they are first opened. */
export const LazyChecksPanel = () => (
  <Suspense fallback={<p role="status">Loading checks…</p>}>
    <Loaded />
  </Suspense>
);
