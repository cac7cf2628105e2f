import type { ReactNode } from 'react';
import { usePageFocus } from '../../react/use-page-focus.ts';

/** A card with the state of something and its next steps. The focus moves to the page when the state changes. */
export const StatusCard = ({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) => {
  usePageFocus(label);
  return (
    <section className="card stack" aria-label={label}>
      {children}
    </section>
  );
};
