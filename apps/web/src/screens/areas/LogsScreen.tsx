import { AreaPage } from './AreaPage.tsx';

export const LogsScreen = () => (
  <AreaPage
    tab="logs"
    empty={{
      title: 'No logs recorded',
      text: 'This server keeps no logs of configuration and firmware changes yet. What a connected device says is logged in the terminal.',
    }}
    flags={['editConfig', 'uploadConfig', 'updateFirmware']}
  />
);
