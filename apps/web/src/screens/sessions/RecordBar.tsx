import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { RecordControl } from './RecordControl.tsx';
import { searchOf } from './sessions-view.ts';
import './record-bar.css';

interface Props {
  readonly isInSessions: boolean;
  /** What else belongs to the device. */
  readonly children?: ReactNode;
}

/** The row over Home and Terminal, until the top bar has these controls. */
export const RecordBar = ({ isInSessions, children }: Props) => (
  <div className="record-bar">
    <RecordControl />
    {children}
    <Link
      className="record-bar__link"
      to={isInSessions ? '?' : searchOf({ kind: 'list' })}
      aria-current={isInSessions ? 'true' : undefined}
    >
      {isInSessions ? '← Back' : 'Sessions'}
    </Link>
  </div>
);
