import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { permissionFlags } from './accounts/permission-flags.ts';
import { setActive } from './accounts/account-store.ts';
import { sessionLifetime } from './sessions/session-store.ts';
import { openMemoryDatabase } from './testing/memory-database.ts';
import { startTestApi, type TestApi } from './testing/test-api.ts';

const HOUR_MS = 3_600_000;
let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(async () => {
  await api.server.close();
});
beforeEach(() => {
  api.passTime(HOUR_MS); // refills every rate limit
});

const userData = (userId: string, token?: string) =>
  api.ask(
    `query ($id: String!) { getUserData(userId: $id, batbotWebVer: "1.7.2") { userName status permissionJson } }`,
    { token, variables: { id: userId } },
  );
const popover = (userId: string, token?: string) =>
  api.ask(`query ($id: String!) { getPopOverContent(userId: $id) { popOverContent } }`, {
    token,
    variables: { id: userId },
  });
const storePush = (pushToken: string, token?: string) =>
  api.ask(`mutation ($t: String!) { storeFcmTokenBatBotWeb(token: $t) { state } }`, {
    token,
    variables: { t: pushToken },
  });
const pushTokens = async () =>
  (
    await api.database.query<{ readonly id: string; readonly token: string }>(
      'select user_id as id, push_token as token from sessions where push_token is not null order by 1',
    )
  ).map(({ id, token }) => [id, token]);

describe('loginBot', () => {
  it('loginBot returns every field of the stored user record', async () => {
    const { data, errors } = await api.login('client');
    expect(errors).toEqual([]);
    expect(data['loginBot']).toMatchObject({
      userid: 'demo-client',
      userName: 'client',
      permission: 'client',
      profilePermission: 'edit',
      companyName: 'Demo Battery Works',
      status: true,
      creatorId: 'demo-technician',
      subUserCount: 1,
      clientId: 'fleet-42',
      clientName: 'City Fleet',
      userLevel: '2',
      email: 'client@fleet.example',
      phoneNumber: '+49 30 555 0142',
    });
  });

  it('permissionJson is JSON text of fifteen booleans', async () => {
    const granted = async (user: string) => {
      const json = String((await api.login(user)).data['loginBot']?.['permissionJson']);
      const flags = JSON.parse(json) as Readonly<Record<string, boolean>>;
      expect(Object.keys(flags)).toEqual([...permissionFlags]);
      return permissionFlags.filter((flag) => flags[flag]);
    };
    expect(await granted('technician')).toEqual([...permissionFlags]);
    expect(await granted('client')).toEqual([
      'battAccess',
      'raiseServiceTicketForClient',
      'newHomePage',
    ]);
    expect(await granted('viewer')).toEqual([]);
  });

  it('loginBot finds a user by user name or e-mail address, ignoring case', async () => {
    const { data } = await api.login('Technician@BatBot.example');
    expect(data['loginBot']?.['userid']).toBe('demo-technician');
  });

  it('the password is compared exactly, without trimming or ignoring case', async () => {
    for (const pass of ['batbot-demo ', ' batbot-demo', 'Batbot-demo', '', 'ü'.repeat(5_000)]) {
      expect((await api.login('viewer', pass)).errors).toEqual(['username/password incorrect']);
      api.passTime(HOUR_MS);
    }
  });

  it('[SA-01] the response for an unknown user equals the response for a wrong password', async () => {
    const wrong = await api.login('technician', 'wrong');
    for (const name of ['nobody', 'nul\0name', '', "' or 1=1 --"]) {
      const unknown = await api.login(name, 'wrong');
      expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text]);
    }
    expect(wrong.errors).toEqual(['username/password incorrect']);
  });

  it('"User Deactivated" is returned only after the right password', async () => {
    expect((await api.login('inactive')).errors).toEqual(['User Deactivated']);
    expect((await api.login('inactive', 'wrong')).errors).toEqual(['username/password incorrect']);
  });

  it('loginBot is refused over GET, because the password would be part of the URL', async () => {
    const query = `{loginBot(user:"viewer",pass:"batbot-demo",softwareInfo:"",platform:""){token}}`;
    const response = await fetch(`${api.server.url}?query=${encodeURIComponent(query)}`);
    expect(response.status).toBe(405);
    expect(await response.text()).not.toContain('"token":');
  });
});

