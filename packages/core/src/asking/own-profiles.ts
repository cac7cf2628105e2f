import { createLive } from '../prelude/live.ts';
import { err, type Result } from '../prelude/result.ts';
import type { ProfileArchive } from '../ports/profile-archive.ts';
import type { ArchiveError } from '../ports/session-archive.ts';

/** Prefix of a key that holds the choice for a kind of device. All other keys of the archive are ids of profiles. */
const CHOICE = 'device:';

/**
 * Whether a profile is of version 2. Such a profile is used only where it was chosen, although its id may be the key of
 * a kind of device.
 */
const isOfVersion2 = (text: string): boolean => /"profile"\s*:\s*2/.test(text);

export const createOwnProfiles = (archive: ProfileArchive) => {
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

  const chooseFor = (
    device: string,
    id: string | undefined = '',
  ): Promise<Result<void, ArchiveError>> => {
    entries.set(CHOICE + device, id);
    return archive.keep(CHOICE + device, id);
  };

  const save = async (id: string, text: string): Promise<Result<void, ArchiveError>> => {
    if (unread.live.value !== undefined) return err(unread.live.value);
    const before = entries.get(id);
    const isMigrated = before !== undefined && !isOfVersion2(before) && isOfVersion2(text);
    if (isMigrated && !entries.has(CHOICE + id)) void chooseFor(id, id); // so that the profile stays in use
    entries.set(id, text);
    publish();
    return archive.keep(id, text);
  };

  return {
    /** The text of each profile by its id; see `loadProfile`. Invalid texts are included. Undefined until loaded. */
    texts$: texts.live,
    /** Why the saved profiles could not be read. Until they are, `save` and `forget` fail with this error. */
    unread$: unread.live,
    readAgain: load,
    save,
    forget: async (id: string): Promise<Result<void, ArchiveError>> => {
      if (unread.live.value !== undefined) return err(unread.live.value);
      entries.set(id, undefined);
      publish();
      return archive.forget(id);
    },
    /** Returns the id of the profile that is used for a kind of device, or undefined; see `deviceKey`. */
    chosenFor: (device: string): string | undefined => {
      const chosen = entries.get(CHOICE + device);
      if (chosen !== undefined) return chosen === '' ? undefined : chosen;
      // A profile of version 1 is stored under the kind of device that it was taught for.
      const taught = entries.get(device);
      return taught === undefined || isOfVersion2(taught) ? undefined : device;
    },
    chooseFor,
    dispose: (): void => {
      texts.dispose();
      unread.dispose();
    },
  };
};

/**
 * The user's profiles, and which profile is used for each kind of device. Both stay on this computer after a logout
 * [OBD-72]. A change applies at once, even when it cannot be saved.
 */
export type OwnProfiles = ReturnType<typeof createOwnProfiles>;
