import { Pool, type PoolClient } from 'pg';
import { errorCode, serverError } from '../problem.ts';
import type { Database, Queryable, SqlValue } from './database.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 10_000;

/** SQLSTATE class 08 (connection), 57P0x (shutdown), 53300 (too many connections); Node's socket errors. */
const isUnreachable = (error: unknown): boolean => {
  const code = errorCode(error);
  if (code === undefined)
    return error instanceof Error && /connection|timeout/i.test(error.message);
  return /^(08...|57P0.|53300|ECONN\w+|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENOENT)$/.test(
    code,
  );
};

const translated = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    throw serverError({ kind: 'databaseUnavailable' }, 'The database cannot be reached.', error);
  }
};

const queryable = (source: Pool | PoolClient): Queryable => ({
  query: async <Row>(sql: string, values: readonly SqlValue[] = []) => {
    const { rows } = await translated(source.query(sql, [...values]));
    return rows as readonly Row[]; // the caller names the shape its statement selects
  },
  script: async (sql) => {
    await translated(source.query(sql));
  },
});

/**
 * A real PostgreSQL by its address (`postgres://…`). Connects on first use, reconnects by itself; an idle
 * connection that breaks is reported to `warn` and replaced.
 */
export const openPostgresDatabase = (
  databaseUrl: string,
  warn: (line: string) => void,
): Database => {
  let closing: Promise<void> | undefined;
  const pool = new Pool({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
  });
  pool.on('error', (error) => {
    if (closing === undefined) warn(`database connection lost: ${error.message}`);
  });
  return {
    ...queryable(pool),
    transaction: async (work) => {
      const client = await translated(pool.connect());
      const inside = queryable(client);
      let broken = false;
      try {
        await inside.script('begin');
        const result = await work(inside);
        await inside.script('commit');
        return result;
      } catch (error) {
        await inside.script('rollback').catch(() => {
          broken = true;
        });
        throw error;
      } finally {
        client.release(broken);
      }
    },
    close: () => (closing ??= pool.end()),
  };
};