describe('sessions', () => {
  it('[SA-08] each login creates a new random 256-bit token, of which only the hash is stored', async () => {
    const tokens = [await api.tokenOf('viewer'), await api.tokenOf('viewer')];
    expect(new Set(tokens).size).toBe(2);
    for (const token of tokens) expect(Buffer.from(token, 'base64url').length).toBe(32);
    const stored = JSON.stringify(await api.database.query('select * from sessions'));
    for (const token of tokens) expect(stored).not.toContain(token);
  });

  it('[SV-14] [SA-04] a login ends the earlier session of the same user', async () => {
    const first = await api.tokenOf('client');
    expect((await userData('demo-client', first)).errors).toEqual([]);
    const second = await api.tokenOf('client');
    for (const call of [userData, popover]) {
      expect((await call('demo-client', first)).errors).toEqual(['Token Expired']);
      expect((await call('demo-client', second)).errors).toEqual([]);
    }
    expect((await storePush('x', first)).errors).toEqual(['Token Expired']);
  });

  it('a failed login or the login of another user does not end a session', async () => {
    const token = await api.tokenOf('client');
    await api.login('client', 'wrong');
    await api.tokenOf('viewer');
    expect((await userData('demo-client', token)).errors).toEqual([]);
  });

  it('[SE-11] endSession ends the session and never returns an error', async () => {
    const token = await api.tokenOf('viewer');
    const end = (options: { readonly token?: string }) =>
      api.ask('mutation { endSession { state } }', options);
    expect((await end({ token })).data['endSession']).toEqual({ state: true });
    expect((await userData('demo-viewer', token)).errors).toEqual(['Token Expired']);
    expect((await end({ token })).data['endSession']).toEqual({ state: false });
    expect(await end({})).toMatchObject({ errors: [] });
    expect(api.events).toContainEqual(
      expect.objectContaining({ event: 'sessionEnded', userId: 'demo-viewer' }),
    );
  });

  it('[SE-39] a session with a creation date in the future is refused', async () => {
    const token = await api.tokenOf('viewer');
    await api.database.script(`update sessions set created_at = '2031-01-01'`);
    expect((await userData('demo-viewer', token)).errors).toEqual(['Token Expired']);
  });

  it('[SE-37] a push token of up to 1 kB is accepted and a longer one is refused', async () => {
    const token = await api.tokenOf('viewer');
    const store = (pushToken: string) =>
      api.ask(`mutation { storeFcmTokenBatBotWeb(token: "${pushToken}") { state } }`, { token });
    expect((await store('x'.repeat(1_024))).errors).toEqual([]);
    expect((await store('x'.repeat(1_025))).status).toBe(400);
  });

  it('[SA-14] a session ends after twelve hours without use', async () => {
    const token = await api.tokenOf('viewer');
    api.passTime(sessionLifetime.idleMs - 1);
    expect((await userData('demo-viewer', token)).errors).toEqual([]);
    api.passTime(sessionLifetime.idleMs - 1);
    expect((await userData('demo-viewer', token)).errors).toEqual([]);
    api.passTime(sessionLifetime.idleMs);
    expect((await userData('demo-viewer', token)).errors).toEqual(['Token Expired']);
  });

  it('[OPS-22] after the clock was set back, the next use of a session counts again', async () => {
    const token = await api.tokenOf('viewer');
    const lastUse = () => api.database.query('select used_at as at from sessions order by 1');
    api.passTime(HOUR_MS);
    await userData('demo-viewer', token);
    const before = await lastUse();
    api.passTime(-HOUR_MS / 2);
    await userData('demo-viewer', token);
    api.passTime(HOUR_MS / 2);
    expect(before).not.toEqual(await lastUse());
  });

  it('[SA-14] a session ends after seven days, even if it is in use', async () => {
    const token = await api.tokenOf('viewer');
    const step = 10 * HOUR_MS;
    for (let age = step; age < sessionLifetime.absoluteMs; age += step) {
      api.passTime(step);
      expect((await userData('demo-viewer', token)).errors).toEqual([]);
    }
    api.passTime(step);
    expect((await userData('demo-viewer', token)).errors).toEqual(['Token Expired']);
  });

  it('the token is accepted with and without the prefix "Bearer"', async () => {
    const token = await api.tokenOf('viewer');
    expect((await userData('demo-viewer', `Bearer ${token}`)).errors).toEqual([]);
  });
});

