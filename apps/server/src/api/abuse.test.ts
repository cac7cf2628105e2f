import { request } from 'node:http';
import { connect } from 'node:net';
import { auditServer } from 'graphql-http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { serverError } from '../problem.ts';
import { openMemoryDatabase } from '../testing/memory-database.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';
import { newId } from '../workspace/new-id.ts';
import { queryLimits } from './query-limits.ts';

let api: TestApi;
let explorable: TestApi;
let failure: Error | undefined;

const failing = (database: Database): Database => ({
  ...database,
  query: (sql, values) =>
    failure === undefined ? database.query(sql, values) : Promise.reject(failure),
});

beforeAll(async () => {
  api = await startTestApi({
    database: failing(await openMemoryDatabase()),
    bodyLimits: { maxBytes: 100_000, timeoutMs: 150 },
  });
  const database = { ...api.database, close: () => Promise.resolve() }; // both servers share one database
  explorable = await startTestApi({ production: false, database });
});
afterAll(async () => {
  await explorable.server.close();
  await api.server.close();
});
beforeEach(() => {
  failure = undefined;
  api.passTime(3_600_000);
});

const post = (body: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(api.server.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
const typename = JSON.stringify({ query: '{ __typename }' });
const expectAlive = async () => expect((await post(typename)).status).toBe(200);
const guess = (alias: string, user = 'technician') =>
  `${alias}: loginBot(user: "${user}", pass: "x", softwareInfo: "", platform: "") { token }`;
const many = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index));

describe('GraphQL over HTTP', () => {
  /** Returns the audits that did not pass, by id. */
  const notOk = async (url: string): Promise<Readonly<Record<string, string>>> => {
    const results = await auditServer({ url });
    expect(results).toHaveLength(61); // the number of audits in graphql-http 1.23.1
    const failed = results.filter(({ status }) => status !== 'ok');
    return Object.fromEntries(failed.map(({ id, name }) => [id, name]));
  };

  it('[SV-01] passes every audit of graphql-http', async () => {
    expect(await notOk(explorable.server.url)).toEqual({});
  });

  it('[SV-01] [SV-04] with introspection off, only the audits that use introspection fail', async () => {
    const failed = await notOk(api.server.url);
    // Each of these audits queries `__type(name: $name)`.
    expect(Object.keys(failed).toSorted()).toEqual(['28B9', '2EA1', '6A70', 'D6D5']);
    for (const name of Object.values(failed)) expect(name).toContain('{variables} parameter');
  });

  it('[SV-02] answers malformed requests with 4xx and keeps running', async () => {
    const bodies = [
      '',
      '{',
      'null',
      '[]',
      '1',
      '"x"',
      '{"query":1}',
      '{}',
      '\u0000',
      '{"query":""}',
    ];
    const variables = ['[1]', '1', '"x"', 'true'].map(
      (value) => `{"query":"{ __typename }","variables":${value}}`,
    );
    for (const body of [...bodies, ...variables, `[${typename}]`]) {
      const { status } = await post(body, { accept: 'application/graphql-response+json' });
      expect([body, Math.floor(status / 100)]).toEqual([body, 4]);
    }
    await expectAlive();
  });

  it('[SV-06] refuses request bodies that a foreign page can send without CORS, and mutations over GET', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      expect((await post(typename, { 'content-type': type })).status).toBe(415);
    }
    const mutation = encodeURIComponent('mutation { storeFcmTokenBatBotWeb(token: "") { state } }');
    expect((await fetch(`${api.server.url}?query=${mutation}`)).status).toBe(405);
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      expect((await fetch(api.server.url, { method })).status).toBe(405);
    }
  });

  it('[SV-07] only pages of the allowed origins can read responses', async () => {
    const allowed = await post(typename, { origin: 'https://app.example' });
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example');
    expect(allowed.headers.get('access-control-expose-headers')).toBe('Retry-After');
    expect(allowed.headers.get('vary')).toContain('Origin');
    for (const origin of ['https://evil.example', 'https://app.example.evil', 'null']) {
      const { headers } = await post(typename, { origin });
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
    const preflight = await fetch(api.server.url, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toBe(
      'authorization, content-type',
    );
  });

  it('[SE-36] sends no-store also to a client that accepts event streams', async () => {
    const headers = { accept: 'text/event-stream' };
    const answer = await api.ask('{ __typename }', { headers });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-encoding')).toBeNull();
  });

  it('[SV-11] sends no-store and the security headers with every response', async () => {
    for (const path of ['/graphql', '/health', '/nothing']) {
      const { headers } = await fetch(new URL(path, api.server.url));
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('x-powered-by')).toBeNull();
    }
  });
});

