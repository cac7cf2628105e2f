import { afterAll, beforeAll, describe } from 'vitest';
import type { Database } from '../database/database.ts';
import { openDatabase } from '../database/open-database.ts';
import { openMemoryDatabase } from './memory-database.ts';
import { findPostgres, startPostgres, type TestPostgres } from './test-postgres.ts';

const postgres = await findPostgres();

/** Runs the same tests on the embedded database and, if it is installed, on a real PostgreSQL. */
export const describeOnDatabases = (title: string, facts: (get: () => Database) => void): void => {
  describe(`${title}, embedded database`, () => {
    let database: Database;
    beforeAll(async () => {
      database = await openMemoryDatabase();
    });
    afterAll(() => database.close());
    facts(() => database);
  });
  describe.skipIf(postgres === undefined)(`${title}, PostgreSQL`, () => {
    let server: TestPostgres;
    let database: Database;
    beforeAll(async () => {
      if (postgres !== undefined) server = await startPostgres(postgres);
      database = await openDatabase({ databaseUrl: server.url }, () => undefined);
    });
    afterAll(async () => {
      await database.close();
      await server.stop();
    });
    facts(() => database);
  });
};
