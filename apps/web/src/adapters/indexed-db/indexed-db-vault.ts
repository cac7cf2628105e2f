import type { Clock } from '@batbot/core';
import type { VaultRow, VaultStore } from '@batbot/core/privacy';
import { createDatabase } from './database.ts';

/** Key: the user's id; value: the account with its wrapped key. */
const ACCOUNTS = 'accounts';

/** Stores the accounts of the lock in a separate database. */
export const createIndexedDbVault = (parts: {
  readonly factory: IDBFactory | undefined;
  readonly clock: Clock;
}): Pick<VaultStore, 'accounts' | 'put'> => {
  const { run } = createDatabase({
    ...parts,
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
      run(
        'readwrite',
        (transaction) => {
          transaction.objectStore(ACCOUNTS).put(account, userId);
          return () => undefined;
        },
        'strict',
      ),
  };
};
