import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { sessionPaths, useDeviceTab } from '../../react/paths.ts';

/** A link to a session of this computer. It is only a text for users who may open neither Home nor Terminal. */
export const SessionLink = ({
  id,
  children,
}: {
  readonly id: string;
  readonly children: ReactNode;
}) => {
  const tab = useDeviceTab();
  return tab === undefined ? children : <Link to={sessionPaths(tab).details(id)}>{children}</Link>;
};
