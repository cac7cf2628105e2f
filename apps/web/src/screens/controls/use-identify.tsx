import { useState, type ReactNode } from 'react';
import { lazyPart } from '../../react/lazy-part.tsx';
import { DialogPart } from './DialogPart.tsx';

const IdentifyDevice = lazyPart(async () => (await import('./IdentifyDevice.tsx')).IdentifyDevice);

/**
 * Returns a function that opens the dialog "Identify the device", and the dialog. Render the dialog where it stays
 * during the identification: its probes change the connection and with it the verdict and the advice.
 */
export const useIdentify = (): readonly [open: () => void, dialog: ReactNode] => {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  const dialog = isOpen && (
    <DialogPart name="Identify the device" onClose={close}>
      <IdentifyDevice onClose={close} />
    </DialogPart>
  );
  return [() => setOpen(true), dialog];
};
