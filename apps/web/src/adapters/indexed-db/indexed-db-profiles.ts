import { ok, type Clock, type ProfileArchive } from '@batbot/core';
import { createDatabase } from './database.ts';

/** Key: the kind of device; value: the profile's JSON text. */
const PROFILES = 'profiles';

export interface IndexedDbProfilesParts {
  readonly factory: IDBFactory | undefined;
  readonly clock: Clock;
}

/** Stores device profiles in a separate database, because they belong to no user and stay after a sign-out. */
export const createIndexedDbProfiles = ({
  factory,
  clock,
}: IndexedDbProfilesParts): ProfileArchive => {
  // `onLost` is not needed: the loaded profiles stay in use, and after a reload the list is empty.
  const { run, close } = createDatabase({
    name: 'batbot-device-profiles',
    version: 1,
    stores: [PROFILES],
    factory,
    clock,
  });

  return {
    load: async () => {
      const rows = await run('readonly', (transaction) => {
        const store = transaction.objectStore(PROFILES);
        const keys = store.getAllKeys();
        const values = store.getAll();
        return () =>
          values.result.flatMap((text: unknown, row) => {
            const key = keys.result[row];
            const isText = typeof key === 'string' && typeof text === 'string';
            return isText ? [[key, text] as const] : [];
          });
      });
      return rows.ok ? ok(new Map(rows.value)) : rows;
    },
    keep: (key, text) =>
      run('readwrite', (transaction) => {
        transaction.objectStore(PROFILES).put(text, key);
        return () => undefined;
      }),
    forget: (key) =>
      run('readwrite', (transaction) => {
        transaction.objectStore(PROFILES).delete(key);
        return () => undefined;
      }),
    dispose: close,
  };
};
