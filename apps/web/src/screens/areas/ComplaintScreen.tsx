import { AreaPage } from './AreaPage.tsx';
import { IssueLists } from './IssueLists.tsx';

export const ComplaintScreen = () => (
  <AreaPage
    tab="complaint"
    empty={{
      title: 'Tickets cannot be raised from here yet',
      text: 'This server takes no tickets yet. Note the issue that fits best, and tell support together with the serial number of the pack.',
    }}
    flags={['raiseServiceTicketForClient']}
    instead={['support', 'home']}
  >
    <IssueLists />
  </AreaPage>
);
