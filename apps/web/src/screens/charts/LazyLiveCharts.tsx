import { lazy, Suspense } from 'react';
import type { LiveChartsProps } from './LiveCharts.tsx';

// React.lazy requires a default export
const Loaded = lazy(async () => ({ default: (await import('./LiveCharts.tsx')).LiveCharts }));

/** The charts, a separate chunk that is loaded when they are first shown. */
export const LazyLiveCharts = (props: LiveChartsProps) => (
  <Suspense fallback={<p role="status">Loading charts …</p>}>
    <Loaded {...props} />
  </Suspense>
);