describe('limits of requests', () => {
  it('[SV-10] answers a body over 100 kB with 413, with or without a Content-Length header', async () => {
    const large = JSON.stringify({ query: '{ __typename }', pad: 'x'.repeat(10_000_000) });
    expect((await post(large)).status).toBe(413);
    const chunked = await new Promise<number | undefined>((resolve, reject) => {
      const upload = request(
        api.server.url,
        { method: 'POST', headers: { 'content-type': 'application/json' } },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      );
      upload.on('error', reject);
      for (let sent = 0; sent < 4; sent += 1) upload.write(' '.repeat(50_000)); // sent without a Content-Length
      upload.end();
    });
    expect(chunked).toBe(413);
    await expectAlive();
  });

  it('[SV-10] answers 408 and closes the connection when the body does not arrive in time', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect(api.server.port, '127.0.0.1', () => {
        socket.write(
          'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"que',
        );
      });
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    await expectAlive();
  });

  it('[SV-03] refuses deep, wide, aliased and long documents before it executes anything', async () => {
    const nested = `${'{ a '.repeat(queryLimits.depth + 2)}${'}'.repeat(queryLimits.depth + 2)}`;
    const viaFragments = `{ ...A } fragment A on Query { a { ...B } } fragment B on X ${nested}`;
    const documents = [
      [nested, 'levels'],
      [viaFragments, 'levels'],
      [
        `{ ${many(queryLimits.rootFields + 1, () => '__typename').join(' ')} }`,
        'fields at its root',
      ],
      [`{ ${many(queryLimits.aliases + 1, (i) => guess(`a${i}`)).join(' ')} }`, 'aliases'],
      [`{ ${many(queryLimits.tokens, () => '__typename').join(' ')} }`, '1000 tokens'],
      [`{ ...F } fragment F on Query { ...F }`, 'Cannot spread fragment'],
    ] as const;
    for (const [query, reason] of documents) {
      const { errors, data } = await api.ask(query);
      expect(errors.join('\n')).toContain(reason);
      expect(data).toEqual({});
    }
    const { errors } = await api.login('technician');
    expect(errors).toEqual([]); // no alias counted as a login attempt
  });

  it('[SV-04] hides the schema: introspection, suggestions and GraphiQL are off', async () => {
    expect((await api.ask('{ __schema { types { name } } }')).errors).toEqual([
      'Introspection is disabled.',
    ]);
    const close = await api.ask('{ getUserDat(userId: "x") { userNam } }');
    expect(close.text).not.toMatch(/did you mean/i);
    const page = await fetch(api.server.url, { headers: { accept: 'text/html' } });
    expect(await page.text()).not.toMatch(/graphiql/i);
  });

  it('[SV-04] shows the schema and GraphiQL outside of production', async () => {
    expect((await explorable.ask('{ __schema { queryType { name } } }')).errors).toEqual([]);
    const page = await fetch(explorable.server.url, { headers: { accept: 'text/html' } });
    expect(await page.text()).toMatch(/graphiql/i);
  });
});

