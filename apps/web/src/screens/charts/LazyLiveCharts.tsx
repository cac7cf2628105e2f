import { lazy, Suspense } from 'react';
import type { LiveChartsProps } from './LiveCharts.tsx';

const Loaded = lazy(async () => ({ default: (await import('./LiveCharts.tsx')).LiveCharts })); // React.lazy expects this name

/** The charts in a chunk of their own, loaded when they are first shown. */
export const LazyLiveCharts = (props: LiveChartsProps) => (
  <Suspense fallback={<p role="status">Loading charts …</p>}>
    <Loaded {...props} />
  </Suspense>
);
