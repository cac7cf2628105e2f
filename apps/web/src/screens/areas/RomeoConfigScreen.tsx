import { AreaPage } from './AreaPage.tsx';

export const RomeoConfigScreen = () => (
  <AreaPage
    tab="romeoConfig"
    empty={{
      title: 'No Romeo device to configure',
      text: 'This server knows no Romeo device of yours yet.',
    }}
    flags={['romeoConfig']}
    instead={['romeoList', 'terminal', 'support']}
  />
);
