import { AreaPage } from './AreaPage.tsx';

export const FirmwareScreen = () => (
  <AreaPage
    tab="firmwareTab"
    empty={{
      title: 'No firmware listed',
      text: 'This server lists no firmware files and no history yet. The version that runs on a connected device can be asked in the terminal.',
    }}
    flags={['addFirmware', 'firmwareHistory', 'updateFirmware', 'pointFirmware']}
  />
);
