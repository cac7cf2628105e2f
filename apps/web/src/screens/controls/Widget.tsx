import type { ReactNode } from 'react';
import { Alert, Button } from 'antd';
import { ErrorBoundary } from '../../react/ErrorBoundary.tsx';

export interface WidgetProps {
  /** The name of the widget in messages: "The cells". */
  readonly name: string;
  /** The data that the widget shows. After an error, new data renders it again. */
  readonly data?: unknown;
  readonly children: ReactNode;
}

/**
 * Limits an error of unusual data to a part of a page [RX-12]. The error is not announced to screen readers, because it
 * may occur again with every reply.
 */
export const Widget = ({ name, data, children }: WidgetProps) => (
  <ErrorBoundary
    resetKey={data}
    fallback={({ retry }) => (
      <Alert
        type="warning"
        role="group"
        showIcon
        title={`${name} could not be shown. The rest of the page still works.`}
        action={<Button onClick={retry}>Try again</Button>}
      />
    )}
  >
    {children}
  </ErrorBoundary>
);
