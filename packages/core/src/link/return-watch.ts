import { Subscription } from 'rxjs';
import type { Clock } from '../ports/clock.ts';
import type { SerialDevice, SerialLink } from '../ports/serial-link.ts';

/** After a loss, and after any device was attached, the ports are asked this often … */
const PROBE_MS = 200;
/** … for this long: an adapter takes some seconds to enumerate again. */
const PROBE_WINDOW_MS = 8_000;
/** In between, as seldom as this: the platform's event is what is waited for. */
const IDLE_PROBE_MS = 10_000;

/** What was connected when it was lost. */
export interface LostDevice {
  readonly link: SerialLink;
  readonly device: SerialDevice;
  /** The devices that were there while it was connected: those are others. */
  readonly others: ReadonlySet<SerialDevice>;
}

export interface ReturnWatchParts {
  readonly clock: Clock;
  /** Tries a device quietly; true when it opened: only that proves that it lives. */
  readonly tryOpen: (link: SerialLink, device: SerialDevice) => Promise<boolean>;
  /** Several devices could be the one: the user has to say which. */
  readonly onAmbiguous: () => void;
}

/** Waits for a lost device to come back, however long that takes. */
export interface ReturnWatch {
  readonly start: (lost: LostDevice) => void;
  readonly stop: () => void;
}

const sameIds = (one: SerialDevice, other: SerialDevice): boolean =>
  one.usb !== undefined &&
  other.usb !== undefined &&
  one.usb.vendorId === other.usb.vendorId &&
  one.usb.productId === other.usb.productId;

/**
 * The handles that may be the lost device: new ones with its ids, else its old handle where the platform keeps it.
 * A device that was there all the time is another one. Unknown ids match nothing.
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

export const createReturnWatch = (parts: ReturnWatchParts): ReturnWatch => {
  const { clock } = parts;
  let watch: { readonly cancel: () => void } | undefined;

  const stop = (): void => {
    watch?.cancel();
    watch = undefined;
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
    watch = mine;

    const plan = (): void => {
      cancelTimer();
      if (watch !== mine) return;
      const soon = clock.monotonicNow() < windowEnd;
      cancelTimer = clock.after(soon ? PROBE_MS : IDLE_PROBE_MS, () => void probe());
    };

    const probe = async (): Promise<void> => {
      if (probing) return;
      probing = true;
      const candidates = returnCandidates(lost, await lost.link.granted());
      const [only] = candidates;
      if (watch === mine && candidates.length > 1) {
        stop();
        parts.onAmbiguous();
      } else if (watch === mine && only !== undefined && (await parts.tryOpen(lost.link, only))) {
        if (watch === mine) stop();
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
