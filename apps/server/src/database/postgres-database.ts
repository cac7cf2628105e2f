import { Socket } from 'node:net';
import { Pool, type PoolClient } from 'pg';
import { errorCode, serverError } from '../problem.ts';
import type { Database, Queryable, SqlValue } from './database.ts';

/** How long each step may take, in ms. */
export interface PostgresTimeouts {
  readonly connectMs: number;
  /**
   * How long the client waits for a response, in case the server hangs. PostgreSQL cancels the statement shortly
   * before.
   */
  readonly queryMs: number;
  /** How long `close` waits for the server to end its connections. */
  readonly closeMs: number;
}

export const POSTGRES_TIMEOUTS: PostgresTimeouts = {
  connectMs: 5_000,
  queryMs: 8_000,
  closeMs: 1_000,
};

/**
 * Whether the server could not be reached: SQLSTATE class 08 (connection), 57P0x (shutdown), 53300 (too many
 * connections), or one of Node's socket errors.
 */
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
    return rows as readonly Row[]; // the caller declares the row type of its statement
  },
  script: async (sql) => {
    await translated(source.query(sql));
  },
});

/**
 * Opens a PostgreSQL server by its URL (`postgres://…`). It connects on first use and reconnects automatically. A lost
 * connection is reported to `warn` and replaced. A query without a response fails after `queryMs`.
 */
export const openPostgresDatabase = (
  databaseUrl: string,
  warn: (line: string) => void,
  { connectMs, queryMs, closeMs }: PostgresTimeouts = POSTGRES_TIMEOUTS,
): Database => {
  let closing: Promise<void> | undefined;
  const sockets = new Set<Socket>();
  const pool = new Pool({
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectMs,
    statement_timeout: Math.ceil(queryMs * 0.9),
    query_timeout: queryMs,
    stream: () => {
      const socket = new Socket();
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      return socket;
    },
  });
  const onLost = (error: Error): void => {
    if (closing === undefined) warn(`database connection lost: ${error.message}`);
  };
  pool.on('error', onLost);

  const close = async (): Promise<void> => {
    const hurry = setTimeout(() => {
      for (const socket of sockets) socket.destroy(); // a server that hangs does not close its connections
    }, closeMs);
    await pool.end();
    clearTimeout(hurry);
  };

  return {
    ...queryable(pool),
    connections: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    transaction: async (work) => {
      const client = await translated(pool.connect());
      const inside = queryable(client);
      let broken = false;
      // The pool handles errors of idle clients only, and an 'error' event without a listener ends the process.
      const onError = (error: Error): void => {
        broken = true;
        onLost(error);
      };
      client.on('error', onError);
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
        client.off('error', onError);
        client.release(broken);
      }
    },
    close: () => (closing ??= close()),
  };
};
