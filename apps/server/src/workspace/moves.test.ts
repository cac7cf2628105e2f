import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readArguments } from '../account-command/read-arguments.ts';
import { runAccountCommand } from '../account-command/run-account-command.ts';
import { findCredentials } from '../accounts/account-store.ts';
import { createPasswordCheck } from '../accounts/passwords.ts';
import type { Database } from '../database/database.ts';
import { openDatabase } from '../database/open-database.ts';
import { hashOf } from '../hash.ts';
import { findPostgres, startPostgres, type TestPostgres } from '../testing/test-postgres.ts';
import { addTestAccount, applyAs, TEST_PASSWORD } from '../testing/test-workspace.ts';
import { moveAccount } from './changes/account-changes.ts';
import { listAccounts } from './lists/accounts.ts';
import { asAccount, type Scope } from './scope.ts';
import { createPasswordSetter } from '../login/set-password.ts';

const postgres = await findPostgres();
const password = 'orchid-Tram-57-lumen';
const address = '192.0.2.1';

describe.skipIf(postgres === undefined)('accounts that are changed while they are moved', () => {
  let server: TestPostgres;
  let database: Database;
  beforeAll(async () => {
    if (postgres !== undefined) server = await startPostgres(postgres);
    database = await openDatabase({ databaseUrl: server.url }, () => undefined);
    await addTestAccount(database, { id: 'top' });
    for (const id of ['west', 'east']) await addTestAccount(database, { id, creatorId: 'top' });
  });
  afterAll(async () => {
    await database.close();
    await server.stop();
  });

  /** Adds an account and one below it, each with a one-time link. */
  const addShop = async (shop: string) => {
    const staff = `staff of ${shop}`;
    await addTestAccount(database, { id: shop, creatorId: 'west' });
    await addTestAccount(database, { id: staff, creatorId: shop });
    for (const id of [shop, staff]) {
      await applyAs(database, 'west', { inviteAccount: { id, tokenHash: hashOf(id) } });
    }
    return { shop, staff };
  };
  const setterOn = async (used: Database) =>
    createPasswordSetter(used, await createPasswordCheck(), () => undefined);
  const eventsOf = (id: string) =>
    database.query<{ readonly kind: string; readonly isAtAccount: boolean }>(
      `select e.kind, e.owner = u.path as "isAtAccount" from events e join users u on u.id = e.subject_id
       where u.id = $1 order by e.seq`,
      [id],
    );

  /** Moves an account. After `first`, which locks rows like the move does, it waits until `other` needs one of them. */
  const moveDuring = async <T>(id: string, first: string, other: () => Promise<T>): Promise<T> => {
    let result: Promise<T> | undefined;
    const waiting = async ({ query }: Scope) =>
      (await query('select 1 from pg_locks where not granted')).length;
    await asAccount(
      database,
      'top',
      async (scope) => {
        await scope.query(first);
        result = other();
        result.catch(() => undefined); // its rejection is the test's, below
        await expect.poll(() => waiting(scope)).toBe(1);
        await moveAccount.apply(scope, { id, parentId: 'east' }, undefined, new Date());
      },
      'exclusive',
    );
    if (result === undefined) throw new Error('not called');
    return result;
  };

  it('[WS-07] a link that is used during the move does not set the password', async () => {
    const { shop } = await addShop('shop 1');
    const setter = await setterOn(database);
    const outcome = await moveDuring(
      shop,
      `select 1 from users where id = '${shop}' for update`,
      () => setter.accept({ token: shop, password, address }),
    );
    expect(outcome).toMatchObject({ code: 'LINK_INVALID' });
  });

  it('[WS-07] a link is not valid for a use that began before the move', async () => {
    const { shop } = await addShop('shop 2');
    const setter = await setterOn({
      ...database,
      transaction: (work) =>
        database.transaction(async (inside) => {
          await inside.query('select 1');
          await applyAs(database, 'top', { moveAccount: { id: shop, parentId: 'east' } });
          return work(inside);
        }),
    });
    expect(await setter.accept({ token: shop, password, address })).toMatchObject({
      code: 'LINK_INVALID',
    });
  });

  it('[WS-07] a password that is changed during the move is set, with its event at the new place', async () => {
    const { shop, staff } = await addShop('shop 3');
    const account = (await findCredentials(database, staff))?.account;
    if (account === undefined) throw new Error('no account');
    const setter = await setterOn(database);
    const outcome = await moveDuring(
      shop,
      `update invitations set token_hash = token_hash where user_id = '${staff}'`,
      () => setter.change(account, { current: TEST_PASSWORD, next: password, address }),
    );
    expect(outcome).toMatchObject({ kind: 'set' });
    expect(await eventsOf(staff)).toEqual([
      { kind: 'inviteAccount', isAtAccount: true },
      { kind: 'changePassword', isAtAccount: true },
    ]);
  });

  it('an account that the operator adds during the move is below its creator', async () => {
    const { shop } = await addShop('shop 4');
    const ask = readArguments(['add', 'clerk', '--email', 'c@a.example', '--creator', shop]);
    if (ask.kind !== 'add') throw new Error(ask.kind);
    const complaint = await moveDuring(
      shop,
      `select 1 from users where id = '${shop}' for update`,
      () =>
        runAccountCommand(ask, {
          database,
          readPassword: () => Promise.resolve(password),
          readFile: () => Promise.resolve(''),
          say: () => undefined,
          report: () => undefined,
        }),
    );
    expect(complaint).toBeUndefined();
    const found = await asAccount(database, 'east', (scope) =>
      listAccounts(scope, { filter: { text: 'clerk' } }),
    );
    expect(found.nodes).toMatchObject([{ userName: 'clerk', parentId: shop, depth: 3 }]);
  });
});
