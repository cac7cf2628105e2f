import { AreaPage } from './AreaPage.tsx';

export const SmartConfigScreen = () => (
  <AreaPage
    tab="smartConfig"
    empty={{
      title: 'No smart BMS to configure',
      text: 'This server knows no smart BMS of yours yet. A connected device can be set up by commands in the terminal.',
    }}
    flags={['smartConfig']}
  />
);
