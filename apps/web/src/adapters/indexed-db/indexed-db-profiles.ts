import { ok, type Clock, type ProfileArchive } from '@batbot/core';
import { createArchiveDatabase } from './archive-database.ts';
import { createDatabaseCalls } from './database-calls.ts';

/** Key: the kind of device; value: the profile's JSON text. */
const PROFILES = 'profiles';

const PROFILE_DATABASE = { name: 'batbot-device-profiles', version: 1, stores: [PROFILES] };

export interface IndexedDbProfilesParts {
  readonly factory: IDBFactory | undefined;
  readonly clock: Clock;
}

/** Device profiles in a separate database: they belong to no user and stay at a sign-out. */
export const createIndexedDbProfiles = ({
  factory,
  clock,
}: IndexedDbProfilesParts): ProfileArchive => {
  const database = createArchiveDatabase({
    ...PROFILE_DATABASE,
    factory,
    onLost: () => undefined, // the loaded profiles stay in use; a reload finds none
  });
  const run = createDatabaseCalls({ database, clock, stores: [PROFILES] });

  return {
    load: async () => {
      const rows = await run('readonly', (transaction) => {
        const store = transaction.objectStore(PROFILES);
        const keys = store.getAllKeys();
        const values = store.getAll();
        return {
          get: () =>
            values.result.flatMap((text: unknown, row) => {
              const key = keys.result[row];
              const isText = typeof key === 'string' && typeof text === 'string';
              return isText ? [[key, text] as const] : [];
            }),
        };
      });
      return rows.ok ? ok(new Map(rows.value)) : rows;
    },
    keep: (key, text) =>
      run('readwrite', (transaction) => {
        transaction.objectStore(PROFILES).put(text, key);
        return { get: () => undefined };
      }),
    forget: (key) =>
      run('readwrite', (transaction) => {
        transaction.objectStore(PROFILES).delete(key);
        return { get: () => undefined };
      }),
    dispose: database.close,
  };
};
