import { lazy, Suspense } from 'react';
import type { PackChartsProps } from './PackCharts.tsx';

const Loaded = lazy(async () => ({ default: (await import('./PackCharts.tsx')).PackCharts })); // React.lazy asks for this name

/** The charts as a chunk of their own, loaded when they are first shown. */
export const LazyPackCharts = (props: PackChartsProps) => (
  <Suspense fallback={<p role="status">Loading charts …</p>}>
    <Loaded {...props} />
  </Suspense>
);
