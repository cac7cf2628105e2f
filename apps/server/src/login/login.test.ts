import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hash } from '@node-rs/argon2';
import { findCredentials, replacePasswordHash } from '../accounts/account-store.ts';
import { seedDemoAccounts } from '../accounts/demo-accounts.ts';
import { createPasswordCheck, hashPassword, needsRehash } from '../accounts/passwords.ts';
import { createFleetJob } from '../analysis/fleet.ts';
import type { Database } from '../database/database.ts';
import { hashOf } from '../hash.ts';
import { createSessionStore } from '../sessions/session-store.ts';
import { openMemoryDatabase } from '../testing/memory-database.ts';
import { createLogin } from './login.ts';
import { createPasswordSetter } from './set-password.ts';

let database: Database;
beforeAll(async () => {
  database = await openMemoryDatabase();
  await seedDemoAccounts(database);
});
afterAll(async () => {
  await database.close();
});

const address = '192.0.2.1';
describe('login', () => {
  it('[SA-01] a password is checked for an unknown user too', async () => {
    const checked: (string | undefined)[] = [];
    const matches = (_password: string, stored: string | undefined) => {
      checked.push(stored);
      return Promise.resolve(false);
    };
    const login = createLogin(database, createSessionStore(database), { matches });
    expect(await login({ user: 'missing', pass: 'x', address })).toEqual({ kind: 'wrong' });
    expect(await login({ user: 'viewer', pass: 'x', address })).toMatchObject({ kind: 'wrong' });
    expect(checked).toEqual([undefined, expect.stringContaining('$argon2id$')]);
  });

  it('[NW-09] login reports busy while 32 passwords are being checked, and works again afterwards', async () => {
    let resolve = (_matches: boolean): void => undefined;
    const promise = new Promise<boolean>((settle) => {
      resolve = settle;
    });
    const login = createLogin(database, createSessionStore(database), { matches: () => promise });
    const attempts = Array.from({ length: 33 }, (_, index) =>
      login({ user: `user-${index}`, pass: 'x', address: `192.0.2.${index}` }),
    );
    expect(await attempts.at(-1)).toEqual({ kind: 'busy' });
    resolve(false);
    expect(await Promise.all(attempts.slice(0, 32))).toEqual(
      Array.from({ length: 32 }, () => ({ kind: 'wrong' })),
    );
    expect(await login({ user: 'later', pass: 'x', address })).toEqual({ kind: 'wrong' });
  });

  it('[SV-15] a password that is changed while the earlier one is checked opens no session and stays', async () => {
    const { matches } = await createPasswordCheck();
    const weak = await hash('earlier', { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    const changed = await hashPassword('later');
    await replacePasswordHash(database, 'demo-viewer', weak);
    const login = createLogin(database, createSessionStore(database), {
      matches: async (password, stored) => {
        const isRight = await matches(password, stored);
        await replacePasswordHash(database, 'demo-viewer', changed);
        return isRight;
      },
    });
    expect((await login({ user: 'viewer', pass: 'earlier', address })).kind).toBe('wrong');
    expect((await findCredentials(database, 'viewer'))?.passwordHash).toBe(changed);
    const open = await database.query("select 1 from sessions where user_id = 'demo-viewer'");
    expect(open).toEqual([]);
  });

  it('[SV-18] a password that is changed while an earlier one is checked for another change stays', async () => {
    const { matches } = await createPasswordCheck();
    const changed = await hashPassword('the later password of the owner');
    const account = (await findCredentials(database, 'technician'))?.account;
    if (account === undefined) throw new Error('no account');
    const passwords = {
      matches: async (password: string, stored: string | undefined) => {
        const isRight = await matches(password, stored);
        await replacePasswordHash(database, account.id, changed);
        return isRight;
      },
    };
    const { change } = createPasswordSetter(database, passwords, () => undefined);
    const asked = { current: 'batbot-demo', next: 'orchid-Tram-57-lumen', address };
    expect(await change(account, asked)).toMatchObject({ code: 'WRONG_PASSWORD' });
    expect((await findCredentials(database, 'technician'))?.passwordHash).toBe(changed);
  });

  it('[OPS-22] a one-time link that was made while the clock was ahead is not valid for longer, nor later', async () => {
    const passwords = await createPasswordCheck();
    const { accept } = createPasswordSetter(database, passwords, () => undefined);
    const use = () => accept({ token: 'link', password: 'orchid-Tram-57-lumen', address });
    const make = (days: number) =>
      database.query(
        `insert into invitations values ('demo-client', $1, now() + $2::int * interval '1 day')
         on conflict (user_id) do update set expires_at = excluded.expires_at`,
        [hashOf('link'), days],
      );
    const passDays = (days: number) =>
      database.query(`update invitations set expires_at = expires_at - $1 * interval '1 day'`, [
        days,
      ]);
    await make(30);
    expect(await use()).toMatchObject({ code: 'LINK_INVALID' });
    await passDays(25);
    expect(await use()).toMatchObject({ code: 'LINK_INVALID' });
    await make(30);
    await createFleetJob(database, () => undefined)(); // removes an unused link
    await passDays(25);
    expect(await use()).toMatchObject({ code: 'LINK_INVALID' });
    await make(7);
    expect(await use()).toMatchObject({ kind: 'set' });
  });

  it('[OPS-29] a one-time link that has expired is not valid again after the clock was set back', async () => {
    const { accept } = createPasswordSetter(database, await createPasswordCheck(), () => undefined);
    const use = () => accept({ token: 'old link', password: 'orchid-Tram-57-lumen', address });
    const expire = () =>
      database.query(
        `insert into invitations values ('demo-client', $1, now() - interval '1 day')`,
        [hashOf('old link')],
      );
    const setBack = () =>
      database.query(`update invitations set expires_at = expires_at + interval '3 days'`);
    for (const look of [use, createFleetJob(database, () => undefined)]) {
      await expire();
      await look();
      await setBack();
      expect(await use()).toMatchObject({ code: 'LINK_INVALID' });
    }
  });

  it('[SV-05] a hash with other parameters is replaced at the next login with the right password', async () => {
    const weak = await hash('batbot-demo', { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    await replacePasswordHash(database, 'demo-viewer', weak);
    const login = createLogin(database, createSessionStore(database), await createPasswordCheck());
    const attempt = { user: 'viewer', pass: 'batbot-demo', address };
    expect((await login({ ...attempt, pass: 'x' })).kind).toBe('wrong');
    expect((await findCredentials(database, 'viewer'))?.passwordHash).toBe(weak);
    expect((await login(attempt)).kind).toBe('open');
    expect((await findCredentials(database, 'viewer'))?.passwordHash).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/,
    );
    expect((await login(attempt)).kind).toBe('open');
  });
});

describe('passwords', () => {
  it('[SV-05] passwords are stored as argon2id hashes with 19 MiB, two passes, one lane and a salt', async () => {
    const [one, two] = await Promise.all([hashPassword('same'), hashPassword('same')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(needsRehash(one)).toBe(false);
  });

  it('[SA-10] a password may be long, contain any Unicode text, and start or end with spaces', async () => {
    const { matches } = await createPasswordCheck();
    const password = ` ${'пароль🔋'.repeat(40)} `;
    const stored = await hashPassword(password);
    expect(await matches(password, stored)).toBe(true);
    expect(await matches(password.trim(), stored)).toBe(false);
  });

  it('[SA-01] the check of an unknown user verifies one hash with the same parameters as for a known user', async () => {
    const verified: string[] = [];
    const { matches } = await createPasswordCheck((stored) => {
      verified.push(stored);
      return Promise.resolve(true);
    });
    const stored = await hashPassword('right');
    expect(await matches('wrong', undefined)).toBe(false);
    expect(await matches('right', stored)).toBe(true);
    expect(verified).toEqual([expect.not.stringContaining(stored), stored]);
    expect(verified.map(needsRehash)).toEqual([false, false]);
  });
});
