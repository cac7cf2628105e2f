import { createLive } from '@batbot/core';
import type { InstallState } from '@batbot/core/firmware';
import { useCore, useServices } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';
import { useParametersState } from './use-parameters.ts';

const IDLE = createLive<InstallState>({ kind: 'idle' }).live;

/** Describes the running change of the connected device, after which the device may not work if it is interrupted. */
export const useDeviceWork = (): string | undefined => {
  const { install$ } = useServices();
  const install = useLive(useLive(install$)?.state$ ?? IDLE);
  const parameters = useParametersState();
  if (install.kind === 'running') return 'A firmware install is running';
  return 'confirmed' in parameters ? 'A write to the device is running' : undefined;
};

/** Describes what runs on the connected device and ends with the page or with the session. */
export const useRunningWork = (): string | undefined => {
  const check = useLive(useCore().procedures.checks.run$);
  const isChecking = check !== undefined && check.phase.kind !== 'ended';
  return useDeviceWork() ?? (isChecking ? 'A check is running' : undefined);
};
