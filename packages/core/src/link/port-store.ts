import { createLive } from '../prelude/live.ts';
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

type Changed = Result<void, StoreError | { readonly kind: 'noDevice' }>;

const listenKey = (device: ConnectedDevice): string => `listenOnly:${deviceKey(device)}`;
const storeKey = (device: ConnectedDevice): string => `portOptions:${deviceKey(device)}`;

export const createPortStore = (store: Pick<KeyValueStore, 'get' | 'set'>) => {
  const atHand = createLive<PortAtHand | undefined>(undefined);
  const listenOnly = createLive(false);
  const optionsFor = (device: ConnectedDevice): PortOptions => {
    const options = PORT_OPTIONS.parse(store.get(storeKey(device)) ?? '{}');
    return options.ok ? options.value : DEFAULT_PORT_OPTIONS;
  };

  return {
    /** The current device; undefined before the first connection. */
    atHand$: atHand.live,
    optionsFor,
    /** Changes the options of the current device. Refused if there is no current device. */
    change: (change: Partial<PortOptions>): Changed => {
      const present = atHand.live.value;
      if (present === undefined) return err({ kind: 'noDevice' });
      const kept = { ...optionsFor(present.device), ...change };
      const stored = store.set(storeKey(present.device), PORT_OPTIONS.format(kept));
      atHand.set({ ...present, kept });
      return stored;
    },
    /** Whether the app sends nothing by itself to the current device. Saved on this computer; applies at once. */
    listenOnly$: listenOnly.live,
    setListenOnly: (isOn: boolean): Changed => {
      const present = atHand.live.value;
      if (present === undefined) return err({ kind: 'noDevice' });
      listenOnly.set(isOn);
      return store.set(listenKey(present.device), isOn ? 'on' : 'off');
    },
    /** Ends the user's scope: there is no current device afterwards. */
    endUser: (): void => atHand.set(undefined),
    opened: (device: ConnectedDevice, inUse: PortOptions): void => {
      listenOnly.set(store.get(listenKey(device)) === 'on');
      atHand.set({ device, kept: optionsFor(device), inUse });
    },
    closed: (): void => {
      atHand.update((present) => present && { device: present.device, kept: present.kept });
    },
    dispose: (): void => {
      atHand.dispose();
      listenOnly.dispose();
    },
  };
};

/**
 * How ports are opened: saved on this computer for each kind of device. An open port cannot change, so a change applies
 * at the next opening.
 */
export type PortStore = Omit<
  ReturnType<typeof createPortStore>,
  'optionsFor' | 'opened' | 'closed' | 'dispose'
>;
