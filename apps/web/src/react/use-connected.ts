import { useCore } from './core-context.tsx';
import { useLive } from './use-live.ts';

/** Returns whether a device is connected. */
export const useConnected = (): boolean => useLive(useCore().link.connection$).kind === 'connected';
