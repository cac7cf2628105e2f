import { AreaPage } from './AreaPage.tsx';
import { KnownDevices } from './KnownDevices.tsx';

export const AssetsScreen = () => (
  <AreaPage
    tab="assets"
    empty={{
      title: 'No batteries to show',
      text: 'This server lists no batteries yet. The pack in front of you can be read directly: connect its device and watch the live data.',
    }}
    flags={['battAccess']}
  >
    <KnownDevices />
  </AreaPage>
);
