import { lazyPart } from '../../react/lazy-part.tsx';

/** The charts, a separate chunk that is loaded when they are first shown. */
export const LazyLiveCharts = lazyPart(
  async () => (await import('./LiveCharts.tsx')).LiveCharts,
  <p role="status">Loading charts…</p>,
);
