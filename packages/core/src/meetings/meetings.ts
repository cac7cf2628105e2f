import type { Link } from '../link/link-api.ts';
import type { Clock } from '../ports/clock.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import type { LocateError, Whereabouts } from '../ports/whereabouts.ts';
import { createLive, type Live } from '../prelude/live.ts';
import { done, err, type Result } from '../prelude/result.ts';
import { meetingKey, parseMetDevices, withMeeting, type MetDevice } from './met-device.ts';

/** `notConnected`: there is no device whose place could be told. */
export type PlaceError = LocateError | { readonly kind: 'notConnected' };

/** The devices that this browser met, and where, as far as the user asked for that. Kept until logout, here only. */
export interface Meetings {
  /** The latest meeting first. */
  readonly devices$: Live<readonly MetDevice[]>;
  /** Asks where this computer is and remembers it with the connected device. Never done unasked. */
  readonly rememberPlace: () => Promise<Result<void, PlaceError>>;
  readonly forgetPlace: (key: string) => void;
  readonly forget: (key: string) => void;
  /** Reads again what is kept: after another user has come, or none. */
  readonly reload: () => void;
  readonly dispose: () => void;
}

export interface MeetingsParts {
  readonly link: Pick<Link, 'connection$'>;
  readonly store: KeyValueStore;
  readonly clock: Clock;
  readonly whereabouts: Whereabouts;
}

const KEY = 'metDevices';

/** For a host that cannot tell where it is. */
export const nowhere: Whereabouts = {
  locate: () => Promise.resolve(err({ kind: 'unsupported' })),
};

export const createMeetings = ({ link, store, clock, whereabouts }: MeetingsParts): Meetings => {
  const devices = createLive(parseMetDevices(store.get(KEY)));

  const change = (next: readonly MetDevice[]): void => {
    devices.set(next);
    store.set(KEY, JSON.stringify(next)); // a storage that refuses leaves the list for this visit
  };
  const find = (key: string): MetDevice | undefined =>
    devices.live.value.find((each) => each.key === key);

  const connectedKey = (): string | undefined => {
    const state = link.connection$.value;
    return state.kind === 'connected' ? meetingKey(state.device) : undefined;
  };

  let metKey: string | undefined;
  const subscription = link.connection$.subscribe((state) => {
    if (state.kind !== 'connected') {
      metKey = undefined;
      return;
    }
    const key = meetingKey(state.device);
    if (key === metKey) return;
    metKey = key;
    const { label } = state.device;
    change(
      withMeeting(devices.live.value, { ...find(key), key, label, lastMetAt: clock.wallNow() }),
    );
  });

  return {
    devices$: devices.live,
    rememberPlace: async () => {
      const key = connectedKey();
      if (key === undefined) return err({ kind: 'notConnected' });
      const located = await whereabouts.locate();
      if (!located.ok) return located;
      const met = find(key);
      if (met === undefined) return err({ kind: 'notConnected' }); // forgotten meanwhile
      const place = { ...located.value, at: clock.wallNow() };
      change(devices.live.value.map((each) => (each === met ? { ...met, place } : each)));
      return done;
    },
    forgetPlace: (key) => {
      change(
        devices.live.value.map((each) => {
          if (each.key !== key) return each;
          const { place: _, ...rest } = each;
          return rest;
        }),
      );
    },
    forget: (key) => {
      change(devices.live.value.filter((each) => each.key !== key));
    },
    reload: () => {
      devices.set(parseMetDevices(store.get(KEY)));
    },
    dispose: () => {
      subscription.unsubscribe();
      devices.dispose();
    },
  };
};
