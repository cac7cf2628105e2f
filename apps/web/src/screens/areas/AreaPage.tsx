import type { ReactNode } from 'react';
import { Card } from 'antd';
import { findTab, mayOpen, type TabId } from '@batbot/core';
import { useSignedIn } from '../../react/use-signed-in.ts';
import { TabAnchor } from '../controls/TabAnchor.tsx';
import { TabHint } from '../controls/TabHint.tsx';
import './areas.css';

/** The message of a tab that has no data in this version. */
export interface Area {
  readonly title: string;
  readonly text: string;
  /** The tabs to use instead. Only those that the user may open are offered. */
  readonly instead?: readonly TabId[];
}

const LINKS: Partial<Record<TabId, string>> = {
  home: 'See live data',
  terminal: 'Open the terminal',
  support: 'Contact support',
  users: 'See your permissions',
};

const USUAL: readonly TabId[] = ['home', 'terminal', 'support'];

/**
 * The page of a tab: its name, the server's hint, its content, and what is not available with the tabs to use instead.
 */
export const AreaPage = ({
  tab,
  area,
  children,
}: {
  readonly tab: TabId;
  readonly area: Area;
  readonly children?: ReactNode;
}) => {
  const session = useSignedIn();
  if (session === undefined) return null;
  const offered = (area.instead ?? USUAL).filter((id) => mayOpen(id, session.permissions));
  return (
    <div className="page page--text stack">
      <h1>{findTab(tab)?.title}</h1>
      <TabHint tab={tab} />
      {children}
      <Card size="small" title={<h2>{area.title}</h2>}>
        <p>{area.text}</p>
        <p className="area__links">
          {offered.map((id) => (
            <TabAnchor key={id} className="area__link" tab={id}>
              {LINKS[id] ?? findTab(id)?.title}
            </TabAnchor>
          ))}
        </p>
      </Card>
    </div>
  );
};
