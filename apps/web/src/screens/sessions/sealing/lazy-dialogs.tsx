import { lazyPart } from '../../../react/lazy-part.tsx';

const loading = <p role="status">Loading…</p>;

export const LazySealDialog = lazyPart(
  async () => (await import('./SealDialog.tsx')).SealDialog,
  loading,
);

export const LazyCheckDialog = lazyPart(
  async () => (await import('./CheckDialog.tsx')).CheckDialog,
  loading,
);
