import { lockAccountTree } from '../database/account-tree.ts';
import type { Database, Queryable } from '../database/database.ts';
import { asAccount } from '../workspace/scope.ts';
import { visibleTopics } from '../workspace/rights.ts';
import type { BlobStore } from './blob-store.ts';

export interface BlobLimits {
  readonly pieceBytes: number;
  /** Maximum number of bytes of all pieces that one account uploaded. */
  readonly accountBytes: number;
}

const defaultBlobLimits: BlobLimits = { pieceBytes: 1_048_576, accountBytes: 4 * 2 ** 30 };

const UNUSED_FOR = "interval '1 day'";
/** Key of the advisory lock with which a backup keeps all pieces until it has copied them. */
export const KEEP_PIECES_KEY = 1_722_005;
const CLEAN_AT_ONCE = 1_000;
/** All pieces. One that is not used may have no bytes, because its upload has failed. */
export const PIECES_SQL = `select b.sha256, exists (select from blob_refs r where r.sha256 = b.sha256) as "isUsed" from blobs b`;

/** A clock that was ahead may have set the last use of a piece. It would not be removed until then. */
const CORRECT_USE = `update blobs set used_at = now() where used_at > now() + ${UNUSED_FOR}`;
const IS_OLD = `used_at < now() - ${UNUSED_FOR}`;

/** Whether pieces may be removed. Until the transaction ends, no backup begins. */
const mayRemove = async (inside: Queryable): Promise<boolean> => {
  const [lock] = await inside.query<{ readonly isFree: boolean }>(
    `select pg_try_advisory_xact_lock(${KEEP_PIECES_KEY}) as "isFree"`,
  );
  return lock?.isFree === true;
};

/**
 * Removes the references of unused pieces, so that no row can refer to them until they are sent again. Returns the pieces
 * without references, some of which an earlier attempt may have left.
 */
const forgetUnused = (database: Database): Promise<readonly string[]> =>
  database.transaction(async (inside) => {
    if (!(await mayRemove(inside))) return [];
    await inside.query(CORRECT_USE);
    const stale = await inside.query<{ readonly sha256: string }>(
      `select sha256 from blobs b where ${IS_OLD} and not exists
         (select from blob_refs r where r.sha256 = b.sha256 and r.topic <> 'UPLOAD')
       limit ${CLEAN_AT_ONCE} for update skip locked`,
    );
    const forgotten: string[] = [];
    for (const { sha256 } of stale) {
      // A row may have referred to the piece since the list was read. From now on, the lock prevents it.
      const [used] = await inside.query(
        `select 1 from blob_refs where sha256 = $1 and topic <> 'UPLOAD' limit 1`,
        [sha256],
      );
      if (used !== undefined) continue;
      await inside.query('delete from blob_refs where sha256 = $1', [sha256]);
      forgotten.push(sha256);
    }
    return forgotten;
  });

/** Removes a piece without references, unless it was sent again meanwhile. Returns whether it was removed. */
const removeUnused = (database: Database, store: BlobStore, sha256: string): Promise<boolean> =>
  database.transaction(async (inside) => {
    if (!(await mayRemove(inside))) return false;
    const [piece] = await inside.query(
      `select 1 from blobs b where sha256 = $1 and ${IS_OLD} for update skip locked`,
      [sha256],
    );
    if (piece === undefined) return false;
    const [used] = await inside.query('select 1 from blob_refs where sha256 = $1 limit 1', [
      sha256,
    ]);
    if (used !== undefined) return false;
    await store.remove(inside, sha256);
    await inside.query('delete from blobs where sha256 = $1', [sha256]);
    return true;
  });

/**
 * Creates the store of the pieces of recordings. An upload marks the row of its piece as used, stores the bytes, and then
 * refers to it, so that no reference is without bytes. The limit of the account is checked before the bytes are stored,
 * and again with the reference, because other uploads may have reached it meanwhile.
 */
export const createBlobs = (
  database: Database,
  store: BlobStore,
  limits: BlobLimits = defaultBlobLimits,
) => ({
  limits,
  /** Stores a piece for the account. The result does not depend on whether the piece was already stored. */
  put: async (accountId: string, sha256: string, bytes: Buffer): Promise<'stored' | 'full'> => {
    /** Whether the piece exceeds the limit. Until the transaction ends, no other upload of the account is counted. */
    const isFull = async (inside: Queryable): Promise<boolean> => {
      await inside.query('select pg_advisory_xact_lock(1722003, hashtext($1))', [accountId]);
      const [row] = await inside.query<{ readonly used: number }>(
        `select coalesce(sum(b.bytes), 0)::float8 as used from blobs b where b.sha256 <> $2
           and b.sha256 in (select sha256 from blob_refs where account_id = $1)`,
        [accountId, sha256],
      );
      return (row?.used ?? 0) + bytes.length > limits.accountBytes;
    };
    const isAdmitted = await database.transaction(async (inside) => {
      if (await isFull(inside)) return false;
      await inside.query(
        `insert into blobs (sha256, bytes) values ($1, $2) on conflict (sha256) do update set used_at = now()`,
        [sha256, bytes.length],
      );
      return true;
    });
    if (!isAdmitted) return 'full';
    // No connection is used while the bytes are sent. A piece that was just used is not removed meanwhile.
    await store.write(database, sha256, bytes);
    return database.transaction(async (inside) => {
      await lockAccountTree(inside);
      if (await isFull(inside)) return 'full'; // the bytes are removed as unused
      await inside.query(
        `insert into blob_refs (sha256, row_id, topic, owner, account_id)
         select $1, 'upload ' || id, 'UPLOAD', path, id from users where id = $2 on conflict do nothing`,
        [sha256, accountId],
      );
      return 'stored';
    });
  },
  /** Returns the piece if a recording that the account can see refers to it. */
  get: async (accountId: string, sha256: string): Promise<Buffer | undefined> => {
    const found = await asAccount(database, accountId, (scope) =>
      scope.query(
        `select 1 from blob_refs where sha256 = $1 and topic = any(string_to_array($2, ',')) limit 1`,
        [sha256, visibleTopics(scope.actor).join(',')],
      ),
    );
    return found.length === 0 ? undefined : store.read(database, sha256);
  },
  /**
   * Removes uploads that no recording has referred to for a day, except during a backup, and the parts of uploads that
   * were interrupted by the end of a server. Returns the number of removed pieces. When aborted, it ends after the current
   * piece or folder; the next call removes the others.
   */
  clean: async (signal?: AbortSignal): Promise<number> => {
    let removed = 0;
    for (const sha256 of await forgetUnused(database)) {
      if (signal?.aborted === true) return removed;
      if (await removeUnused(database, store, sha256)) removed += 1;
    }
    await store.removeParts?.(signal);
    return removed;
  },
});

/** Access to the pieces of recordings by their SHA-256. */
export type Blobs = ReturnType<typeof createBlobs>;
