import { AreaPage } from './AreaPage.tsx';

export const UploadScreen = () => (
  <AreaPage
    tab="upload"
    empty={{
      title: 'Nothing can be uploaded yet',
      text: 'This server accepts no CSV files yet. Keep the file; nothing of it is lost.',
    }}
    flags={['uploadCsv']}
    instead={['support', 'users']}
  />
);
