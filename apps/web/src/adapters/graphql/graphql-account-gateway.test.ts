import { parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { createFakeClock } from '@batbot/core/fakes';
import { createAccountServerDouble, jsonResponse, loadSchema } from './account-server.fixture.ts';
import { calls, html, refused, setUp, unreachable, URL_TEXT } from './gateway-bench.fixture.ts';
import { createGraphqlAccountGateway } from './graphql-account-gateway.ts';
import { LOGIN, POPOVER_CONTENT, STORE_PUSH_TOKEN, USER_DATA } from './operations.ts';

describe('requests', () => {
  test('[CALL-17] all four documents are valid against the schema of the account server', () => {
    const schema = loadSchema();
    for (const { document, name } of [LOGIN, STORE_PUSH_TOKEN, USER_DATA, POPOVER_CONTENT]) {
      expect(validate(schema, parse(document))).toEqual([]);
      expect(document).toMatch(new RegExp(`(query|mutation) ${name}\\(`));
    }
  });

  test('[CALL-11] login is a POST request with variables, version 1.7.2 and platform web, without authorization', async () => {
    const { gateway, seen } = setUp(() => jsonResponse({ data: { loginBot: { token: 't' } } }));
    await gateway.login({ user: 'me"){x', pass: ' päss\n' });
    const [request] = seen;
    expect(request?.url).toBe(URL_TEXT);
    expect(request?.init).toMatchObject({ method: 'POST', credentials: 'omit', redirect: 'error' });
    expect(request?.headers.get('content-type')).toBe('application/json');
    expect(request?.headers.has('authorization')).toBe(false);
    expect(request?.body.variables).toEqual({
      user: 'me"){x',
      pass: ' päss\n',
      softwareInfo: '1.7.2',
      platform: 'web',
    });
    expect(request?.body.query).not.toContain('me"');
  });

  test('[CALL-5] [CALL-12] [CALL-14] every call is a POST of JSON to one URL, and all but the login send the raw token in the authorization header', async () => {
    const server = createAccountServerDouble();
    const gateway = createGraphqlAccountGateway({
      version: '1.7.2',
      url: URL_TEXT,
      fetch: server.fetch,
      clock: createFakeClock(),
      random: () => 0,
    });
    await gateway.login({ user: 'technician', pass: 'secret' });
    await gateway.storePushToken('token-1', 'push');
    await gateway.getUserData('token-1', 'id-technician');
    await gateway.getPopOverContent('token-1', 'id-technician');
    expect(server.seen.map(({ headers }) => headers.get('authorization'))).toEqual([
      null,
      'token-1',
      'token-1',
      'token-1',
    ]);
    expect(server.seen.map(({ body }) => body.variables).slice(1)).toEqual([
      { token: 'push' },
      { userId: 'id-technician', batbotWebVer: '1.7.2' },
      { userId: 'id-technician' },
    ]);
    for (const { url, init, headers, body } of server.seen) {
      expect(url).toBe(URL_TEXT); // [SA-07] the URL contains no data
      expect(init.method).toBe('POST');
      expect(headers.get('content-type')).toBe('application/json');
      expect(body.query).not.toContain('technician');
    }
  });
});

describe('responses', () => {
  test.each([200, 404, 502])(
    '[NW-03] the page of a proxy with status %i means unreachable',
    async (status) => {
      for (const [, call] of calls) {
        const { gateway, seen } = setUp(() => html(status));
        expect(await call(gateway)).toMatchObject(unreachable);
        expect(seen).toHaveLength(1);
      }
    },
  );

  test.each([
    ['cut JSON', '{"data":{"getUserData":{"userName":"x"'],
    ['nothing', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['a text as data', '{"data":"x"}'],
    ['no data and no errors', '{}'],
    ['errors that are a text', '{"errors":"x"}'],
    ['the root field missing', '{"data":{"other":{}}}'],
    ['the root field null without a reason', '{"data":{"getUserData":null}}'],
    ['the root field a list', '{"data":{"getUserData":[]}}'],
  ])('[NW-03] a response with %s means unreachable', async (_, body) => {
    const headers = { 'content-type': 'application/json' };
    const { gateway } = setUp(() => new Response(body, { headers }));
    expect(await gateway.getUserData('token', 'id')).toMatchObject(unreachable);
  });

  test.each([200, 294])(
    '[NW-04] data with errors and status %i is used, and its errors are reported',
    async (status) => {
      const { gateway } = setUp(() =>
        jsonResponse(
          {
            data: { getUserData: { userName: 'x', clientName: null } },
            errors: [{ message: 'no client' }],
          },
          status,
        ),
      );
      const reported: string[] = [];
      gateway.partial$.subscribe((message) => reported.push(message));
      expect(await gateway.getUserData('token', 'id')).toEqual({
        ok: true,
        value: { userName: 'x', clientName: null },
      });
      expect(reported).toEqual(['no client']);
    },
  );

  test('[NW-04] errors with null as data mean refused', async () => {
    const { gateway } = setUp(() =>
      jsonResponse({ data: { getUserData: null }, errors: [{ message: 'Token Expired' }] }),
    );
    expect(await gateway.getUserData('token', 'id')).toEqual(refused('Token Expired'));
  });

  test.each([400, 401, 422])(
    '[NW-05] errors with status %i in the GraphQL media type are those of the server',
    async (status) => {
      const { gateway } = setUp(() => jsonResponse({ errors: [{ message: 'Bad' }] }, status));
      expect(await gateway.getUserData('token', 'id')).toEqual(refused('Bad'));
    },
  );

  test('[SE-21] an internal error of the account server means unreachable, and not that it refused the call', async () => {
    for (const [, call] of calls) {
      const { gateway } = setUp(() =>
        jsonResponse({ errors: [{ message: 'Unexpected error.' }] }, 500),
      );
      expect(await call(gateway)).toMatchObject(unreachable);
    }
  });

  test('[NW-05] in plain JSON, the errors of status 4xx are those of the server, and a 5xx means unreachable', async () => {
    const json = { 'content-type': 'application/json' };
    const { gateway } = setUp((_, index) =>
      jsonResponse({ errors: [{ message: 'Bad' }] }, index === 0 ? 401 : 500, json),
    );
    expect(await gateway.getUserData('token', 'id')).toEqual(refused('Bad'));
    expect(await gateway.getUserData('token', 'id')).toMatchObject(unreachable);
  });

  test('[ERR-3] an error without a text gets a text, and a very long text is cut', async () => {
    const { gateway } = setUp((_, index) =>
      jsonResponse({ errors: [index === 0 ? { message: 7 } : { message: 'x'.repeat(9_000) }] }),
    );
    expect(await gateway.getUserData('token', 'id')).toEqual(refused('Unknown error'));
    expect(await gateway.getUserData('token', 'id')).toEqual(refused('x'.repeat(500)));
  });

  test('[NW-10] reading stops when a body exceeds the limit', async () => {
    let pulled = 0;
    const endless = () =>
      new ReadableStream<Uint8Array>({
        pull: (controller) => {
          pulled += 1;
          controller.enqueue(new Uint8Array(500_000).fill(0x20));
        },
      });
    const headers = { 'content-type': 'application/json' };
    const { gateway } = setUp(() => new Response(endless(), { headers }));
    expect(await gateway.getUserData('token', 'id')).toMatchObject(unreachable);
    expect(pulled).toBeLessThan(10);
  });

  test('[NW-10] __proto__ in a response neither changes a prototype nor counts as the root field', async () => {
    const headers = { 'content-type': 'application/json' };
    const body = '{"data":{"__proto__":{"getUserData":{"status":true}}},"__proto__":{"data":{}}}';
    const { gateway } = setUp(() => new Response(body, { headers }));
    expect(await gateway.getUserData('token', 'id')).toMatchObject(unreachable);
    expect('getUserData' in {}).toBe(false);
  });

  test('[CALL-13] popover content that is not text means unreachable', async () => {
    const { gateway } = setUp(() =>
      jsonResponse({ data: { getPopOverContent: { popOverContent: { popOver: {} } } } }),
    );
    expect(await gateway.getPopOverContent('token', 'id')).toMatchObject(unreachable);
  });
});

describe('secrets', () => {
  test('[SA-07] no error contains the password or the token', async () => {
    const answers: readonly (() => Response | Promise<Response>)[] = [
      () => html(502),
      () => jsonResponse({ errors: [{ message: 'Bad' }] }, 400),
      () => jsonResponse({}, 200),
      () => Promise.reject(new TypeError('Failed to fetch canary-password canary-token')),
    ];
    for (const answer of answers) {
      const { gateway } = setUp(answer);
      const reported = [
        await gateway.login({ user: 'u', pass: 'canary-password' }),
        await gateway.getUserData('canary-token', 'id'),
        await gateway.storePushToken('canary-token', 'canary-push'),
      ];
      expect(JSON.stringify(reported)).not.toContain('canary');
    }
  });

  test('[SA-03] a token that is invalid in a header means unreachable, without an exception', async () => {
    const { gateway, seen } = setUp(() => jsonResponse({}));
    expect(await gateway.getUserData('a\nb: c', 'id')).toMatchObject(unreachable);
    expect(await gateway.getUserData('🔋', 'id')).toMatchObject(unreachable);
    expect(seen).toHaveLength(0);
  });
});
