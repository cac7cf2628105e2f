import { AreaPage } from './AreaPage.tsx';

export const AnalyticsScreen = () => (
  <AreaPage
    tab="analyticData"
    empty={{
      title: 'No analysis yet',
      text: 'This server has collected no data to analyse. Live values of a connected pack are on Home.',
    }}
    flags={['analytics']}
  />
);
