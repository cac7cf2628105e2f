import { createLive, type Live } from '../prelude/live.ts';
import { err, type Result } from '../prelude/result.ts';
import type { KeyValueStore, StoreError } from '../ports/key-value-store.ts';
import { deviceKey, type ConnectedDevice } from './connection.ts';
import { DEFAULT_PORT_OPTIONS, PORT_OPTIONS, type PortOptions } from './port-options.ts';

/** The device that is connected, or was connected last. */
export interface PortAtHand {
  readonly device: ConnectedDevice;
  /** The options for the next opening. */
  readonly kept: PortOptions;
  readonly inUse?: PortOptions;
}

/**
 * How ports are opened: saved on this computer for each kind of device. An open port cannot change, so a change applies
 * at the next opening.
 */
export interface PortStore {
  /** The current device; undefined before the first connection. */
  readonly atHand$: Live<PortAtHand | undefined>;
  /** Changes the options of the current device. Refused if there is no current device. */
  readonly change: (
    change: Partial<PortOptions>,
  ) => Result<void, StoreError | { readonly kind: 'noDevice' }>;
  /** Whether the app sends nothing by itself to the current device. Saved on this computer; applies at once. */
  readonly listenOnly$: Live<boolean>;
  readonly setListenOnly: (
    isOn: boolean,
  ) => Result<void, StoreError | { readonly kind: 'noDevice' }>;
  /** Ends the user's scope: there is no current device afterwards. */
  readonly endUser: () => void;
}

/** The port store with the functions that the link needs. */
export interface PortStoreController extends PortStore {
  readonly optionsFor: (device: ConnectedDevice) => PortOptions;
  readonly opened: (device: ConnectedDevice, inUse: PortOptions) => void;
  readonly closed: () => void;
  readonly dispose: () => void;
}

const listenKey = (device: ConnectedDevice): string => `listenOnly:${deviceKey(device)}`;
const storeKey = (device: ConnectedDevice): string => `portOptions:${deviceKey(device)}`;

export const createPortStore = (store: Pick<KeyValueStore, 'get' | 'set'>): PortStoreController => {
  const atHand = createLive<PortAtHand | undefined>(undefined);
  const listenOnly = createLive(false);
  const optionsFor = (device: ConnectedDevice): PortOptions => {
    const options = PORT_OPTIONS.parse(store.get(storeKey(device)) ?? '{}');
    return options.ok ? options.value : DEFAULT_PORT_OPTIONS;
  };

  return {
    atHand$: atHand.live,
    optionsFor,
    change: (change) => {
      const present = atHand.live.value;
      if (present === undefined) return err({ kind: 'noDevice' });
      const kept = { ...optionsFor(present.device), ...change };
      const stored = store.set(storeKey(present.device), PORT_OPTIONS.format(kept));
      atHand.set({ ...present, kept });
      return stored;
    },
    listenOnly$: listenOnly.live,
    setListenOnly: (isOn) => {
      const present = atHand.live.value;
      if (present === undefined) return err({ kind: 'noDevice' });
      listenOnly.set(isOn);
      return store.set(listenKey(present.device), isOn ? 'on' : 'off');
    },
    endUser: () => atHand.set(undefined),
    opened: (device, inUse) => {
      listenOnly.set(store.get(listenKey(device)) === 'on');
      atHand.set({ device, kept: optionsFor(device), inUse });
    },
    closed: () => {
      atHand.update((present) => present && { device: present.device, kept: present.kept });
    },
    dispose: () => {
      atHand.dispose();
      listenOnly.dispose();
    },
  };
};
