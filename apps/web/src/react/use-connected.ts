import type { DeviceIdentity } from '@batbot/core';
import { useCore } from './core-context.tsx';
import { useLive } from './use-live.ts';

export const useConnected = (): boolean => useLive(useCore().link.connection$).kind === 'connected';

const UNKNOWN: DeviceIdentity = {};

/** Returns what the device has reported about itself; nothing before that. */
export const useIdentity = (): DeviceIdentity => {
  const identity = useLive(useCore().telemetry.identity.identity$);
  return identity.kind === 'known' ? identity.identity : UNKNOWN;
};
