import { createLive, type Live } from '../prelude/live.ts';
import type { Result } from '../prelude/result.ts';
import type { KeyValueStore, StoreError } from '../ports/key-value-store.ts';
import { formatProfile, parseProfile, type DeviceProfile } from '../protocol/device-profile.ts';

/** Profiles kept on this computer, one for each kind of device. */
export interface ProfileShelf {
  /** By the device's key; see `deviceKey`. */
  readonly profiles$: Live<ReadonlyMap<string, DeviceProfile>>;
  readonly save: (key: string, profile: DeviceProfile) => Result<void, StoreError>;
  readonly forget: (key: string) => void;
  readonly dispose: () => void;
}

const KEY_PREFIX = 'deviceProfile:';
const INDEX_KEY = 'deviceProfiles';

export const createProfileShelf = (store: KeyValueStore): ProfileShelf => {
  const keys = (): readonly string[] => (store.get(INDEX_KEY) ?? '').split(' ').filter(Boolean);

  const read = (): ReadonlyMap<string, DeviceProfile> => {
    const profiles = new Map<string, DeviceProfile>();
    for (const key of keys()) {
      const parsed = parseProfile(store.get(KEY_PREFIX + key) ?? '');
      if (parsed.ok) profiles.set(key, parsed.value); // an unreadable one counts as none
    }
    return profiles;
  };

  const profiles = createLive(read());
  return {
    profiles$: profiles.live,
    save: (key, profile) => {
      const saved = store.set(KEY_PREFIX + key, formatProfile(profile));
      store.set(INDEX_KEY, [...new Set([...keys(), key])].join(' '));
      profiles.set(read());
      return saved;
    },
    forget: (key) => {
      store.remove(KEY_PREFIX + key);
      store.set(
        INDEX_KEY,
        keys()
          .filter((each) => each !== key)
          .join(' '),
      );
      profiles.set(read());
    },
    dispose: profiles.dispose,
  };
};
