import type { ReactNode } from 'react';
import { Button, Space } from 'antd';
import { ErrorBoundary } from '../../react/ErrorBoundary.tsx';
import { ChunkLoadError } from '../../react/load-within.ts';

interface Props {
  /** The name of the dialog in the message: "The search". */
  readonly name: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Limits an error to a dialog, such as code that does not load, and offers to show the dialog again or to close it. */
export const DialogPart = ({ name, onClose, children }: Props) => (
  <ErrorBoundary
    fallback={({ error, retry }) => (
      <Space wrap role="alert">
        <span>
          {name} {error instanceof ChunkLoadError ? 'could not be loaded.' : 'has failed.'}
        </span>
        <Button size="small" onClick={retry}>
          Try again
        </Button>
        <Button size="small" onClick={onClose}>
          Close
        </Button>
      </Space>
    )}
  >
    {children}
  </ErrorBoundary>
);
