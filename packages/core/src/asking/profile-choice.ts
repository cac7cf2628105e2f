import { NEVER } from 'rxjs';
import { deviceKey, type Connection } from '../link/connection.ts';
import type { Link } from '../link/link-api.ts';
import type { Clock } from '../ports/clock.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import { createLive, type Live } from '../prelude/live.ts';
import type { Profile } from '../profiles/index.ts';
import type { LiveSource } from '../telemetry/live-source.ts';

export interface ProfileChoiceParts {
  readonly link: Link;
  readonly clock: Clock;
  readonly store: KeyValueStore;
  /** Undefined: there is no profile with this id. May reject. */
  readonly load: (id: string) => Promise<Profile | undefined>;
}

/** How the connected device is asked and read. */
export type ProfileChoiceState =
  /** As a device about which nothing is known. */
  | { readonly kind: 'default' }
  /** By this profile, which is not there yet or could not be loaded: nothing is sent to the device. */
  | { readonly kind: 'loading' | 'failed'; readonly id: string }
  | { readonly kind: 'chosen'; readonly profile: Profile };

/** The profile by which the connected device is asked and read; saved for each kind of device. */
export interface ProfileChoice {
  readonly state$: Live<ProfileChoiceState>;
  /** Asks the device; undefined: the default polls do. Known as soon as the connection is. */
  readonly source$: Live<LiveSource | undefined>;
  /**
   * Saves and applies a profile for the connected device; undefined: the default again. It is no longer only listened
   * to. Nothing without a device.
   */
  readonly choose: (id: string | undefined) => Promise<void>;
  /** The connected device is only listened to, without a profile. */
  readonly listen: () => void;
  readonly dispose: () => void;
}

const DEFAULT: ProfileChoiceState = { kind: 'default' };
/** Neither asks nor reads; the app sends nothing of its own meanwhile. */
const WAITING: LiveSource = { results$: NEVER };

const keyOf = (connection: Connection): string | undefined =>
  connection.kind === 'connected' ? `deviceProfile:${deviceKey(connection.device)}` : undefined;

export const createProfileChoice = (parts: ProfileChoiceParts): ProfileChoice => {
  const { link, store, load } = parts;
  const state = createLive<ProfileChoiceState>(DEFAULT);
  const source = createLive<LiveSource | undefined>(undefined);
  let attempt = 0;

  const apply = async (id: string | undefined): Promise<void> => {
    attempt += 1;
    const own = attempt;
    state.set(id === undefined ? DEFAULT : { kind: 'loading', id });
    source.set(id === undefined ? undefined : WAITING);
    if (id === undefined) return;
    // A part of the app of its own: most users never need it.
    const loaded = await Promise.all([load(id), import('./profile-source.ts')]).catch(
      () => undefined,
    );
    if (own !== attempt) return;
    const [profile, asking] = loaded ?? [];
    if (profile === undefined || asking === undefined) {
      state.set({ kind: 'failed', id });
      return;
    }
    state.set({ kind: 'chosen', profile });
    source.set(asking.createProfileSource(profile, parts));
  };

  const saveAndApply = async (id: string | undefined): Promise<void> => {
    const key = keyOf(link.connection$.value);
    if (key === undefined) return;
    if (id === undefined) store.remove(key);
    else store.set(key, id);
    await apply(id);
  };

  const subscription = link.connection$.subscribe((connection) => {
    const key = keyOf(connection);
    if (key !== undefined) void apply(store.get(key));
    // Not while it closes: the default source would send the verbose command.
    else if (connection.kind === 'disconnected') void apply(undefined);
  });

  return {
    state$: state.live,
    source$: source.live,
    // In each, quiet before no longer quiet: between the two the verbose command would be sent.
    choose: async (id) => {
      const applied = saveAndApply(id);
      link.ports.setListenOnly(false);
      await applied;
    },
    listen: () => {
      link.ports.setListenOnly(true);
      void saveAndApply(undefined);
    },
    dispose: () => {
      attempt += 1;
      subscription.unsubscribe();
      state.dispose();
      source.dispose();
    },
  };
};
