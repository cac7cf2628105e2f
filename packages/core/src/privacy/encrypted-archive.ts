import type { ArchiveRow, SessionArchive } from '../ports/session-archive.ts';
import { ok } from '../prelude/result.ts';
import {
  createStepQueue,
  locked,
  placeOf,
  encrypt,
  encryptedIn,
  decrypt,
  UNREADABLE,
  type Access,
  type Accesses,
} from './encrypted.ts';

/** The place of a session's info. It contains one name less than the place of a chunk. */
export const infoPlace = (userId: string, sessionId: string): string =>
  placeOf(userId, 'session', sessionId);

/**
 * Encrypts recorded sessions. Ids, kinds and indexes stay readable. Data that cannot be decrypted is read as null,
 * which its readers count as damaged.
 */
export const createEncryptedArchive = (
  inner: SessionArchive,
  accesses: Accesses,
): SessionArchive => {
  const inTurn = createStepQueue();
  const opened = async (access: Access, place: string, value: unknown): Promise<unknown> => {
    const clear = await decrypt(access, place, value);
    if (clear !== UNREADABLE) return clear;
    accesses.onDamaged();
    return null;
  };
  return {
    ...inner,
    save: (entry) => {
      const { userId, sessionId } = entry;
      const access = accesses.of(userId);
      if (access === undefined) return Promise.resolve(locked());
      const info = encrypt(access, infoPlace(userId, sessionId), entry.info, sessionId);
      const chunks = Promise.all(
        entry.chunks.map(async (chunk) => {
          const place = placeOf(userId, sessionId, chunk.kind, chunk.index);
          return { ...chunk, data: await encrypt(access, place, chunk.data) };
        }),
      );
      return inTurn(async () =>
        inner.save({ userId, sessionId, info: await info, chunks: await chunks }),
      );
    },
    list: (userId) =>
      inTurn(async () => {
        const access = accesses.of(userId);
        if (access === undefined) return locked();
        const infos = await inner.list(userId);
        if (!infos.ok) return infos;
        return ok(
          await Promise.all(
            infos.value.map((info) =>
              opened(access, infoPlace(userId, encryptedIn(info)?.id ?? ''), info),
            ),
          ),
        );
      }),
    read: (userId, sessionId, kind, range) =>
      inTurn(async () => {
        const access = accesses.of(userId);
        if (access === undefined) return locked();
        const rows = await inner.read(userId, sessionId, kind, range);
        if (!rows.ok) return rows;
        return ok(
          await Promise.all(
            rows.value.map(async ({ index, data }): Promise<ArchiveRow> => {
              const place = placeOf(userId, sessionId, kind, index);
              return { index, data: await opened(access, place, data) };
            }),
          ),
        );
      }),
    remove: (userId, sessionId) => inTurn(() => inner.remove(userId, sessionId)),
  };
};
