import { createLive, type Live } from '../prelude/live.ts';
import { err, type Result } from '../prelude/result.ts';
import type { ProfileArchive } from '../ports/profile-archive.ts';
import type { ArchiveError } from '../ports/session-archive.ts';

/**
 * The user's profiles, and which profile is used for each kind of device. Both stay on this computer after a logout
 * [OBD-72]. A change applies at once, even when it cannot be saved.
 */
export interface OwnProfiles {
  /** The text of each profile by its id; see `loadProfile`. Invalid texts are included. Undefined until loaded. */
  readonly texts$: Live<ReadonlyMap<string, string> | undefined>;
  /** Why the saved profiles could not be read. Until they are, `save` and `forget` fail with this error. */
  readonly unread$: Live<ArchiveError | undefined>;
  /** Reads the saved profiles again. */
  readonly readAgain: () => Promise<void>;
  readonly save: (id: string, text: string) => Promise<Result<void, ArchiveError>>;
  readonly forget: (id: string) => Promise<Result<void, ArchiveError>>;
  /** Returns the id of the profile that is used for a kind of device, or undefined; see `deviceKey`. */
  readonly chosenFor: (device: string) => string | undefined;
  readonly chooseFor: (
    device: string,
    id: string | undefined,
  ) => Promise<Result<void, ArchiveError>>;
  readonly dispose: () => void;
}

/** Prefix of a key that holds the choice for a kind of device. All other keys of the archive are ids of profiles. */
const CHOICE = 'device:';

/**
 * Whether a profile is of version 2. Such a profile is used only where it was chosen, although its id may be the key of
 * a kind of device.
 */
const isOfVersion2 = (text: string): boolean => /"profile"\s*:\s*2/.test(text);

export const createOwnProfiles = (archive: ProfileArchive): OwnProfiles => {
  const texts = createLive<ReadonlyMap<string, string> | undefined>(undefined);
  const unread = createLive<ArchiveError | undefined>(undefined);
  /** All entries of the archive. An entry that is changed before the archive is loaded replaces the loaded one. */
  const entries = new Map<string, string | undefined>();
  let isLoaded = false;

  const publish = (): void => {
    if (!isLoaded) return;
    const own = [...entries].flatMap(([key, text]) =>
      text === undefined || key.startsWith(CHOICE) ? [] : [[key, text] as const],
    );
    texts.set(new Map(own));
  };

  const load = async (): Promise<void> => {
    const found = await archive.load();
    // A blocked archive has nothing that a save could replace: a later save reports the error [SA-12].
    unread.set(found.ok || found.error.kind === 'blocked' ? undefined : found.error);
    for (const [key, text] of found.ok ? found.value : [])
      if (!entries.has(key)) entries.set(key, text);
    isLoaded = true;
    publish();
  };
  void load();

  const chooseFor: OwnProfiles['chooseFor'] = (device, id = '') => {
    entries.set(CHOICE + device, id);
    return archive.keep(CHOICE + device, id);
  };

  const save: OwnProfiles['save'] = async (id, text) => {
    if (unread.live.value !== undefined) return err(unread.live.value);
    const before = entries.get(id);
    const isMigrated = before !== undefined && !isOfVersion2(before) && isOfVersion2(text);
    if (isMigrated && !entries.has(CHOICE + id)) void chooseFor(id, id); // so that the profile stays in use
    entries.set(id, text);
    publish();
    return archive.keep(id, text);
  };

  return {
    texts$: texts.live,
    unread$: unread.live,
    readAgain: load,
    save,
    forget: async (id) => {
      if (unread.live.value !== undefined) return err(unread.live.value);
      entries.set(id, undefined);
      publish();
      return archive.forget(id);
    },
    chosenFor: (device) => {
      const chosen = entries.get(CHOICE + device);
      if (chosen !== undefined) return chosen === '' ? undefined : chosen;
      // A profile of version 1 is stored under the kind of device that it was taught for.
      const taught = entries.get(device);
      return taught === undefined || isOfVersion2(taught) ? undefined : device;
    },
    chooseFor,
    dispose: () => {
      texts.dispose();
      unread.dispose();
    },
  };
};
