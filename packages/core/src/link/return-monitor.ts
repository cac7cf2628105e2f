import { Subscription } from 'rxjs';
import type { Clock } from '../ports/clock.ts';
import type { SerialDevice, SerialLink } from '../ports/serial-link.ts';

/** Interval at which the ports are listed after a loss, and after any device was attached. */
const PROBE_MS = 200;
/** How long the ports are listed at the short interval. A USB adapter takes some seconds to enumerate again. */
const PROBE_WINDOW_MS = 8_000;
/** Interval after `PROBE_WINDOW_MS`. Usually an `attached` event of the platform restores the short interval earlier. */
const IDLE_PROBE_MS = 10_000;

export interface LostDevice {
  readonly link: SerialLink;
  readonly device: SerialDevice;
  /** Devices that were present while the lost one was connected, so they cannot be the lost one. */
  readonly others: ReadonlySet<SerialDevice>;
}

export interface ReturnMonitorParts {
  readonly clock: Clock;
  /** Tries to open a device without reporting failures. Resolves to whether it opened. */
  readonly tryOpen: (link: SerialLink, device: SerialDevice) => Promise<boolean>;
  /** Called if several devices could be the lost one, so that the user has to choose. */
  readonly onAmbiguous: () => void;
}

const sameIds = (one: SerialDevice, other: SerialDevice): boolean =>
  one.usb !== undefined &&
  other.usb !== undefined &&
  one.usb.vendorId === other.usb.vendorId &&
  one.usb.productId === other.usb.productId;

/**
 * Returns the handles that may be the lost device: new handles with its USB ids, or else its old handle if the platform
 * kept it. Devices that were present all the time are excluded. A device without known ids matches no handle.
 */
export const returnCandidates = (
  lost: LostDevice,
  granted: readonly SerialDevice[],
): readonly SerialDevice[] => {
  const fresh = granted.filter(
    (device) => device !== lost.device && !lost.others.has(device) && sameIds(device, lost.device),
  );
  return fresh.length > 0 ? fresh : granted.filter((device) => device === lost.device);
};

/** Waits for a lost device to return, without a time limit. */
export const createReturnMonitor = (parts: ReturnMonitorParts) => {
  const { clock } = parts;
  let current: { readonly cancel: () => void } | undefined;

  const stop = (): void => {
    current?.cancel();
    current = undefined;
  };

  const start = (lost: LostDevice): void => {
    stop();
    const subscription = new Subscription();
    let cancelTimer = (): void => undefined;
    let windowEnd = clock.monotonicNow() + PROBE_WINDOW_MS;
    let probing = false;
    const mine = {
      cancel: (): void => {
        subscription.unsubscribe();
        cancelTimer();
      },
    };
    current = mine;

    const plan = (): void => {
      cancelTimer();
      if (current !== mine) return;
      const soon = clock.monotonicNow() < windowEnd;
      cancelTimer = clock.after(soon ? PROBE_MS : IDLE_PROBE_MS, () => void probe());
    };

    const probe = async (): Promise<void> => {
      if (probing) return;
      probing = true;
      const candidates = returnCandidates(lost, await lost.link.granted());
      const [only] = candidates;
      if (current === mine && candidates.length > 1) {
        stop();
        parts.onAmbiguous();
      } else if (current === mine && only !== undefined && (await parts.tryOpen(lost.link, only))) {
        if (current === mine) stop();
      }
      probing = false;
      plan();
    };

    subscription.add(
      lost.link.presence$.subscribe((event) => {
        if (event.kind !== 'attached') return;
        windowEnd = clock.monotonicNow() + PROBE_WINDOW_MS;
        plan();
      }),
    );
    plan();
  };

  return { start, stop };
};
