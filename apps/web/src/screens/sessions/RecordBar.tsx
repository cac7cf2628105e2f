import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { tabPath, useDeviceTab, useSessionPaths } from '../../react/paths.ts';
import { RecordControl } from './RecordControl.tsx';
import './record-bar.css';

interface Props {
  readonly isInSessions: boolean;
  /** What else belongs to the device. */
  readonly children?: ReactNode;
}

/** The row over Home and Terminal, until the top bar has these controls. */
export const RecordBar = ({ isInSessions, children }: Props) => {
  const paths = useSessionPaths();
  const tab = useDeviceTab() ?? 'home';
  return (
    <div className="record-bar">
      <RecordControl />
      {children}
      <Link
        className="record-bar__link"
        to={isInSessions ? tabPath(tab) : paths.list}
        aria-current={isInSessions ? 'true' : undefined}
      >
        {isInSessions ? '← Back' : 'Sessions'}
      </Link>
    </div>
  );
};
