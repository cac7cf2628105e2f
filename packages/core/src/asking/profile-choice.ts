import { distinctUntilChanged, map } from 'rxjs';
import { deviceKey } from '../link/connection.ts';
import type { Link } from '../link/link-api.ts';
import type { Clock } from '../ports/clock.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import { createLive, type Live } from '../prelude/live.ts';
import type { Profile } from '../profiles/index.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';

export interface ProfileChoiceParts {
  readonly link: Link;
  readonly telemetry: Pick<Telemetry, 'setSource'>;
  readonly clock: Clock;
  readonly store: KeyValueStore;
}

/** The profile by which the connected device is asked and read; saved for each kind of device. */
export interface ProfileChoice {
  /** Undefined: as a device about which nothing is known. */
  readonly chosen$: Live<Profile | undefined>;
  /** Chooses one of the profiles that come with the app; false if there is none with this id, or it cannot be loaded. */
  readonly choose: (id: string | undefined) => Promise<boolean>;
  readonly dispose: () => void;
}

export const createProfileChoice = (parts: ProfileChoiceParts): ProfileChoice => {
  const { link, telemetry, store } = parts;
  const chosen = createLive<Profile | undefined>(undefined);
  let attempt = 0;

  const key = (): string | undefined => {
    const state = link.connection$.value;
    return state.kind === 'connected' ? `deviceProfile:${deviceKey(state.device)}` : undefined;
  };

  const apply = async (id: string | undefined): Promise<boolean> => {
    attempt += 1;
    const own = attempt;
    if (id === undefined) {
      chosen.set(undefined);
      telemetry.setSource(undefined);
      return true;
    }
    // A part of the app of its own: most users never need it.
    const loaded = await Promise.all([
      import('./profile-source.ts'),
      import('../profiles/index.ts'),
    ])
      .then(async ([{ createProfileSource }, { isBuiltInId, loadBuiltIn }]) => {
        const profile = isBuiltInId(id) ? await loadBuiltIn(id) : undefined;
        return profile && { profile, source: createProfileSource(profile, parts) };
      })
      .catch(() => undefined);
    if (loaded === undefined || own !== attempt) return false;
    chosen.set(loaded.profile);
    telemetry.setSource(loaded.source);
    return true;
  };

  const subscription = link.connection$
    .pipe(map(key), distinctUntilChanged())
    .subscribe((device) => {
      void apply(device === undefined ? undefined : store.get(device));
    });

  return {
    chosen$: chosen.live,
    choose: async (id) => {
      const device = key();
      if (!(await apply(id))) return false;
      if (device !== undefined && id === undefined) store.remove(device);
      else if (device !== undefined && id !== undefined) store.set(device, id);
      return true;
    },
    dispose: () => {
      attempt += 1;
      subscription.unsubscribe();
      chosen.dispose();
    },
  };
};