describe('[SA-09] login attempts', () => {
  it('each alias of a request counts as one login attempt, and too many attempts end in 429 with Retry-After', async () => {
    const { status, headers, errors } = await api.ask(
      `{ ${many(10, (i) => guess(`a${i}`)).join(' ')} }`,
      { from: '192.0.2.1' },
    );
    expect(status).toBe(429);
    expect(headers.get('retry-after')).toBe('30');
    expect(errors.filter((message) => message === 'username/password incorrect')).toHaveLength(5);
    expect(errors.filter((message) => message === 'Too many attempts')).toHaveLength(5);
  });

  it('[NW-09] a login is possible again after the time in Retry-After', async () => {
    await api.ask(`{ ${many(5, (i) => guess(`a${i}`, 'viewer')).join(' ')} }`);
    const refused = await api.login('viewer');
    expect([refused.status, refused.errors]).toEqual([429, ['Too many attempts']]);
    api.passTime(Number(refused.headers.get('retry-after')) * 1_000);
    expect((await api.login('viewer')).errors).toEqual([]);
  });

  it('[SE-12] login attempts are counted per account, however its name is spelled', async () => {
    const from = '198.51.100.77';
    const spellings = [
      'client',
      'CLIENT',
      'clİent',
      'client@fleet.example',
      'Client@Fleet.Example',
    ];
    for (const name of spellings) await api.login(name, 'x', { from });
    expect((await api.login('client', 'x', { from })).status).toBe(429);
  });

  it('[SE-15] failed logins are reported as events without the name and password that were entered', async () => {
    await api.login('viewer', 'not-the-password', { from: '198.51.100.78' });
    await api.login('no-such-name', 'x', { from: '198.51.100.78' });
    expect(api.events.slice(-2)).toEqual([
      { event: 'login', outcome: 'wrong', userId: 'demo-viewer', address: '198.51.100.78' },
      { event: 'login', outcome: 'wrong', address: '198.51.100.78' },
    ]);
    expect(JSON.stringify(api.events)).not.toMatch(/not-the-password|no-such-name/);
  });

  it('[SE-15] throttled logins, successful logins and refused tokens are reported as events', async () => {
    const from = '198.51.100.79';
    await api.login('viewer', undefined, { from });
    await api.ask(`{ ${many(6, (i) => guess(`a${i}`, 'viewer')).join(' ')} }`, { from });
    const record = '{ getUserData(userId: "demo-viewer", batbotWebVer: "") { userName } }';
    await api.ask(record, { token: 'not-a-token', from });
    const here = api.events.filter((event) => 'address' in event && event.address === from);
    const outcomes = here.map((event) => ('outcome' in event ? event.outcome : event.event));
    expect(outcomes.toSorted()).toEqual([
      'ok',
      'throttled',
      'tokenRefused',
      ...many(5, () => 'wrong'),
    ]);
    expect(JSON.stringify(api.events)).not.toContain('not-a-token');
  });

  it('[SE-15] a read and a change beyond the rights of the account are reported as events, without their content', async () => {
    const from = '198.51.100.80';
    const token = await api.tokenOf('viewer');
    const id = newId();
    const change = `{ id: "${id}", at: "2026-01-01T00:00:00Z", change: { putAsset: { id: "${id}", serial: "secret-1" } } }`;
    for (const query of [
      '{ asset(serial: "secret-1") { id } }',
      '{ getUserData(userId: "demo-client", batbotWebVer: "") { userName } }',
      `mutation { submit(batch: [${change}], app: "test") { code } }`,
    ]) {
      await api.ask(query, { token, from });
    }
    const refused = { event: 'accessRefused', userId: 'demo-viewer', address: from };
    expect(api.events.filter((event) => 'address' in event && event.address === from)).toEqual([
      refused,
      refused,
      refused,
    ]);
    expect(JSON.stringify(api.events)).not.toContain('secret-1');
  });

  it('[SE-04] without a trusted proxy all callers count as one address, and the log warns once', async () => {
    const database = { ...api.database, close: () => Promise.resolve() };
    const direct = await startTestApi({ trustedProxies: 0, database });
    for (const index of many(20, (i) => i)) {
      await direct.login(`stranger-${index}`, 'x', { from: `198.51.100.${index}` });
    }
    expect((await direct.login('viewer', undefined, { from: '203.0.113.7' })).status).toBe(429);
    expect(direct.logged).toEqual([expect.stringContaining('BATBOT_TRUSTED_PROXIES')]);
    await direct.server.close();
  });

  it('login attempts are counted per address over all accounts', async () => {
    const from = '203.0.113.5';
    for (const index of many(20, (i) => i)) await api.login(`user-${index}`, 'x', { from });
    expect((await api.login('user-20', 'x', { from })).status).toBe(429);
    expect((await api.login('user-20', 'x', { from: '203.0.113.6' })).status).toBe(200);
  });

  it('[SE-13] failed logins from other addresses do not lock out an owner who signed in from the same address before', async () => {
    const home = '203.0.113.99';
    expect((await api.login('client', undefined, { from: home })).errors).toEqual([]);
    for (const index of many(6, (i) => i)) {
      await api.login('client', 'x', { from: `198.51.100.${index}` });
    }
    expect((await api.login('client', undefined, { from: home })).errors).toEqual([]);
  });

  it('logins with the right password do not count as attempts', async () => {
    for (const index of many(25, (i) => i)) {
      expect([index, (await api.login('viewer')).status]).toEqual([index, 200]);
    }
  });
});

describe('[SV-08] internal errors', () => {
  it('[SE-21] an internal error is answered with status 500 and without details, and is logged in one line', async () => {
    const token = await api.tokenOf('viewer');
    failure = new Error('relation "secret"\ndoes not exist');
    const { text, errors, status } = await api.ask(
      '{ getPopOverContent(userId: "x") { popOverContent } }',
      {
        token,
      },
    );
    expect([status, errors]).toEqual([500, ['Unexpected error.']]);
    expect(text).not.toMatch(/secret|\.ts|stack/);
    expect(api.logged.at(-1)).toContain('secret');
    expect(api.logged.at(-1)).not.toContain('\n');
    expect(api.logged.join('\n')).not.toContain(token);
  });

  it('[NW-09] an unavailable database is answered with 503 and Retry-After; /ready reports it and /live does not', async () => {
    failure = serverError({ kind: 'databaseUnavailable' }, 'gone');
    const { status, headers, errors } = await api.login('viewer');
    expect([status, headers.get('retry-after'), errors]).toEqual([
      503,
      '5',
      ['Service unavailable'],
    ]);
    expect((await fetch(new URL('/ready', api.server.url))).status).toBe(503);
    expect((await fetch(new URL('/live', api.server.url))).status).toBe(200);
    failure = undefined;
    expect((await fetch(new URL('/health', api.server.url))).status).toBe(200);
  });
});
