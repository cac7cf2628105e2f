import { useCore } from './core-context.tsx';
import { useLive } from './use-live.ts';

export const useConnected = (): boolean => useLive(useCore().link.connection$).kind === 'connected';
