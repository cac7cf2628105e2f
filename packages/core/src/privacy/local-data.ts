import * as v from 'valibot';
import type { SessionArchive } from '../ports/session-archive.ts';
import type { Cipher } from '../ports/vault.ts';
import type { WorkspaceStore, WorkspaceTable, WorkspaceWrite } from '../ports/workspace-store.ts';
import { readAs } from '../prelude/schema.ts';
import { infoPlace } from './encrypted-archive.ts';
import { placeOf, encrypt, encryptedIn, type Access } from './encrypted.ts';

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
const CHUNK_KINDS = ['samples', 'cells', 'bytes', 'events'];
const ROWS_AT_ONCE = 50;
/** Chunks of a session that are encrypted in one write, so that each call ends in time however long the session is. */
const CHUNKS_AT_ONCE = 100;
const INFO = v.looseObject({ id: v.string() });

/** Encrypts the chunks of a session whose info is not encrypted yet. False if the storage refused. */
const encryptChunks = async (
  archive: SessionArchive,
  userId: string,
  info: v.InferOutput<typeof INFO>,
  access: Access,
): Promise<boolean> => {
  for (const kind of CHUNK_KINDS) {
    for (let from = 0; ;) {
      let read = await archive.read(userId, info.id, kind, { from, to: from + CHUNKS_AT_ONCE - 1 });
      // Without chunks in this range, the session ends here or chunks are missing.
      if (read.ok && read.value.length === 0)
        read = await archive.read(userId, info.id, kind, { from, to: Number.MAX_SAFE_INTEGER });
      if (!read.ok) return false;
      const last = read.value.at(-1)?.index;
      if (last === undefined) break;
      const chunks = await Promise.all(
        read.value
          .filter(({ data }) => encryptedIn(data) === undefined)
          .map(async ({ index, data }) => {
            const place = placeOf(userId, info.id, kind, index);
            return { kind, index, data: await encrypt(access, place, Object(data) as object) }; // any stored value
          }),
      );
      if (chunks.length > 0) {
        const saved = await archive.save({ userId, sessionId: info.id, info, chunks });
        if (!saved.ok) return false;
      }
      from = last + 1;
    }
  }
  return true;
};

/**
 * Encrypts the unencrypted data of a user. Each write replaces unencrypted values by encrypted ones, so the page may be
 * killed at any moment and this may be called again. `onFound` is called when there is unencrypted data. Returns true if
 * there was none; undefined if the storage refused.
 */
export const encryptClear = async (
  { rows, archive }: LocalStores,
  userId: string,
  cipher: Cipher,
  onFound: () => void,
): Promise<boolean | undefined> => {
  const access = { cipher, takesClear: true };
  let isClear = false;
  const find = (): void => {
    if (!isClear) onFound();
    isClear = true;
  };
  for (const table of TABLES) {
    const read = await rows.read(userId, table);
    if (!read.ok) return undefined;
    const clear = read.value.filter(({ value }) => encryptedIn(value) === undefined);
    if (clear.length > 0) find();
    for (let from = 0; from < clear.length; from += ROWS_AT_ONCE) {
      const writes = await Promise.all(
        clear
          .slice(from, from + ROWS_AT_ONCE)
          .map(async ({ id, value }): Promise<WorkspaceWrite> => {
            const encrypted = await encrypt(
              access,
              placeOf(userId, table, id),
              Object(value) as object,
            ); // any stored value
            return { table, id, value: encrypted };
          }),
      );
      if (!(await rows.write(userId, writes)).ok) return undefined;
    }
  }
  const infos = await archive.list(userId);
  if (!infos.ok) return undefined;
  for (const raw of infos.value) {
    const info = encryptedIn(raw) === undefined ? readAs(INFO, raw) : undefined;
    if (info === undefined) continue;
    find();
    if (!(await encryptChunks(archive, userId, info, access))) return undefined;
    const encrypted = await encrypt(access, infoPlace(userId, info.id), info, info.id);
    const saved = await archive.save({ userId, sessionId: info.id, info: encrypted, chunks: [] });
    if (!saved.ok) return undefined;
  }
  return !isClear;
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
    const id = encryptedIn(raw)?.id ?? readAs(INFO, raw)?.id;
    if (id !== undefined) await archive.remove(userId, id);
  }
};
