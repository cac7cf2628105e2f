import { useEffect } from 'react';
import type { FirmwareInstall } from '@batbot/core/firmware';
import { useServices } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';

/** Returns the firmware installs of the connected device, for the signed-in user; undefined while they are loading. */
export const useFirmwareInstall = (): FirmwareInstall | undefined => {
  const { install$, loadParameters } = useServices();
  useEffect(() => {
    loadParameters().catch(() => undefined); // the next screen tries again
  }, [loadParameters]);
  return useLive(install$);
};
