import type { ReactNode } from 'react';
import { Button } from 'antd';
import { withKeys } from '../keys/shortcuts.ts';

interface Props {
  readonly onClick: () => void;
  /** The number of new lines. */
  readonly children?: ReactNode;
}

/** Scrolls to the end of the log or of the transactions. */
export const LatestButton = ({ onClick, children }: Props) => (
  <Button
    className="list-latest"
    title={withKeys('Jump to latest and follow', 'latest')}
    onClick={onClick}
  >
    <span aria-hidden>↓</span> Latest
    {children}
  </Button>
);
