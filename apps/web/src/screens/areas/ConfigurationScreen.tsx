import { AreaPage } from './AreaPage.tsx';

export const ConfigurationScreen = () => (
  <AreaPage
    tab="config"
    empty={{
      title: 'No configuration to edit',
      text: 'This server holds no configurations yet. Settings of a connected device can be read and written as commands in the terminal.',
    }}
    flags={['editConfig', 'uploadConfig']}
  />
);
