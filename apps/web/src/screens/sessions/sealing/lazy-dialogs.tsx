import { lazy, Suspense, type ComponentProps } from 'react';
import type { CheckDialog } from './CheckDialog.tsx';
import type { SealDialog } from './SealDialog.tsx';

// React.lazy requires a default export
const Seal = lazy(async () => ({ default: (await import('./SealDialog.tsx')).SealDialog }));
// React.lazy requires a default export
const Check = lazy(async () => ({ default: (await import('./CheckDialog.tsx')).CheckDialog }));

const loading = <p role="status">Loading …</p>;

/** The dialogs are separate chunks that are loaded when they are first opened. */
export const LazySealDialog = (props: ComponentProps<typeof SealDialog>) => (
  <Suspense fallback={loading}>
    <Seal {...props} />
  </Suspense>
);

export const LazyCheckDialog = (props: ComponentProps<typeof CheckDialog>) => (
  <Suspense fallback={loading}>
    <Check {...props} />
  </Suspense>
);
