import { Subscription } from 'rxjs';
import type { Clock } from '../ports/clock.ts';
import type { SerialDevice, SerialLink } from '../ports/serial-link.ts';

/** After a loss, and after any device was attached, the ports are listed this often … */
const PROBE_MS = 200;
/** … for this long: a USB adapter takes some seconds to enumerate again. */
const PROBE_WINDOW_MS = 8_000;
/** Otherwise this seldom: the platform's event is expected to come first. */
const IDLE_PROBE_MS = 10_000;

/** The device that was lost. */
export interface LostDevice {
  readonly link: SerialLink;
  readonly device: SerialDevice;
  /** Devices that were present while it was connected; none of them can be the lost one. */
  readonly others: ReadonlySet<SerialDevice>;
}

export interface ReturnMonitorParts {
  readonly clock: Clock;
  /** Tries to open a device without reporting failures; true when it opened. */
  readonly tryOpen: (link: SerialLink, device: SerialDevice) => Promise<boolean>;
  /** Several devices could be the lost one: the user has to choose. */
  readonly onAmbiguous: () => void;
}

/** Waits for a lost device to return, without a time limit. */
export interface ReturnMonitor {
  readonly start: (lost: LostDevice) => void;
  readonly stop: () => void;
}

const sameIds = (one: SerialDevice, other: SerialDevice): boolean =>
  one.usb !== undefined &&
  other.usb !== undefined &&
  one.usb.vendorId === other.usb.vendorId &&
  one.usb.productId === other.usb.productId;

/**
 * The handles that may be the lost device: new ones with its USB ids, else its old handle if the platform kept it.
 * Devices that were present all the time are excluded. Unknown ids match nothing.
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

export const createReturnMonitor = (parts: ReturnMonitorParts): ReturnMonitor => {
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
