import { createLive, type Live } from '../prelude/live.ts';
import type { Result } from '../prelude/result.ts';
import type { ProfileArchive } from '../ports/profile-archive.ts';
import type { ArchiveError } from '../ports/session-archive.ts';
import { PROFILE_FILE, type DeviceProfile } from '../protocol/device-profile.ts';

/** The profiles of this computer, one for each kind of device. They apply at once, even when they cannot be saved. */
export interface ProfileStore {
  /** By the device's key; see `deviceKey`. Empty until loaded. */
  readonly profiles$: Live<ReadonlyMap<string, DeviceProfile>>;
  readonly save: (key: string, profile: DeviceProfile) => Promise<Result<void, ArchiveError>>;
  readonly forget: (key: string) => Promise<Result<void, ArchiveError>>;
  readonly dispose: () => void;
}

export const createProfileStore = (archive: ProfileArchive): ProfileStore => {
  const profiles = createLive<ReadonlyMap<string, DeviceProfile>>(new Map());
  /** Changed before the archive was read: the change wins over what is found there. */
  const changed = new Set<string>();

  const change = (key: string, profile: DeviceProfile | undefined): void => {
    changed.add(key);
    profiles.update((before) => {
      const others = [...before].filter(([each]) => each !== key);
      return new Map(profile === undefined ? others : [...others, [key, profile]]);
    });
  };

  const load = async (): Promise<void> => {
    const found = await archive.load();
    if (!found.ok) return; // a later save reports it, when it matters
    const read = [...found.value].flatMap(([key, text]) => {
      const parsed = PROFILE_FILE.parse(text);
      // An unreadable one counts as none.
      return parsed.ok && !changed.has(key) ? [[key, parsed.value] as const] : [];
    });
    if (read.length > 0) profiles.update((before) => new Map([...before, ...read]));
  };
  void load();

  return {
    profiles$: profiles.live,
    save: (key, profile) => {
      change(key, profile);
      return archive.keep(key, PROFILE_FILE.format(profile));
    },
    forget: (key) => {
      change(key, undefined);
      return archive.forget(key);
    },
    dispose: () => {
      profiles.dispose();
    },
  };
};
