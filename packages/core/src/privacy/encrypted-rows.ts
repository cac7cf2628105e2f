import type { WorkspaceRow, WorkspaceStore, WorkspaceWrite } from '../ports/workspace-store.ts';
import { ok } from '../prelude/result.ts';
import {
  createStepQueue,
  locked,
  placeOf,
  encrypt,
  decrypt,
  UNREADABLE,
  type Accesses,
} from './encrypted.ts';

/**
 * Encrypts the values of a workspace store. Tables and ids stay readable. A value that cannot be decrypted is read
 * as null. It stays, with a copy in the table `damaged`, because its reader may replace it.
 */
export const createEncryptedRows = (inner: WorkspaceStore, accesses: Accesses): WorkspaceStore => {
  const inTurn = createStepQueue();
  return {
    ...inner,
    read: (userId, table, id) =>
      inTurn(async () => {
        const access = accesses.of(userId);
        if (access === undefined) return locked();
        const rows = await inner.read(userId, table, id);
        if (!rows.ok) return rows;
        const damaged: WorkspaceWrite[] = [];
        const read = await Promise.all(
          rows.value.map(async (row): Promise<WorkspaceRow> => {
            const value = await decrypt(access, placeOf(userId, table, row.id), row.value);
            if (value !== UNREADABLE) return { ...row, value };
            const kept = Object(row.value) as object; // any stored value
            damaged.push({ table: 'damaged', id: placeOf(table, row.id), value: kept });
            return { ...row, value: null };
          }),
        );
        if (damaged.length > 0) {
          accesses.onDamaged();
          await inner.write(userId, damaged); // if it fails, the row itself is still there
        }
        return ok(read);
      }),
    write: (userId, writes) => {
      // The values are taken now: the caller may change them later.
      const access = accesses.of(userId);
      if (access === undefined) return Promise.resolve(locked());
      const encrypting = Promise.all(
        writes.map(async (write): Promise<WorkspaceWrite> => {
          if (write.value === undefined) return write;
          const place = placeOf(userId, write.table, write.id);
          return { ...write, value: await encrypt(access, place, write.value) };
        }),
      );
      return inTurn(async () => inner.write(userId, await encrypting));
    },
  };
};
