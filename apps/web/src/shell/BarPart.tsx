import type { ReactNode } from 'react';
import { Button } from 'antd';
import { ErrorBoundary } from '../react/ErrorBoundary.tsx';

interface Props {
  /** The name of the part in the message: "The search". */
  readonly name: string;
  readonly children: ReactNode;
}

/** Limits an error, such as a dialog whose code does not load, to a part of the bar, and offers to show it again. */
export const BarPart = ({ name, children }: Props) => (
  <ErrorBoundary
    fallback={({ retry }) => (
      <span role="alert">
        {name} has failed.{' '}
        <Button size="small" onClick={retry}>
          Try again
        </Button>
      </span>
    )}
  >
    {children}
  </ErrorBoundary>
);
