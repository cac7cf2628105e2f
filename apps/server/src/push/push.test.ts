import { createPublicKey, generateKeyPairSync, randomUUID, verify } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../testing/test-api.ts';
import { AT } from '../testing/test-workspace.ts';
import { newId } from '../workspace/new-id.ts';
import { createFcmSender, readServiceAccount } from './fcm-sender.ts';
import type { PushText } from './push-sender.ts';

describe('push messages about tickets', () => {
  let api: TestApi;
  let sent: { readonly token: string; readonly text: PushText }[] = [];
  let isDown = false;
  let isGone = false;
  let technician: string;
  let client: string;
  beforeAll(async () => {
    api = await startTestApi({
      push: (token, text) => {
        if (isDown) return Promise.reject(new Error('fcm.googleapis.com answered 503'));
        sent.push({ token, text });
        return Promise.resolve(isGone ? 'gone' : 'sent');
      },
    });
    technician = await api.tokenOf('technician');
    client = await api.tokenOf('client');
    for (const [token, push] of [
      [technician, 'push of the technician'],
      [client, 'push of the client'],
    ]) {
      await api.ask(
        'mutation ($push: String!) { storeFcmTokenBatBotWeb(token: $push) { state } }',
        {
          token,
          variables: { push },
        },
      );
    }
  });
  afterAll(() => api.server.close());

  const submit = async (token: string, ...changes: readonly (readonly [object, number?])[]) => {
    const batch = changes.map(([change, base]) => ({ id: newId(), at: AT, base, change }));
    const query = 'mutation ($batch: [SubmissionItem!]!) { submit(batch: $batch) { status code } }';
    const { data } = await api.ask(query, { token, variables: { batch } });
    expect(data['submit']).toEqual(changes.map(() => ({ status: 'APPLIED', code: null })));
  };
  const open = (id: string) =>
    [
      {
        openTicket: { id, category: 'c', audience: 'CUSTOMER', title: 'Mr Smith', priority: 1 },
      },
    ] as const;
  const assign = (id: string, base: number) =>
    [{ setTicketState: { id, state: 'ASSIGNED', assigneeId: 'demo-technician' } }, base] as const;
  const comment = (ticketId: string) =>
    [
      { addTicketEntry: { id: randomUUID(), ticketId, kind: 'TEXT', body: { text: 'Mr Smith' } } },
    ] as const;

  it('[WS-20] the assignee gets a message for a new entry of somebody else, without data of customers', async () => {
    const id = randomUUID();
    await submit(client, open(id));
    await submit(technician, assign(id, 1), comment(id));
    await submit(client, comment(id), comment(id));
    await expect.poll(() => sent).toHaveLength(1);
    const { number } = (await api.ask(`{ ticket(id: "${id}") { number } }`, { token: client }))
      .data['ticket'] as { readonly number: number };
    expect(sent).toEqual([
      {
        token: 'push of the technician',
        text: { title: `Ticket ${number}`, body: `New entry in ticket ${number}` },
      },
    ]);
    sent = [];
  });

  it('[WS-20] an account to which somebody else assigns a ticket gets a message', async () => {
    const id = randomUUID();
    await api.database.query(
      `update users set flags = (select flags from users where id = 'demo-technician') where id = 'demo-client'`,
    );
    await submit(client, open(id));
    const assigned = { setTicketState: { id, state: 'ASSIGNED', assigneeId: 'demo-client' } };
    await submit(technician, [assigned, 1]);
    await expect.poll(() => sent).toHaveLength(1);
    expect(sent).toMatchObject([
      { token: 'push of the client', text: { body: 'A ticket was assigned to you' } },
    ]);
  });

  it('[WS-28] an assignee who does not see the ticket any more gets no message', async () => {
    const [id, next] = [randomUUID(), randomUUID()];
    await submit(client, open(id), open(next));
    await submit(technician, assign(id, 1), assign(next, 1));
    const move = `update users set path = $1::text::ltree where id = 'demo-technician'`;
    const [row] = await api.database.query<{ readonly path: string }>(
      `select path::text as path from users where id = 'demo-technician'`,
    );
    sent = [];
    await api.database.query(move, ['900']);
    await submit(client, comment(id));
    await api.database.query(move, [row?.path ?? '']);
    await submit(client, comment(next));
    await expect.poll(() => sent).not.toEqual([]);
    const { number } = (await api.ask(`{ ticket(id: "${next}") { number } }`, { token: client }))
      .data['ticket'] as { readonly number: number };
    expect(sent).toMatchObject([{ text: { title: `Ticket ${number}` } }]);
    sent = [];
  });

  it('[WS-20] a token that does not exist any more is removed, and those of other sessions stay', async () => {
    const tokens = () =>
      api.database.query(
        `select user_id as id from sessions where push_token is not null order by user_id`,
      );
    expect(await tokens()).toEqual([{ id: 'demo-client' }, { id: 'demo-technician' }]);
    const id = randomUUID();
    isGone = true;
    await submit(client, open(id));
    await submit(technician, assign(id, 1));
    await submit(client, comment(id));
    await expect.poll(tokens).toEqual([{ id: 'demo-client' }]);
    isGone = false;
    expect(api.logged).toEqual([]);
    await api.ask('mutation { storeFcmTokenBatBotWeb(token: "push again") { state } }', {
      token: technician,
    });
  });

  it('[WS-20] a message that is not sent does not fail the change, and is logged without its text', async () => {
    const id = randomUUID();
    isDown = true;
    await submit(client, open(id));
    await submit(technician, assign(id, 1));
    await submit(client, comment(id));
    await expect.poll(() => api.logged).toHaveLength(1);
    expect(api.logged[0]).toMatch(/^a push message was not sent: .*answered 503/);
    expect(api.logged[0]).not.toMatch(/push of|Smith/);
  });
});

