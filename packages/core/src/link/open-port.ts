import { withTimeout } from '../prelude/with-timeout.ts';
import type { Clock } from '../ports/clock.ts';
import type { OpenError, OpenPort, SerialDevice, SerialLink } from '../ports/serial-link.ts';
import type { TabClaim, TabHolder, TabLock } from '../ports/tab-lock.ts';
import type { FullSettings } from './attempts.ts';

/** The time limit of an opening. Some drivers take seconds, for instance Bluetooth. */
const OPEN_TIMEOUT_MS = 10_000;

/** `late`: the device did not open in time, or the attempt was cancelled. */
export type Opening =
  | { readonly kind: 'open'; readonly port: OpenPort; readonly release: () => Promise<void> }
  | { readonly kind: 'late' }
  | { readonly kind: 'heldElsewhere'; readonly holder?: TabHolder }
  | { readonly kind: 'refused'; readonly error: OpenError };

export interface OpenRequest {
  readonly link: SerialLink;
  readonly device: SerialDevice;
  readonly settings: FullSettings;
  readonly takeOver: boolean;
  readonly isCancelled: () => boolean;
}

export interface OpenerParts {
  /** Absent on platforms without tabs. */
  readonly tabLock: TabLock | undefined;
  readonly clock: Clock;
  /** Returns the section of the app that this tab shows. A tab that cannot open the device displays it. */
  readonly section: () => string;
  /** Called when another tab takes the device. It closes the device and then releases the lock. */
  readonly onTaken: () => void;
}

/** Closes a port that opened although the attempt was cancelled. */
export const giveBack = ({ port, release }: Extract<Opening, { kind: 'open' }>): Promise<void> => {
  void port.close();
  return release();
};

interface Attempt {
  readonly opening: Opening;
  /** Settles when a port that opened too late is closed. */
  readonly closed?: Promise<unknown> | undefined;
}

type Claim =
  | { readonly kind: 'claimed'; readonly release: () => Promise<void> }
  | { readonly kind: 'heldElsewhere'; readonly holder?: TabHolder };

const lockName = (link: SerialLink, { label, usb }: SerialDevice): string =>
  usb === undefined
    ? `${link.id}/${label}`
    : `${link.id}/${String(usb.vendorId)}:${String(usb.productId)}`;

/** Creates a function that opens devices in one tab at a time (MT-01) and within the time limit. */
export const createPortOpener = ({ tabLock, clock, section, onTaken }: OpenerParts) => {
  /**
   * Whether another present device has the same lock name. Tabs know a device by its USB ids only, so another tab may
   * hold the other device (SR-21).
   */
  const hasTwin = async (link: SerialLink, device: SerialDevice): Promise<boolean> => {
    const name = lockName(link, device);
    return (await link.granted()).some((each) => each !== device && lockName(link, each) === name);
  };

  const claim = async ({ link, device, takeOver }: OpenRequest): Promise<Claim> => {
    const unlocked = { kind: 'claimed', release: () => Promise.resolve() } as const;
    if (tabLock === undefined) return unlocked;
    const name = lockName(link, device);
    const since = clock.wallNow();
    const tab: TabClaim = { describe: () => ({ section: section(), since }), onSummons: onTaken };
    const hold = await (takeOver ? tabLock.takeOver : tabLock.take)(name, tab);
    if (hold !== undefined) return { kind: 'claimed', release: hold.release };
    // If an equal device is present, the lock is not conclusive; the system's own lock on the port decides.
    if (await hasTwin(link, device)) return unlocked;
    const holder = await tabLock.holder(name);
    if (holder !== undefined) return { kind: 'heldElsewhere', holder };
    // A tab that does not answer may have been closing, and its lock may be free now.
    const late = await tabLock.take(name, tab);
    return late === undefined
      ? { kind: 'heldElsewhere' }
      : { kind: 'claimed', release: late.release };
  };

  /** A port that opens after its time limit, or after the attempt was cancelled, is closed again. */
  const attempt = async (request: OpenRequest): Promise<Attempt> => {
    const { device, settings, isCancelled } = request;
    const claimed = await claim(request);
    if (claimed.kind === 'heldElsewhere') return { opening: claimed };
    const { release } = claimed;
    let closed: Promise<unknown> | undefined;
    if (!isCancelled()) {
      const opening = device.open(settings);
      const opened = await withTimeout(opening, clock, OPEN_TIMEOUT_MS, undefined);
      if (opened !== undefined && !isCancelled()) {
        if (opened.ok) return { opening: { kind: 'open', port: opened.value, release } };
        await release();
        return { opening: { kind: 'refused', error: opened.error } };
      }
      closed = opening.then((port) => (port.ok ? port.value.close() : undefined));
    }
    await release();
    return { opening: { kind: 'late' }, closed };
  };

  /** Settles when the last opening of a device has ended and a port that opened too late is closed. */
  const ends = new WeakMap<SerialDevice, Promise<unknown>>();

  /** Waits for an earlier opening of the device, during which the platform would report the port as busy [LINK-137]. */
  return async (request: OpenRequest): Promise<Opening> => {
    const { device } = request;
    const earlier = ends.get(device) ?? Promise.resolve();
    const attempted = withTimeout(earlier, clock, OPEN_TIMEOUT_MS, undefined).then(() =>
      attempt(request),
    );
    ends.set(
      device,
      attempted.then(({ closed }) => closed),
    );
    return (await attempted).opening;
  };
};
