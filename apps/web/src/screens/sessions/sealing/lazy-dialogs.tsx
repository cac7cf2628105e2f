import { lazy, Suspense, type ComponentProps } from 'react';
import type { CheckDialog } from './CheckDialog.tsx';
import type { SealDialog } from './SealDialog.tsx';

const Seal = lazy(async () => ({ default: (await import('./SealDialog.tsx')).SealDialog })); // React.lazy asks for this name
const Check = lazy(async () => ({ default: (await import('./CheckDialog.tsx')).CheckDialog })); // the same

const loading = <p role="status">Loading …</p>;

/** Both dialogs are chunks of their own, loaded when they are first opened. */
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
