import type { ReactNode } from 'react';
import { NotAccepted } from '../workspace/NotAccepted.tsx';
import { SyncLine } from '../workspace/SyncLine.tsx';
import type { Images } from '../install/use-images.ts';

/** What every list of the tab gets: the images, the switch of the views, and the server's hint. */
export interface FirmwareListProps {
  readonly images: Images;
  readonly view: ReactNode;
  readonly hint: string | undefined;
}

/** Shows the hint, the changes that were not accepted, and how current the rows are. */
export const ListNotice = ({ images: { workspace }, hint }: Omit<FirmwareListProps, 'view'>) => (
  <>
    {hint !== undefined && <p>{hint}</p>}
    {workspace !== undefined && (
      <>
        <NotAccepted workspace={workspace} />
        <SyncLine workspace={workspace} />
      </>
    )}
  </>
);
