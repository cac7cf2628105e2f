import { AreaPage } from './AreaPage.tsx';

export const RomeoListScreen = () => (
  <AreaPage
    tab="romeoList"
    empty={{
      title: 'No Romeo devices',
      text: 'This server lists no Romeo devices yet.',
    }}
    flags={['romeoConfig']}
    instead={['romeoConfig', 'terminal', 'support']}
  />
);
