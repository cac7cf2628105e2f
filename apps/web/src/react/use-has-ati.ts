import type { Profile } from '@batbot/core/profiles';
import { useCore } from './core-context.tsx';
import { useLive } from './use-live.ts';

/** Whether a device with this profile may have AT commands: the profile sends some, or lets the app send its own. */
const mayHaveAtCommands = ({ line, init, polls }: Profile): boolean =>
  !line.quiet || [...init, ...polls].some(({ send }) => send !== undefined && /^at/i.test(send));

/** Returns whether the device may answer ATI. */
export const useHasAti = (): boolean => {
  const choice = useLive(useCore().profileChoice.state$);
  return choice.kind !== 'chosen' || mayHaveAtCommands(choice.profile);
};
