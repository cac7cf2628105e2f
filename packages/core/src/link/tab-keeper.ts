import type { Clock } from '../ports/clock.ts';
import type { SerialDevice, SerialLink } from '../ports/serial-link.ts';
import type { TabHold, TabHolder, TabLock } from '../ports/tab-lock.ts';

export interface TabKeeperParts {
  /** Absent where there are no tabs. */
  readonly tabLock: TabLock | undefined;
  readonly clock: Clock;
  readonly section: () => string;
  /** Another tab takes the device: it is to be closed, and then let go. */
  readonly onTaken: () => void;
}

export type Claim =
  | { readonly kind: 'claimed'; readonly release: () => void }
  | { readonly kind: 'heldElsewhere'; readonly holder?: TabHolder };

/** Sees to it that one tab at a time opens a device (MT-01). */
export interface TabKeeper {
  /** Before each opening; `release` after the closing, or when it was not opened. */
  readonly claim: (link: SerialLink, device: SerialDevice, takeOver: boolean) => Promise<Claim>;
}

const FREE: Claim = { kind: 'claimed', release: () => undefined };

const nameOf = (link: SerialLink, { label, usb }: SerialDevice): string =>
  usb === undefined
    ? `${link.id}/${label}`
    : `${link.id}/${String(usb.vendorId)}:${String(usb.productId)}`;

export const createTabKeeper = (parts: TabKeeperParts): TabKeeper => {
  const { tabLock, clock } = parts;

  /** Tabs can name a device by its ids only: of two equal ones the held one may be the other (SR-21). */
  const hasTwin = async (link: SerialLink, device: SerialDevice): Promise<boolean> => {
    const name = nameOf(link, device);
    return (await link.granted()).some((each) => each !== device && nameOf(link, each) === name);
  };

  const claimFrom = async (
    lock: TabLock,
    link: SerialLink,
    device: SerialDevice,
    takeOver: boolean,
  ): Promise<Claim> => {
    const name = nameOf(link, device);
    const since = clock.wallNow();
    const claim = {
      describe: () => ({ section: parts.section(), since }),
      onSummons: parts.onTaken,
    };
    const hold: TabHold | undefined = await (takeOver ? lock.takeOver : lock.take)(name, claim);
    if (hold !== undefined) return { kind: 'claimed', release: hold.release };
    // With a twin the system's own lock on the port is the one that knows.
    if (await hasTwin(link, device)) return FREE;
    const holder = await lock.holder(name);
    if (holder !== undefined) return { kind: 'heldElsewhere', holder };
    // A tab that does not answer may have been closing: by now its hold may be free.
    const late = await lock.take(name, claim);
    return late === undefined
      ? { kind: 'heldElsewhere' }
      : { kind: 'claimed', release: late.release };
  };

  return {
    claim: (link, device, takeOver) =>
      tabLock === undefined ? Promise.resolve(FREE) : claimFrom(tabLock, link, device, takeOver),
  };
};