describe('the sender by Firebase Cloud Messaging', () => {
  const folder = mkdtempSync(join(tmpdir(), 'batbot-fcm-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  const file = join(folder, 'account.json');
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const account = {
    type: 'service_account',
    project_id: 'demo-1',
    client_email: 'push@demo-1.iam.gserviceaccount.com',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    token_uri: 'https://oauth2.googleapis.com/token',
  };
  const read = (value: unknown) => {
    writeFileSync(file, JSON.stringify(value));
    return readServiceAccount('BATBOT_FCM_ACCOUNT', file);
  };

  it('[WS-20] signs an assertion for an access token and sends the message with it, until it expires', async () => {
    let now = Date.UTC(2026, 0, 1);
    const asked: { readonly url: string; readonly body: string; readonly bearer: string | null }[] =
      [];
    const ask: typeof fetch = async (url, init) => {
      const request = new Request(url, init);
      asked.push({
        url: request.url,
        body: await request.text(),
        bearer: request.headers.get('authorization'),
      });
      const token = { access_token: `access ${asked.length}`, expires_in: 3_600 };
      return Response.json(token);
    };
    const send = createFcmSender(read(account), { ask, now: () => now });
    const text = { title: 'Ticket 1042', body: 'A ticket was assigned to you' };
    await send('browser', text);
    await send('browser', text);
    now += 3_541_000;
    await send('browser', text);
    const fcm = 'https://fcm.googleapis.com/v1/projects/demo-1/messages:send';
    expect(asked.map(({ url }) => url)).toEqual([
      account.token_uri,
      fcm,
      fcm,
      account.token_uri,
      fcm,
    ]);
    expect(asked.map(({ bearer }) => bearer)).toEqual([
      null,
      'Bearer access 1',
      'Bearer access 1',
      null,
      'Bearer access 4',
    ]);
    expect(JSON.parse(asked[1]?.body ?? '')).toEqual({
      message: { token: 'browser', notification: text },
    });
    const form = new URLSearchParams(asked[0]?.body);
    const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
    const key = createPublicKey(publicKey.export({ type: 'spki', format: 'pem' }));
    const signed = Buffer.from(`${head}.${claims}`);
    expect(verify('RSA-SHA256', signed, key, Buffer.from(signature, 'base64url'))).toBe(true);
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
      iss: account.client_email,
      scope: 'https://www.googleapis.com/auth/firebase.messaging',
      aud: account.token_uri,
      iat: Date.UTC(2026, 0, 1) / 1_000,
      exp: Date.UTC(2026, 0, 1) / 1_000 + 3_600,
    });
  });

  /** Returns the result of a message to which the push service gives this answer. */
  const sendTo = (answer: () => Response) => {
    const ask: typeof fetch = (url) =>
      Promise.resolve(
        new Request(url).url.includes('oauth2')
          ? Response.json({ access_token: 'a', expires_in: 3_600 })
          : answer(),
      );
    return createFcmSender(read(account), { ask })('browser', { title: '', body: '' });
  };
  const refusal = (errorCode: string, status: number) => {
    const type = 'type.googleapis.com/google.firebase.fcm.v1.FcmError';
    const details = [
      { '@type': 'type.googleapis.com/google.rpc.Info' },
      { '@type': type, errorCode },
    ];
    return () => Response.json({ error: { code: status, details } }, { status });
  };

  it('[OPS-23] an access token that the push service refuses, because the clock was set back, is replaced', async () => {
    let tokens = 0;
    let accepted = 'Bearer access 1';
    const ask: typeof fetch = (url, init) => {
      const request = new Request(url, init);
      if (request.url.includes('oauth2')) {
        tokens += 1;
        return Promise.resolve(
          Response.json({ access_token: `access ${tokens}`, expires_in: 3_600 }),
        );
      }
      const isAccepted = request.headers.get('authorization') === accepted;
      return Promise.resolve(Response.json({}, { status: isAccepted ? 200 : 401 }));
    };
    const send = createFcmSender(read(account), { ask });
    const text = { title: '', body: '' };
    expect(await send('browser', text)).toBe('sent');
    accepted = 'Bearer access 2';
    expect(await send('browser', text)).toBe('sent');
    accepted = 'none';
    await expect(send('browser', text)).rejects.toThrow('answered 401');
    expect(tokens).toBe(3);
  });

  it('[WS-20] a refusal is an error without the push token', async () => {
    for (const [answer, status] of [
      [() => new Response('browser is not registered', { status: 404 }), 404],
      [refusal('SENDER_ID_MISMATCH', 404), 404],
      [refusal('UNREGISTERED', 503), 503],
    ] as const) {
      await expect(sendTo(answer)).rejects.toThrow(`fcm.googleapis.com answered ${status}`);
    }
  });

  it('[WS-20] if the push service reports a token as unregistered, the result is gone', async () => {
    expect(await sendTo(refusal('UNREGISTERED', 404))).toBe('gone');
    expect(await sendTo(() => Response.json({ name: 'projects/demo-1/messages/1' }))).toBe('sent');
  });

  it('[WS-20] a file that is not a service account is a bad setting', () => {
    for (const value of [
      {},
      { ...account, private_key: 'no key' },
      { ...account, token_uri: 'http://oauth2.googleapis.com/token' },
      { ...account, project_id: '../other' },
    ]) {
      expect(() => read(value)).toThrow(/BATBOT_FCM_ACCOUNT must be the path/);
    }
    expect(() => readServiceAccount('BATBOT_FCM_ACCOUNT', join(folder, 'none'))).toThrow(
      /must be the path/,
    );
  });
});
