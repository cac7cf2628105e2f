import { NEVER } from 'rxjs';
import { deviceKey, type Connection } from '../link/connection.ts';
import type { Link } from '../link/link-api.ts';
import type { Clock } from '../ports/clock.ts';
import { createLive } from '../prelude/live.ts';
import type { Profile } from '../profiles/index.ts';
import type { ReplyProfile } from '../protocol/reply-decoder.ts';
import type { LiveSource } from '../telemetry/live-source.ts';
import type { OwnProfiles } from './own-profiles.ts';

export interface ProfileChoiceParts {
  readonly link: Link;
  readonly clock: Clock;
  readonly own: OwnProfiles;
  /**
   * Loads a profile. Resolves to undefined if no profile has this id. Rejects with the reason if the profile is not
   * valid or not available.
   */
  readonly load: (id: string) => Promise<Profile | undefined>;
}

/** How the connected device is asked and read. */
export type ProfileChoiceState =
  /** The device is asked and read without a profile, as a device of an unknown kind. */
  | { readonly kind: 'default' }
  /** The profile is not loaded yet. In this state and in `failed`, nothing is sent to the device. */
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'chosen'; readonly profile: Profile };

const DEFAULT: ProfileChoiceState = { kind: 'default' };
/** A source that neither asks nor reads. While it is used, the app sends nothing of its own. */
const WAITING: LiveSource = { results$: NEVER };

const keyOf = (connection: Connection): string | undefined =>
  connection.kind === 'connected' ? deviceKey(connection.device) : undefined;

/** The profile by which the connected device is asked and read; saved for each kind of device. */
export const createProfileChoice = (parts: ProfileChoiceParts) => {
  const { link, own, load } = parts;
  const state = createLive<ProfileChoiceState>(DEFAULT);
  const source = createLive<LiveSource | ReplyProfile | undefined>(undefined);
  let attempt = 0;
  /** The profile that `source` was made from. */
  let inUse: { readonly id: string | undefined; readonly text: string | undefined } | undefined;
  /** The profile that was loaded last. It stays the same object while it does not change [OBD-364]. */
  let loaded:
    | {
        readonly id: string;
        readonly text: string | undefined;
        readonly profile: Profile;
        readonly reader: ReplyProfile | undefined;
      }
    | undefined;

  const wait = (): void => {
    state.set({ kind: 'loading' });
    source.set(WAITING);
  };

  /** @param isEdited whether the profile in use was changed: the old version is used until the new one is loaded */
  const apply = async (id: string | undefined, isEdited = false): Promise<void> => {
    attempt += 1;
    const mine = attempt;
    const text = id === undefined ? undefined : own.texts$.value?.get(id);
    inUse = { id, text };
    if (id === undefined) {
      state.set(DEFAULT);
      source.set(undefined);
      return;
    }
    if (!isEdited) wait();
    const known = loaded?.id === id && loaded.text === text ? loaded : undefined;
    try {
      // Profiles are loaded on demand, because most users never need them.
      const [profile, { createProfileSource }, { replyProfile }] = await Promise.all([
        known?.profile ?? load(id),
        import('./profile-source.ts'),
        import('../profiles/index.ts'),
      ]);
      if (profile === undefined) throw new Error(`there is no profile ${id}`);
      if (mine !== attempt) return;
      const reader = known === undefined ? replyProfile(profile) : known.reader;
      loaded = { id, text, profile, reader };
      state.set({ kind: 'chosen', profile });
      source.set(reader ?? createProfileSource(profile, parts));
    } catch (thrown) {
      if (mine !== attempt) return;
      source.set(WAITING);
      state.set({ kind: 'failed', reason: thrown instanceof Error ? thrown.message : '' });
    }
  };

  const saveAndApply = async (id: string | undefined): Promise<void> => {
    const key = keyOf(link.connection$.value);
    if (key === undefined) return;
    void own.chooseFor(key, id); // if it cannot be saved, it applies until the page closes
    await apply(id);
  };

  const subscription = link.connection$.subscribe((connection) => {
    const key = keyOf(connection);
    if (key !== undefined && own.texts$.value === undefined) wait();
    else if (key !== undefined) void apply(own.chosenFor(key));
    else void apply(undefined);
  });
  subscription.add(
    own.texts$.subscribe((texts) => {
      const key = keyOf(link.connection$.value);
      if (key === undefined || texts === undefined) return;
      const id = own.chosenFor(key);
      const isSame = inUse !== undefined && inUse.id === id;
      if (isSame && (id === undefined || inUse?.text === texts.get(id))) return;
      void apply(id, isSame);
    }),
  );

  return {
    state$: state.live,
    /** Asks the device, or reads its replies to the default polls. Has its value as soon as `connection$` changes. */
    source$: source.live,
    /** Returns the profile that reads the replies of a kind of device to the default polls, if there is one. */
    readerFor: async (device: string): Promise<ReplyProfile | undefined> => {
      const id = own.chosenFor(device);
      const profile = id === undefined ? undefined : await load(id).catch(() => undefined);
      if (profile === undefined) return undefined;
      return (await import('../profiles/index.ts')).replyProfile(profile);
    },
    // Both methods enter their quiet state before they leave the other quiet state: otherwise the link would send the
    // verbose command between the two.
    /**
     * Saves and applies a profile for the connected device; undefined restores the default. Ends listen-only mode. Has no
     * effect without a connected device.
     */
    choose: async (id: string | undefined): Promise<void> => {
      const applied = saveAndApply(id);
      link.ports.setListenOnly(false);
      await applied;
    },
    /** Switches the connected device to listen-only mode, without a profile. */
    listen: (): void => {
      link.ports.setListenOnly(true);
      void saveAndApply(undefined);
    },
    dispose: (): void => {
      attempt += 1;
      subscription.unsubscribe();
      state.dispose();
      source.dispose();
    },
  };
};
