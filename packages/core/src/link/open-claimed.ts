import type { Clock } from '../ports/clock.ts';
import type {
  OpenError,
  OpenPort,
  PortSettings,
  SerialDevice,
  SerialLink,
} from '../ports/serial-link.ts';
import type { TabHolder } from '../ports/tab-lock.ts';
import { openInTime } from './open-in-time.ts';
import type { TabKeeper } from './tab-keeper.ts';

/** `late`: the device did not answer in time, or nobody wants the port any more. */
export type Opening =
  | { readonly kind: 'open'; readonly port: OpenPort; readonly release: () => void }
  | { readonly kind: 'late' }
  | { readonly kind: 'heldElsewhere'; readonly holder?: TabHolder }
  | { readonly kind: 'refused'; readonly error: OpenError };

export interface OpenWish {
  readonly link: SerialLink;
  readonly device: SerialDevice;
  readonly settings: PortSettings;
  readonly takeOver: boolean;
  readonly isUnwanted: () => boolean;
}

/** Claims the device among the tabs, then opens it in time; what was claimed in vain is let go. */
export const openClaimed = async (
  clock: Clock,
  keeper: TabKeeper,
  { link, device, settings, takeOver, isUnwanted }: OpenWish,
): Promise<Opening> => {
  const claim = await keeper.claim(link, device, takeOver);
  if (claim.kind === 'heldElsewhere') return claim;
  const opened = isUnwanted() ? undefined : await openInTime(clock, device, settings, isUnwanted);
  if (opened?.ok === true) return { kind: 'open', port: opened.value, release: claim.release };
  claim.release();
  return opened === undefined ? { kind: 'late' } : { kind: 'refused', error: opened.error };
};
