import type { ReactNode } from 'react';
import { ErrorBoundary } from '../../react/ErrorBoundary.tsx';
import './widget.css';

export interface WidgetProps {
  /** What the user calls it: "The cells". */
  readonly name: string;
  /** What it shows: with other data it is tried again by itself. */
  readonly data?: unknown;
  readonly children: ReactNode;
}

/**
 * A part of a page that may meet odd data: when it fails, the rest of the page stays [RX-12]. No alert to a screen
 * reader, because the next reply may bring the same again two seconds later.
 */
export const Widget = ({ name, data, children }: WidgetProps) => (
  <ErrorBoundary
    resetKey={data}
    fallback={({ retry }) => (
      <section className="card widget-problem">
        <p>
          <span aria-hidden>⚠ </span>
          {name} could not be shown. The rest of the page goes on.
        </p>
        <button type="button" className="button" onClick={retry}>
          Try again
        </button>
      </section>
    )}
  >
    {children}
  </ErrorBoundary>
);
