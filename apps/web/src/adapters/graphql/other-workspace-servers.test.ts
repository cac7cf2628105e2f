import { setImmediate } from 'node:timers/promises';
import { ok } from '@batbot/core';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '@batbot/core/fakes';
import { fetchDouble, jsonResponse } from './account-server.fixture.ts';
import { serverAt } from './workspace-server.fixture.ts';

const ID = (n: number): string => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const AT = Date.UTC(2026, 5, 1);

/** Connects to a server that has a list of this length and the ids 0, 1, 2 … */
const listing = (list: string, length: number) => {
  const { fetch: request } = fetchDouble(({ body }) => {
    const { first, after } = body.variables as { first: number; after: string | null };
    const from = Number(after ?? 0);
    const end = Math.min(from + first, length);
    const nodes = Array.from({ length: end - from }, (_, index) => ({ id: `${from + index}` }));
    return jsonResponse({
      data: { [list]: { nodes, endCursor: String(end), hasNext: end < length } },
    });
  });
  return serverAt('https://provider.example/graphql', request);
};

describe('the workspace over GraphQL, with other servers', () => {
  it('[SYNC-9] a server that does not support the call is called again after a day', async () => {
    const message = 'Cannot query field "changes" on type "Query".';
    const { fetch: request, seen } = fetchDouble(() =>
      jsonResponse({ errors: [{ message }] }, 400),
    );
    const clock = createFakeClock();
    const server = serverAt('https://provider.example/graphql', request, clock);
    expect(await server.begin('token')).toMatchObject({ error: { kind: 'notOffered' } });
    expect(await server.begin('token')).toMatchObject({ error: { kind: 'notOffered' } });
    expect(seen).toHaveLength(1);
    clock.jumpWall(86_400_000);
    await server.begin('token');
    expect(seen).toHaveLength(2);
  });

  // The texts of graphql-js with another root type, webonyx, graphql-core, graphql-java, HotChocolate, Hasura,
  // graphql-ruby, async-graphql, and those of an unknown type of a variable.
  it.each([
    'Cannot query field "changes" on type "RootQueryType".',
    "Cannot query field 'changes' on type 'Query'.",
    "Validation error (FieldUndefined@[changes]) : Field 'changes' in type 'Query' is undefined",
    'The field `changes` does not exist on the type `Query`.',
    "field 'changes' not found in type: 'query_root'",
    "Field 'changes' doesn't exist on type 'Query'",
    'Unknown field "changes" on type "Query". Did you mean "charges"?',
    'Unknown type "SubmissionItem".',
    "Validation error (UnknownType) : Unknown type 'SubmissionItem'",
    "SubmissionItem isn't a defined input type (on $batch)",
  ])('[SYNC-9] "%s" means that the server has no workspace', async (message) => {
    const { fetch: request, seen } = fetchDouble(() => jsonResponse({ errors: [{ message }] }));
    const server = serverAt('https://provider.example/graphql', request, createFakeClock());
    expect(await server.begin('token')).toMatchObject({ error: { kind: 'notOffered' } });
    expect(await server.begin('token')).toMatchObject({ error: { kind: 'notOffered' } });
    expect(seen).toHaveLength(1);
  });

  it('[SYNC-9] a server that lacks one operation of the workspace is asked for the others', async () => {
    const message = 'Cannot query field "drift" on type "Query".';
    const { fetch: request, seen } = fetchDouble(() => jsonResponse({ errors: [{ message }] }));
    const server = serverAt('https://provider.example/graphql', request, createFakeClock());
    expect(await server.drift('token', ID(1))).toMatchObject({ error: { kind: 'notOffered' } });
    await server.begin('token');
    expect(seen).toHaveLength(2);
  });

  it.each([
    'Cannot query field "firmware" on type "ReportedParameters".',
    'Unknown argument "app" on field "Mutation.changes".',
  ])(
    '[SYNC-9] after "%s", the server is called again like one that cannot be reached',
    async (message) => {
      const { fetch: request, seen } = fetchDouble(() =>
        jsonResponse({ errors: [{ message }] }, 400),
      );
      const server = serverAt('https://provider.example/graphql', request, createFakeClock());
      const answer = {
        error: { kind: 'unreachable', message: 'The server is older than this app.' },
      };
      expect(await server.begin('token')).toMatchObject(answer);
      expect(await server.begin('token')).toMatchObject(answer);
      expect(seen).toHaveLength(2);
    },
  );

  it('[SE-21] after an internal error of the server a change is sent again, and it is not refused', async () => {
    const { fetch: request } = fetchDouble(() =>
      jsonResponse({ errors: [{ message: 'Unexpected error.' }], data: null }, 500),
    );
    const server = serverAt('https://provider.example/graphql', request);
    const item = { id: ID(1), at: AT, kind: 'putAsset', input: { id: ID(2), serial: 'SN-2' } };
    expect(await server.submit('token', [item])).toMatchObject({ error: { kind: 'unreachable' } });
  });

  it('[NW-20] a server or proxy that limits calls has refused no change and no cursor', async () => {
    const { fetch: request } = fetchDouble(() => new Response('', { status: 429 }));
    const clock = createFakeClock();
    const server = serverAt('https://provider.example/graphql', request, clock);
    const item = { id: ID(1), at: AT, kind: 'putAsset', input: { id: ID(2), serial: 'SN-2' } };
    const later = { error: { kind: 'unreachable', message: 'Status 429.' } };
    const answers = Promise.all([
      server.submit('token', [item]),
      server.changes('token', 'cursor'),
      server.changePassword('token', 'old', 'new'),
    ]);
    for (let second = 0; second < 15; second += 1) {
      await setImmediate();
      await clock.advance(1_000);
    }
    const [submitted, changes, password] = await answers;
    expect(submitted).toMatchObject(later);
    expect(changes).toMatchObject(later);
    expect(password).toMatchObject({
      error: { kind: 'refused', message: 'Too many attempts. Try again later.' },
    });
  });

  it('[SYNC-120] the changes of a user who is not active wait, and are not refused', async () => {
    const { fetch: request } = fetchDouble(() =>
      jsonResponse({ errors: [{ message: 'User Deactivated' }], data: null }),
    );
    const server = serverAt('https://provider.example/graphql', request);
    const item = { id: ID(1), at: AT, kind: 'putAsset', input: { id: ID(2), serial: 'SN-2' } };
    expect(await server.submit('token', [item])).toMatchObject({ error: { kind: 'expired' } });
  });

  it('[SYNC-46] of a list that is too long to be copied, the rest is fetched page by page', async () => {
    const server = listing('assets', 2_300);
    let cursor: string | undefined;
    for (let page = 1; page < 10; page += 1) {
      const answer = await server.copy('token', cursor);
      expect(answer.ok && answer.value.rest).toBeUndefined();
      cursor = answer.ok ? answer.value.cursor : undefined;
    }
    const last = await server.copy('token', cursor);
    const rest = last.ok ? last.value.rest : undefined;
    expect(rest).toMatchObject({ kind: 'asset' });
    const more = await server.more('token', rest?.cursor ?? '');
    expect(more).toMatchObject({ value: { hasNext: true } });
    expect(more.ok && more.value.rows[0]).toMatchObject({ kind: 'asset', id: '2000' });
    const end = await server.more('token', more.ok ? more.value.cursor : '');
    expect(end.ok && [end.value.rows.length, end.value.hasNext]).toEqual([100, false]);
    expect(await server.more('token', 'nonsense')).toMatchObject({ error: { kind: 'refused' } });
  });

  it.each([
    [450, { rows: 450, cut: [] }],
    [2_000, { rows: 2_000, cut: [] }],
    [2_300, { rows: 2_000, cut: ['ticketEntry'] }],
  ])('[PAGE-330] of %d entries of a ticket, %j are read', async (length, { rows, cut }) => {
    const server = listing('ticketEntries', length);
    const answer = await server.history('token', { kind: 'ticket', id: ID(1) });
    expect(answer).toMatchObject({ ok: true, value: { cut } });
    const ids = answer.ok ? answer.value.rows.map(({ id }) => id) : [];
    expect(ids).toEqual(Array.from({ length: rows }, (_, index) => `${index}`));
  });

  it('[PAGE-330] a list that never ends is read as far as it has rows', async () => {
    const { fetch: request } = fetchDouble(() =>
      jsonResponse({ data: { ticketEntries: { nodes: [], endCursor: 'x', hasNext: true } } }),
    );
    const server = serverAt('https://provider.example/graphql', request);
    expect(await server.history('token', { kind: 'ticket', id: ID(1) })).toEqual(
      ok({ rows: [], cut: ['ticketEntry'] }),
    );
  });

  it.each([
    ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ["a proxy's page", () => new Response('<html>Cannot query field</html>', { status: 502 })],
  ])('[SYNC-9] %s does not mean that the workspace is not offered', async (_, answer) => {
    const { fetch: request, seen } = fetchDouble(answer);
    const server = serverAt('https://provider.example/graphql', request);
    expect(await server.begin('token')).toMatchObject({ error: { kind: 'unreachable' } });
    const asked = seen.length;
    await server.begin('token');
    expect(seen.length).toBeGreaterThan(asked);
  });
});
