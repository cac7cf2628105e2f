import { AreaPage } from './AreaPage.tsx';
import { IssueLists } from './IssueLists.tsx';

export const ServiceScreen = () => (
  <AreaPage
    tab="servicetab"
    empty={{
      title: 'No service jobs',
      text: 'This server lists no service jobs yet. The issues above are the ones a technician may record.',
    }}
    flags={['service']}
    instead={['support', 'home']}
  >
    <IssueLists />
  </AreaPage>
);
