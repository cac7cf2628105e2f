import { ok, type Clock, type ProfileArchive } from '@batbot/core';
import { createDatabase } from './database.ts';

/** Key: the kind of device; value: the profile's JSON text. */
const PROFILES = 'profiles';

export interface IndexedDbProfilesParts {
  readonly factory: IDBFactory | undefined;
  readonly clock: Clock;
}

/** Device profiles in a separate database: they belong to no user and stay at a sign-out. */
export const createIndexedDbProfiles = ({
  factory,
  clock,
}: IndexedDbProfilesParts): ProfileArchive => {
  // Without `onLost`: the loaded profiles stay in use, and a reload finds none.
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
    dispose: close,
  };
};
