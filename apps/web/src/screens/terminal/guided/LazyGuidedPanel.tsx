import { lazy, Suspense } from 'react';

const Loaded = lazy(async () => ({ default: (await import('./GuidedPanel.tsx')).GuidedPanel })); // React.lazy asks for this name

/** The guided checks as a chunk of their own, loaded when they are first opened. */
export const LazyGuidedPanel = () => (
  <Suspense fallback={<p role="status">Loading checks …</p>}>
    <Loaded />
  </Suspense>
);
