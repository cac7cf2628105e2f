import { concatMap, filter, merge, share } from 'rxjs';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import { JSON_OBJECT } from '../prelude/schema.ts';
import type { Live } from '../prelude/live.ts';
import type { Vault } from './vault.ts';

/** The key of the stored user info (the specification, section 3). */
const USER_KEY = 'userInfo';

/** The user of a session that is stored on this computer. */
const storedUser = (store: KeyValueStore) => {
  const fields = JSON_OBJECT.parse(store.get(USER_KEY) ?? '');
  return fields.ok
    ? { id: String(fields.value['userid']), token: String(fields.value['token']) }
    : undefined;
};

const isStored = (store: KeyValueStore, userId: string) => (): boolean =>
  storedUser(store)?.id === userId;

/**
 * Opens the data of the stored session at a start. If it stays locked, local storage is cleared; then returns the token
 * of the session, so that the server can end it.
 */
export const resumeStored = async (
  store: KeyValueStore,
  vault: Vault,
  hasExpired: boolean,
): Promise<string | undefined> => {
  const user = storedUser(store);
  if (
    user === undefined ||
    (!hasExpired && (await vault.resume(user.id, isStored(store, user.id))))
  )
    return undefined;
  store.clear();
  return user.token;
};

/** Local storage in which a user is seen only when the data of that user is open. */
export const createGuardedStore = (inner: KeyValueStore, vault: Vault): KeyValueStore => ({
  ...inner,
  get: (key) => {
    const user = key === USER_KEY ? storedUser(inner) : undefined;
    return user === undefined || vault.isOpen(user.id) ? inner.get(key) : undefined;
  },
  changes$: inner.changes$.pipe(
    concatMap(async (key) => {
      const user = key === undefined || key === USER_KEY ? storedUser(inner) : undefined;
      if (user !== undefined) await vault.resume(user.id, isStored(inner, user.id));
      return key;
    }),
    share(),
  ),
});

/**
 * Locks the data when the session ends, unless another tab has begun a session that is open here already. Also locks data
 * that was opened for a session which did not begin: its login failed, or it ended in another tab meanwhile.
 */
export const lockAtSignOut = (
  {
    state$,
    loginState$,
  }: {
    readonly state$: Live<{ readonly kind: 'signedIn' | 'signedOut' }>;
    readonly loginState$: Live<{ readonly kind: string }>;
  },
  guarded: KeyValueStore,
  vault: Vault,
): void => {
  const hasNoLogin = (): boolean => loginState$.value.kind !== 'running';
  merge(state$, merge(loginState$, guarded.changes$).pipe(filter(hasNoLogin))).subscribe(() => {
    const isSignedOut = state$.value.kind === 'signedOut';
    if (isSignedOut && guarded.get(USER_KEY) === undefined) vault.close();
  });
};
