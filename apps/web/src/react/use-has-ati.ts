import { useCore } from './core-context.tsx';
import { useLive } from './use-live.ts';

/** The ways in which binary protocols split their bytes into frames. */
const BINARY: readonly string[] = ['between', 'header', 'modbus'];

/** Returns whether the device may answer ATI: a device with a binary protocol has no AT commands. */
export const useHasAti = (): boolean => {
  const choice = useLive(useCore().profileChoice.state$);
  return choice.kind !== 'chosen' || !BINARY.includes(choice.profile.frame.split);
};
