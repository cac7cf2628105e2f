import * as v from 'valibot';
import type { SessionArchive } from '../ports/session-archive.ts';
import type { Cipher } from '../ports/vault.ts';
import type { WorkspaceStore, WorkspaceTable, WorkspaceWrite } from '../ports/workspace-store.ts';
import { readAs } from '../prelude/schema.ts';
import { infoPlace } from './sealed-archive.ts';
import { placeOf, seal, sealedIn } from './sealed.ts';

/** The stores of all users, as they are on this computer. */
export interface LocalStores {
  readonly rows: WorkspaceStore;
  readonly archive: SessionArchive;
}

/** All tables. A new table that is not listed here is a compile error, so that no table stays unencrypted. */
export const TABLES = Object.keys({
  outbox: true,
  pieces: true,
  copies: true,
  state: true,
  device: true,
  drafts: true,
  imports: true,
  importParts: true,
  texts: true,
  damaged: true,
} satisfies Record<WorkspaceTable, true>) as readonly WorkspaceTable[]; // its keys, by its type
/** The kinds of chunks of a session. */
const CHUNK_KINDS = ['samples', 'cells', 'bytes', 'events'];
/** Rows that are encrypted in one write. */
const ROWS_AT_ONCE = 50;
const INFO = v.looseObject({ id: v.string() });

/**
 * Encrypts the unencrypted data of a user. Each write replaces unencrypted values by encrypted ones, so the page may be
 * killed at any moment and this may be called again. Returns true if there was no unencrypted data; undefined if the
 * storage refused.
 */
export const encryptClear = async (
  { rows, archive }: LocalStores,
  userId: string,
  cipher: Cipher,
): Promise<boolean | undefined> => {
  const access = { cipher, takesClear: true };
  let found = 0;
  for (const table of TABLES) {
    const read = await rows.read(userId, table);
    if (!read.ok) return undefined;
    const clear = read.value.filter(({ value }) => sealedIn(value) === undefined);
    found += clear.length;
    for (let from = 0; from < clear.length; from += ROWS_AT_ONCE) {
      const writes = await Promise.all(
        clear
          .slice(from, from + ROWS_AT_ONCE)
          .map(async ({ id, value }): Promise<WorkspaceWrite> => {
            const sealed = await seal(access, placeOf(userId, table, id), Object(value) as object); // any stored value
            return { table, id, value: sealed };
          }),
      );
      if (!(await rows.write(userId, writes)).ok) return undefined;
    }
  }
  const infos = await archive.list(userId);
  if (!infos.ok) return undefined;
  for (const raw of infos.value) {
    const info = sealedIn(raw) === undefined ? readAs(INFO, raw) : undefined;
    if (info === undefined) continue;
    found += 1;
    const chunks = [];
    for (const kind of CHUNK_KINDS) {
      const read = await archive.read(userId, info.id, kind);
      if (!read.ok) return undefined;
      for (const { index, data } of read.value) {
        const place = placeOf(userId, info.id, kind, index);
        const value = Object(data) as object; // any stored value
        chunks.push({ kind, index, data: await seal(access, place, value) });
      }
    }
    const sealed = await seal(access, infoPlace(userId, info.id), info, info.id);
    const saved = await archive.save({ userId, sessionId: info.id, info: sealed, chunks });
    if (!saved.ok) return undefined;
  }
  return found === 0;
};

/** Deletes everything that a user has on this computer. */
export const deleteAll = async ({ rows, archive }: LocalStores, userId: string): Promise<void> => {
  for (const table of TABLES) {
    const read = await rows.read(userId, table);
    if (read.ok)
      await rows.write(
        userId,
        read.value.map(({ id }) => ({ table, id })),
      );
  }
  const infos = await archive.list(userId);
  for (const raw of infos.ok ? infos.value : []) {
    const id = sealedIn(raw)?.id ?? readAs(INFO, raw)?.id;
    if (id !== undefined) await archive.remove(userId, id);
  }
};
