import { map } from 'rxjs';
import type { Notices } from '../notifications/notices.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import { ok } from '../prelude/result.ts';
import { saved } from '../prelude/saved.ts';
import type { TextFormat } from '../prelude/schema.ts';
import { parseStoredUser, USER_KEY, type StoredUser } from './stored-user.ts';

/** `garbage`: the text is not a user. `incomplete`: a user without permissionJson, which ends the session. */
export type StoredState =
  | { readonly kind: 'none' | 'garbage' | 'incomplete' }
  | { readonly kind: 'user'; readonly user: StoredUser };

export interface UserStoreParts {
  readonly store: KeyValueStore;
  readonly notices: Notices;
}

const stateOf = (user: StoredUser | undefined): StoredState => {
  if (user === undefined) return { kind: 'garbage' };
  return user.permissionJson.trim() === '' ? { kind: 'incomplete' } : { kind: 'user', user };
};

/** The text format of the stored state. Only users are written. */
const USER_TEXT: TextFormat<StoredState> = {
  parse: (text) => ok(stateOf(parseStoredUser(text))),
  format: (state) => (state.kind === 'user' ? JSON.stringify(state.user) : ''),
};

/** The stored user info, which all tabs share. */
export const createUserStore = ({ store, notices }: UserStoreParts) => {
  const stored = saved<StoredState>(store, USER_KEY, USER_TEXT, { kind: 'none' });
  let isRefused = false;
  return {
    get: stored.read,
    /** Saves the user. If the storage refuses, a notice is given and the session continues in memory (SA-12). */
    put: (user: StoredUser): void => {
      const kept = stored.set({ kind: 'user', user });
      if (!kept.ok && !isRefused) {
        notices.notify({ kind: kept.error.kind === 'full' ? 'storageFull' : 'storageBlocked' });
      }
      isRefused = !kept.ok;
    },
    remove: stored.remove,
    /** Emits when another tab has changed or cleared the user info. */
    changes$: stored.changed$.pipe(map(() => undefined)),
    dispose: stored.dispose,
  };
};
