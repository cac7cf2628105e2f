import { useEffect, useState } from 'react';
import { Alert, Button, Skeleton } from 'antd';
import { ProblemAlert } from '../ProblemAlert.tsx';
import type { LoadState } from './collection-types.ts';

/** Delay of the skeleton. A shorter wait needs no skeleton. */
const SKELETON_AFTER_MS = 200;

/** Shows a skeleton while rows are loading, after a short delay. */
export const Loading = ({ title }: { readonly title: string }) => {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SKELETON_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="collection__note" role="status" aria-label={`Loading ${title}`}>
      {isShown && <Skeleton active title={false} paragraph={{ rows: 8 }} />}
    </div>
  );
};

/** Shown instead of a list that the server has never returned. */
export const UNREAD = 'Not read from the server yet.';

/** Explains why the rows may be outdated. */
export const LoadAlert = ({ load }: { readonly load: LoadState }) => {
  if (load.kind === 'readOnly') {
    return <Alert type="info" showIcon title="Nothing can be changed now." />;
  }
  if (load.kind !== 'failed') return null;
  return (
    <ProblemAlert
      help="callFailed"
      title={load.message}
      action={
        load.onRetry && (
          <Button size="small" onClick={load.onRetry}>
            Retry
          </Button>
        )
      }
    />
  );
};
