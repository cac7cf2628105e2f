import type { ReactNode } from 'react';
import type { Images } from '../install/use-images.ts';

/** What every list of the tab gets: the images, the switch of the views, and the server's hint. */
export interface FirmwareListProps {
  readonly images: Images;
  readonly view: ReactNode;
  readonly hint: string | undefined;
}
