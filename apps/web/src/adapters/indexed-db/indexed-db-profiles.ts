import { mapOk, type ProfileArchive } from '@batbot/core';
import { createDatabase, type DatabasePlace } from './database.ts';

/** Key: the kind of device; value: the profile's JSON text. */
const PROFILES = 'profiles';

/** Stores device profiles in a separate database, because they belong to no user and stay after a sign-out. */
export const createIndexedDbProfiles = (place: DatabasePlace): ProfileArchive => {
  // `onLost` is not needed: the loaded profiles stay in use, and after a reload the list is empty.
  const { run, write, close } = createDatabase({
    ...place,
    name: 'batbot-device-profiles',
    version: 1,
    stores: [PROFILES],
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
      return mapOk(rows, (entries) => new Map(entries));
    },
    keep: (key, text) => write((transaction) => transaction.objectStore(PROFILES).put(text, key)),
    forget: (key) => write((transaction) => transaction.objectStore(PROFILES).delete(key)),
    dispose: close,
  };
};
