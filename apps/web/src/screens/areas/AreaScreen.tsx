import { useLocation } from 'react-router-dom';
import { findTab, sectionOf, type TabId } from '@batbot/core';
import { AreaPage, type Area } from './AreaPage.tsx';

/** The messages of the tabs that have no data in this version. */
const AREAS: Partial<Readonly<Record<TabId, Area>>> = {
  upload: {
    title: 'CSV upload is not available yet',
    text: 'This server does not accept CSV files yet. Keep the file until it does.',
    instead: ['support', 'users'],
  },
};

export const AreaScreen = () => {
  const tab = findTab(sectionOf(useLocation().pathname));
  const area = tab === undefined ? undefined : AREAS[tab.id];
  if (tab === undefined || area === undefined) return null;
  return <AreaPage tab={tab.id} area={area} />;
};
