import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { rowPath } from '../../react/paths.ts';
import { useMayOpen } from '../../react/use-signed-in.ts';

/** A link to a section of the page of an asset. It is only a text for users who may not open Assets. */
export const AssetLink = ({
  id,
  section,
  children,
}: {
  readonly id: string;
  readonly section?: string;
  readonly children: ReactNode;
}) =>
  useMayOpen()('assets') ? <Link to={rowPath('assets', id, section)}>{children}</Link> : children;
