import type { VaultRow, VaultStore } from '@batbot/core/privacy';
import { createDatabase, type DatabasePlace } from './database.ts';

/** Key: the user's id; value: the account with its wrapped key. */
const ACCOUNTS = 'accounts';

/** Stores the accounts of the lock in a separate database. */
export const createIndexedDbVault = (
  place: DatabasePlace,
): Pick<VaultStore, 'accounts' | 'put'> => {
  const { run, write } = createDatabase({
    ...place,
    name: 'batbot-vault',
    version: 1,
    stores: [ACCOUNTS],
  });
  return {
    accounts: () =>
      run('readonly', (transaction) => {
        const store = transaction.objectStore(ACCOUNTS);
        const [keys, values] = [store.getAllKeys(), store.getAll()];
        return () =>
          values.result.map((account: unknown, row): VaultRow => {
            const userId = keys.result[row];
            return { userId: typeof userId === 'string' ? userId : '', account };
          });
      }),
    put: (userId, account) =>
      write((transaction) => transaction.objectStore(ACCOUNTS).put(account, userId), 'strict'),
  };
};