describe('[SV-09] access', () => {
  const users = ['technician', 'client', 'viewer'] as const;

  it('a call without a valid token is refused', async () => {
    for (const token of [undefined, '', 'garbage', 'x'.repeat(4_000), "' or 1=1 --"]) {
      for (const call of [userData, popover]) {
        expect((await call('demo-viewer', token)).errors).toEqual(['Token Expired']);
      }
      expect((await storePush('x', token)).errors).toEqual(['Token Expired']);
    }
  });

  it('a user can read only their own record, regardless of permission flags', async () => {
    for (const user of users) {
      const token = await api.tokenOf(user);
      for (const other of [...users, 'inactive', 'nobody']) {
        const expected = other === user ? [] : ['Not permitted'];
        expect((await userData(`demo-${other}`, token)).errors).toEqual(expected);
        expect((await popover(`demo-${other}`, token)).errors).toEqual(expected);
      }
    }
  });

  it('a deactivated user reads status false and is refused everything else', async () => {
    const token = await api.tokenOf('viewer');
    await setActive(api.database, 'demo-viewer', false);
    const { data } = await userData('demo-viewer', token);
    expect(data['getUserData']?.['status']).toBe(false);
    expect((await popover('demo-viewer', token)).errors).toEqual(['User Deactivated']);
    expect((await storePush('x', token)).errors).toEqual(['User Deactivated']);
    await setActive(api.database, 'demo-viewer', true);
    expect((await userData('demo-viewer', token)).data['getUserData']?.['status']).toBe(true);
  });
});

describe('getPopOverContent', () => {
  it('getPopOverContent returns JSON text with both slices', async () => {
    const token = await api.tokenOf('client');
    const { data } = await popover('demo-client', token);
    const content = JSON.parse(String(data['getPopOverContent']?.['popOverContent'])) as object;
    expect(content).toMatchObject({
      popOver: { terminal: expect.any(String) as string },
      categoryIssues: {
        serviceContent: expect.arrayContaining([expect.anything()]) as unknown[],
        customerContent: expect.arrayContaining([expect.anything()]) as unknown[],
      },
    });
  });
});

describe('storeFcmTokenBatBotWeb', () => {
  it('[PU-07] only the newest push token of a user is stored, and a denial removes it', async () => {
    const token = await api.tokenOf('client');
    expect((await storePush('push-1', token)).data['storeFcmTokenBatBotWeb']?.['state']).toBe(true);
    await storePush('push-2', token);
    expect(await pushTokens()).toEqual([['demo-client', 'push-2']]);
    expect((await storePush('', token)).data['storeFcmTokenBatBotWeb']?.['state']).toBe(true);
    expect(await pushTokens()).toEqual([]);
  });

  it("[PU-13] a browser's push token is removed from the user who had it before", async () => {
    await storePush('same-browser', await api.tokenOf('client'));
    await storePush('same-browser', await api.tokenOf('viewer'));
    expect(await pushTokens()).toEqual([['demo-viewer', 'same-browser']]);
  });

  it('[SA-04] the next login of the user removes the stored push token', async () => {
    await storePush('old-browser', await api.tokenOf('viewer'));
    await api.tokenOf('viewer');
    expect(await pushTokens()).toEqual([]);
  });
});

describe("[SV-13] the server's log", () => {
  it('[SA-07] the log contains no password, session token or push token', async () => {
    await api.login('viewer', 'canary-password');
    await storePush('canary-push', await api.tokenOf('viewer'));
    await api.ask('{ nonsense', { variables: { pass: 'canary-password' } });
    expect(api.logged).toEqual([]);
  });
});

it('[SV-19] pieces that are not used are removed when the server starts', async () => {
  const database = await openMemoryDatabase();
  await database.script(
    `insert into blobs (sha256, bytes, used_at) values ('${'0'.repeat(64)}', 1, now() - interval '2 days')`,
  );
  const { server } = await startTestApi({ database, blobs: 'database', demoAccounts: false });
  await expect.poll(() => database.query('select 1 from blobs')).toEqual([]);
  await server.close();
});

it('[OPS-2] a server that is stopped while it removes pieces begins no other removal and no job', async () => {
  const database = await openMemoryDatabase();
  await database.script(
    `insert into blobs (sha256, bytes, used_at) select repeat(n::text, 64), 1, now() - interval '2 days'
     from generate_series(1, 3) n`,
  );
  let begin = (): void => undefined;
  const isStopping = new Promise<void>((resolve) => {
    begin = resolve;
  });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const { server } = await startTestApi({
      database: {
        ...database,
        transaction: async (work) => {
          await isStopping;
          return database.transaction(work);
        },
        close: () => Promise.resolve(),
      },
      blobs: 'database',
      demoAccounts: false,
    });
    const closing = server.close();
    vi.advanceTimersByTime(5_000);
    begin();
    await closing;
  } finally {
    vi.useRealTimers();
  }
  const left = `select (select count(*)::int from blobs) as pieces, attempts, due_at <= now() as "isDue" from jobs`;
  expect(await database.query(left)).toEqual([{ pieces: 3, attempts: 0, isDue: true }]);
  await database.close();
});
