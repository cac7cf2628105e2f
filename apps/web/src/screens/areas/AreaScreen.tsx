import { useLocation } from 'react-router-dom';
import { Card } from 'antd';
import { findTab, sectionOf, type TabId } from '@batbot/core';
import { useCore } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';
import { AreaPage, type Area } from './AreaPage.tsx';

/** The messages of the tabs that have no data in this version. */
const AREAS: Partial<Readonly<Record<TabId, Area>>> = {
  complaint: {
    title: 'Tickets are not available',
    text: 'This server does not accept tickets yet. Contact support with the issue and the serial number of the pack.',
    instead: ['support', 'home'],
  },
  servicetab: {
    title: 'No service jobs',
    text: 'This server has no service jobs yet.',
    instead: ['support', 'home'],
  },
  upload: {
    title: 'CSV upload is not available yet',
    text: 'This server does not accept CSV files yet. Keep the file until it does.',
    instead: ['support', 'users'],
  },
};

const ISSUES = [
  { field: 'customerContent', title: 'Customer issues' },
  { field: 'serviceContent', title: 'Issues a technician can record' },
] as const;

/** Lists the issue categories that the server has for this user. */
const IssueLists = () => {
  const categories = useLive(useCore().popover.alertCategories$);
  const shown = ISSUES.filter(({ field }) => categories[field].length > 0);
  if (shown.length === 0) return null;
  return (
    <div className="area__columns">
      {shown.map(({ field, title }) => (
        <Card key={field} size="small" title={<h2>{title}</h2>}>
          <ul className="area__list">
            {categories[field].map((issue) => (
              <li key={issue.id}>{issue.title}</li>
            ))}
          </ul>
        </Card>
      ))}
    </div>
  );
};

export const AreaScreen = () => {
  const tab = findTab(sectionOf(useLocation().pathname));
  const area = tab === undefined ? undefined : AREAS[tab.id];
  if (tab === undefined || area === undefined) return null;
  return (
    <AreaPage tab={tab.id} area={area}>
      {(tab.id === 'complaint' || tab.id === 'servicetab') && <IssueLists />}
    </AreaPage>
  );
};
