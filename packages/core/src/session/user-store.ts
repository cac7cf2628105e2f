import { filter, map, type Observable } from 'rxjs';
import type { Notices } from '../notifications/notices.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import { formatStoredUser, parseStoredUser, USER_KEY, type StoredUser } from './stored-user.ts';

/** `garbage` is no user at all; `incomplete` is one without permissionJson, which ends the session. */
export type StoredState =
  | { readonly kind: 'none' | 'garbage' | 'incomplete' }
  | { readonly kind: 'user'; readonly user: StoredUser };

/** Where the stored user info lies between visits, shared by all tabs. */
export interface UserStore {
  readonly get: () => StoredState;
  /** Keeps the user; a refusing storage gives a notice and the session goes on in memory (SA-12). */
  readonly put: (user: StoredUser) => void;
  readonly remove: () => void;
  /** Another tab has changed or cleared it. */
  readonly changes$: Observable<void>;
}

export interface UserStoreParts {
  readonly store: KeyValueStore;
  readonly notices: Notices;
}

export const createUserStore = ({ store, notices }: UserStoreParts): UserStore => {
  let refusalTold = false;
  return {
    get: () => {
      const text = store.get(USER_KEY);
      if (text === undefined) return { kind: 'none' };
      const user = parseStoredUser(text);
      if (user === undefined) return { kind: 'garbage' };
      return user.permissionJson.trim() === '' ? { kind: 'incomplete' } : { kind: 'user', user };
    },
    put: (user) => {
      const kept = store.set(USER_KEY, formatStoredUser(user));
      if (!kept.ok && !refusalTold) {
        notices.notify({ kind: kept.error.kind === 'full' ? 'storageFull' : 'storageBlocked' });
      }
      refusalTold = !kept.ok;
    },
    remove: () => {
      store.remove(USER_KEY);
    },
    changes$: store.changes$.pipe(
      filter((key) => key === undefined || key === USER_KEY),
      map(() => undefined),
    ),
  };
};
