import type { ReactNode } from 'react';
import { findTab, mayOpen, popoverTextOf, type PermissionFlag, type TabId } from '@batbot/core';
import { useAccount, useCore } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';
import { useSignedIn } from '../../react/use-signed-in.ts';
import { TabAnchor } from '../controls/TabAnchor.tsx';
import { permissionLabels } from '../controls/permission-labels.ts';
import './areas.css';

export interface AreaPageProps {
  readonly tab: TabId;
  /** What is not here, in the user's words. */
  readonly empty: { readonly title: string; readonly text: string };
  /** Where to go instead, the best first; only what the user may open is offered. */
  readonly instead?: readonly TabId[];
  /** The permissions that matter in this area. */
  readonly flags?: readonly PermissionFlag[];
  readonly children?: ReactNode;
}

const ACTIONS: Partial<Record<TabId, string>> = {
  home: 'See live data',
  terminal: 'Open the terminal',
  support: 'Ask support',
  users: 'See your permissions',
};

const DEFAULT_INSTEAD: readonly TabId[] = ['home', 'terminal', 'support'];

/**
 * A tab of which this version knows nothing but what the session tells: the server's hint, the permissions, and an
 * honest word on what is missing.
 */
export const AreaPage = ({ tab, empty, flags, children, instead }: AreaPageProps) => {
  const { popover } = useAccount();
  const { link } = useCore();
  const isConnected = useLive(link.connection$).kind === 'connected';
  const hint = popoverTextOf(useLive(popover.content$), tab);
  const session = useSignedIn();
  if (session === undefined) return null;
  const offered = (instead ?? DEFAULT_INSTEAD).filter((id) => mayOpen(id, session.permissions));
  return (
    <div className="page page--text area">
      <h1>{findTab(tab)?.title}</h1>
      {hint !== undefined && <p className="area__hint">{hint}</p>}
      {children}
      <section className="card area__empty">
        <h2>{empty.title}</h2>
        <p>{empty.text}</p>
        <div className="area__actions">
          {/* Not connected, the one thing to do first is to connect, in the bar above. */}
          {offered.map((id, index) => (
            <TabAnchor
              key={id}
              className={isConnected && index === 0 ? 'button button--primary' : 'button'}
              tab={id}
            >
              {ACTIONS[id] ?? findTab(id)?.title}
            </TabAnchor>
          ))}
        </div>
      </section>
      {flags !== undefined && (
        <section className="card" aria-labelledby="area-permissions">
          <h2 id="area-permissions">Your permissions here</h2>
          <ul className="area__flags">
            {flags.map((flag) => (
              <li key={flag}>
                <span>{permissionLabels[flag]}</span>
                <span className={session.permissions[flag] ? 'area__yes' : 'area__no'}>
                  {session.permissions[flag] ? '✓ granted' : '– not granted'}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
};
