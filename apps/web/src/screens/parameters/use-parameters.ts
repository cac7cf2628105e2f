import { useEffect } from 'react';
import type { DeviceParameters } from '@batbot/core/parameters';
import { useServices } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';

/** Returns the parameters of the connected device, for the signed-in user; undefined while their code is loading. */
export const useParameters = (): DeviceParameters | undefined => {
  const { parameters$, loadParameters } = useServices();
  useEffect(() => {
    loadParameters().catch(() => undefined); // the shell tries again
  }, [loadParameters]);
  return useLive(parameters$);
};
