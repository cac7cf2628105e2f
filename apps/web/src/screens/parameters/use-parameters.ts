import { useEffect } from 'react';
import { createLive } from '@batbot/core';
import type { FirmwareInstall } from '@batbot/core/firmware';
import type { DeviceParameters, ParametersState } from '@batbot/core/parameters';
import { useServices, type Services } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';

/** Returns the services, and loads the part for the parameters and the firmware of a device. */
const useDeviceServices = (): Services => {
  const services = useServices();
  const { loadParameters } = services;
  useEffect(() => {
    loadParameters().catch(() => undefined); // the shell or the next screen tries again
  }, [loadParameters]);
  return services;
};

/** Returns the parameters of the connected device, for the signed-in user; undefined while their code is loading. */
export const useParameters = (): DeviceParameters | undefined =>
  useLive(useDeviceServices().parameters$);

/** Returns the firmware installs of the connected device, likewise. */
export const useFirmwareInstall = (): FirmwareInstall | undefined =>
  useLive(useDeviceServices().install$);

const EMPTY = createLive<ParametersState>({ kind: 'empty' }).live;

/** Returns the state of the parameters; it is empty while their code is not loaded, which this hook does not load. */
export const useParametersState = (): ParametersState =>
  useLive(useLive(useServices().parameters$)?.state$ ?? EMPTY);
