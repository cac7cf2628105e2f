import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashOf } from '../hash.ts';
import type { AskOptions } from '../testing/api-client.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';
import { AT } from '../testing/test-workspace.ts';
import { newId } from './new-id.ts';

let api: TestApi;
let folder: string;
let technician: string;
let client: string;
let viewer: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'batbot-blobs-'));
  const blobLimits = { pieceBytes: 1_000, accountBytes: 2_500 };
  api = await startTestApi({ blobs: { folder }, blobLimits });
  technician = await api.tokenOf('technician');
  client = await api.tokenOf('client');
  viewer = await api.tokenOf('viewer');
});
afterAll(async () => {
  await api.server.close();
  await rm(folder, { recursive: true });
  expect(api.logged).toEqual([]);
});

const SUBMIT = `mutation ($batch: [SubmissionItem!]!) {
  submit(batch: $batch, app: "test") { id status version code field current }
}`;
const submit = async (token: string, ...changes: readonly object[]) => {
  const batch = changes.map((change) => ({ id: newId(), at: AT, change }));
  const answer = await api.ask(SUBMIT, { token, variables: { batch } });
  expect(answer.errors).toEqual([]);
  return answer.data['submit'] as unknown as readonly {
    readonly status: string;
    readonly code: string | null;
    readonly current: unknown;
  }[];
};
const ask = async (query: string, options: AskOptions) => (await api.ask(query, options)).data;

describe('the workspace over HTTP', () => {
  it('[WS-05] capabilities lists what the caller may do', async () => {
    const query =
      '{ capabilities { version features topics changes blobUrl limits { batchItems depth } } }';
    expect((await ask(query, { token: viewer }))['capabilities']).toEqual({
      version: 1,
      features: [
        'ASSETS',
        'DOCUMENTS',
        'ASSIGNMENTS',
        'RECORDINGS',
        'EVENTS',
        'ACCOUNTS',
        'TICKETS',
        'ANALYSIS',
      ],
      topics: ['ACCOUNT', 'LEVEL_PRESET'],
      changes: [],
      blobUrl: '/blobs',
      limits: { batchItems: 50, depth: 8 },
    });
    const mine = (await ask(query, { token: client }))['capabilities'];
    expect(mine?.['topics']).toEqual(['ASSET', 'RECORDING', 'ACCOUNT', 'LEVEL_PRESET', 'TICKET']);
    expect((await api.ask(query)).errors).toEqual(['Token Expired']);
  });

  it('[WS-05] a call without the needed flag is answered with "Not permitted"', async () => {
    for (const query of [
      '{ assets { hasNext } }',
      '{ asset(serial: "1") { id } }',
      '{ recordings { hasNext } }',
      '{ documents(kind: PARAMETER_SET) { hasNext } }',
    ]) {
      expect((await api.ask(query, { token: viewer })).errors).toEqual(['Not permitted']);
    }
    expect(
      (await api.ask('{ events { hasNext } accounts { hasNext } }', { token: viewer })).errors,
    ).toEqual([]);
  });

  it('[WS-08] an invalid argument is answered with BAD_ARGUMENT instead of an internal error', async () => {
    for (const query of [
      '{ assets(first: 0) { hasNext } }',
      '{ assets(first: 201) { hasNext } }',
      '{ assets(after: "x") { hasNext } }',
      '{ changes(after: "WyJ4Il0") { hasNext } }',
      '{ recordings(after: "WyJ4IiwieSJd") { hasNext } }',
      '{ asset(id: "nothing") { id } }',
      '{ assets(filter: { text: "-" }) { hasNext } }',
      '{ assets(filter: { notSeenSince: "never" }) { hasNext } }',
      '{ events(filter: { from: "0000" }) { hasNext } }',
      '{ accounts(under: "no-such-account") { hasNext } }',
    ]) {
      const { status, text } = await api.ask(query, { token: technician });
      expect([query, status, text.includes('BAD_ARGUMENT')]).toEqual([query, 400, true]);
    }
  });

  it('[WS-02] submitted changes are shown in lists, in the log and in changes', async () => {
    const { endCursor } =
      (await ask('{ changes { endCursor } }', { token: client }))['changes'] ?? {};
    const id = randomUUID();
    const snapshot = { at: AT, socPercent: 55, faults: ['CELL_UV'] };
    const place = { at: AT, lat: 52.5, lon: 13.4 };
    const [outcome] = await submit(client, {
      putAsset: { id, serial: 'HTTP-1', cells: 16, snapshot, place },
    });
    expect(outcome).toMatchObject({ status: 'APPLIED', code: null });
    const asset = {
      id,
      serial: 'HTTP-1',
      seenAt: '2026-03-12T08:30:00.000Z',
      ownerId: 'demo-client',
    };
    const fields =
      'id serial seenAt ownerId attention snapshot { at faults socPercent } place { lat }';
    const bounds = '{ south: 52, west: 13, north: 53, east: 14 }';
    const page = await ask(`{ assets(filter: { within: ${bounds} }) { nodes { ${fields} } } }`, {
      token: technician,
    });
    expect(page['assets']?.['nodes']).toMatchObject([
      { ...asset, attention: 2, place: { lat: 52.5 } },
    ]);
    const one = await ask(`{ asset(serial: "http1") { ${fields} } }`, { token: client });
    expect(one['asset']).toMatchObject(asset);
    const log = await ask(
      `{ events(filter: { assetId: "${id}" }) { nodes { kind actorName topic at body appVersion } } }`,
      { token: client },
    );
    expect(log['events']?.['nodes']).toMatchObject([
      {
        kind: 'putAsset',
        actorName: 'client',
        topic: 'ASSET',
        body: { after: { cells: 16 } },
        appVersion: 'test',
      },
    ]);
    const changes = await ask(
      'query ($after: String) { changes(after: $after) { nodes { event { kind } asset { id } } hasNext } }',
      { token: client, variables: { after: endCursor } },
    );
    expect(changes['changes']).toEqual({
      nodes: [{ event: { kind: 'putAsset' }, asset: { id } }],
      hasNext: false,
    });
    expect(
      (await api.ask('{ events { nodes { id } } }', { token: viewer })).data['events']?.['nodes'],
    ).toEqual([]);
  });

  it("[WS-11] released documents are visible below their owner, and an assignment is visible to its asset's owner", async () => {
    const [documentId, assetId, assignmentId] = [randomUUID(), randomUUID(), randomUUID()];
    const document = (state: string) => ({
      publishDocument: {
        id: documentId,
        kind: 'LEVEL_PRESET',
        name: 'Fleet',
        body: { flags: ['battAccess'], maxSubUsers: 2 },
        state,
      },
    });
    const seen = async (token: string) =>
      (
        await ask('{ documents(kind: LEVEL_PRESET) { nodes { id state body version } } }', {
          token,
        })
      )['documents']?.['nodes'];
    expect(await submit(technician, document('DRAFT'))).toMatchObject([{ status: 'APPLIED' }]);
    expect(await seen(viewer)).toEqual([]);
    const batch = [{ id: newId(), at: AT, base: 1, change: document('RELEASED') }];
    const released = await api.ask(SUBMIT, { token: technician, variables: { batch } });
    expect(released.data['submit']).toMatchObject([{ status: 'APPLIED', version: 2 }]);
    expect(await seen(viewer)).toMatchObject([{ id: documentId, body: { maxSubUsers: 2 } }]);
    expect(await submit(client, document('RELEASED'))).toMatchObject([{ code: 'ID_TAKEN' }]);
    expect(await submit(client, { retireDocument: { id: documentId } })).toMatchObject([
      { code: 'NOT_FOUND' },
    ]);

    const outcomes = await submit(
      technician,
      { putAsset: { id: assetId, serial: 'AS-1', ownerId: 'demo-client' } },
      { assign: { id: assignmentId, documentId, assetId, mode: 'OFFERED' } },
      { assign: { id: randomUUID(), documentId, mode: 'OFFERED' } },
      { setAssignment: { id: assignmentId, state: 'PAUSED' } },
      { retireDocument: { id: documentId } },
      { assign: { id: randomUUID(), documentId, assetId, mode: 'OFFERED' } },
    );
    expect(outcomes.map(({ status, code }) => code ?? status)).toEqual([
      'APPLIED',
      'APPLIED',
      'INVALID',
      'APPLIED',
      'APPLIED',
      'NOT_FOUND',
    ]);
    const assigned = await ask('{ assignments { nodes { id state assetId accountId } } }', {
      token: client,
    });
    expect(assigned['assignments']?.['nodes']).toEqual([
      { id: assignmentId, state: 'PAUSED', assetId, accountId: 'demo-client' },
    ]);
    expect(
      await submit(client, { setAssignment: { id: assignmentId, state: 'DONE' } }),
    ).toMatchObject([{ code: 'NOT_FOUND' }]);
  });

  it('[WS-11] a released level can be revised and its rights are logged; other released documents and a withdrawn level cannot', async () => {
    const [level, mapping] = [randomUUID(), randomUUID()];
    const put = (id: string, kind: string, flags: readonly string[], base: number | null) => {
      const body = { flags, maxSubUsers: 1 };
      const publishDocument = { id, kind, name: 'Bay', body, state: 'RELEASED' };
      return { id: newId(), at: AT, base, change: { publishDocument } };
    };
    const batch = [
      put(level, 'LEVEL_PRESET', ['battAccess'], null),
      put(mapping, 'IMPORT_MAPPING', [], null),
      put(level, 'LEVEL_PRESET', ['terminal'], 9),
      put(level, 'LEVEL_PRESET', ['noSuchFlag'], 1),
      put(level, 'LEVEL_PRESET', ['terminal'], 1),
      put(mapping, 'IMPORT_MAPPING', [], 1),
      { id: newId(), at: AT, change: { retireDocument: { id: level } } },
      put(level, 'LEVEL_PRESET', [], 3),
    ];
    const answer = await api.ask(SUBMIT, { token: technician, variables: { batch } });
    const outcomes = answer.data['submit'] as unknown as readonly Record<string, unknown>[];
    expect(outcomes.map(({ status, code }) => code ?? status)).toEqual([
      'APPLIED',
      'APPLIED',
      'VERSION',
      'INVALID',
      'APPLIED',
      'RELEASED',
      'APPLIED',
      'RELEASED',
    ]);
    const log = await ask(`{ events(filter: { subjectId: "${level}" }) { nodes { body } } }`, {
      token: technician,
    });
    expect(log['events']?.['nodes']).toMatchObject([
      { body: { after: { state: 'RETIRED' } } },
      { body: { before: { flags: ['battAccess'] }, after: { flags: ['terminal'] } } },
      { body: { after: { flags: ['battAccess'] } } },
    ]);
  });
});

describe('passwords', () => {
  const CHANGE = `mutation ($current: String!, $next: String!) {
    changePassword(current: $current, next: $next) { state code reason } }`;
  const ACCEPT = `mutation ($token: String!, $password: String!, $userName: String) {
    acceptInvitation(token: $token, password: $password, userName: $userName) { state code reason userName } }`;
  const good = 'orchid-Tram-57-lumen';

  it("[WS-07] changing one's own password needs the current one, ends the session and is logged", async () => {
    const change = async (token: string, current: string, next: string) =>
      (await api.ask(CHANGE, { token, variables: { current, next } })).data['changePassword'];
    expect(await change(viewer, 'wrong', good)).toMatchObject({
      state: false,
      code: 'WRONG_PASSWORD',
    });
    expect(await change(viewer, 'batbot-demo', 'viewer-12345')).toMatchObject({
      code: 'WEAK',
      reason: expect.stringContaining('easy to guess') as unknown,
    });
    expect(await change(viewer, 'batbot-demo', good)).toMatchObject({ state: true });
    expect((await api.ask('{ capabilities { version } }', { token: viewer })).errors).toEqual([
      'Token Expired',
    ]);
    expect((await api.login('viewer')).errors).toEqual(['username/password incorrect']);
    viewer = String((await api.login('viewer', good)).data['loginBot']?.['token']);
    const log = await ask(
      '{ events(filter: { actorId: "demo-viewer" }) { nodes { kind body } } }',
      { token: client },
    );
    expect(log['events']?.['nodes']).toEqual([{ kind: 'changePassword', body: {} }]);
  });

  it('[WS-07] guesses at the current password are limited like guesses at a login', async () => {
    const errors: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      const variables = { current: `guess ${n}`, next: good };
      errors.push(
        ...(await api.ask(CHANGE, { token: viewer, variables, from: '10.9.9.9' })).errors,
      );
    }
    expect(errors).toEqual(['Too many attempts']);
  });

  it('[WS-07] a one-time link sets a password once, and only the invited person sees the password', async () => {
    const id = randomUUID();
    const link = 'a-token-of-the-client';
    const tokenHash = hashOf(link);
    const outcomes = await submit(
      client,
      {
        putAccount: { id, userName: 'Erika', email: 'erika@fleet.example', flags: ['battAccess'] },
      },
      { inviteAccount: { id, tokenHash } },
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['APPLIED', 'APPLIED']);
    const byClient = { event: 'accountChanged', userId: id, byUserId: 'demo-client' };
    expect(api.events.slice(-2)).toEqual([
      { ...byClient, change: 'changed' },
      { ...byClient, change: 'invited' },
    ]);
    expect((await api.login('Erika', '')).errors).toEqual(['username/password incorrect']);
    const accept = async (token: string, password: string) =>
      (await api.ask(ACCEPT, { variables: { token, password } })).data['acceptInvitation'];
    expect(await accept('another', good)).toMatchObject({ state: false, code: 'LINK_INVALID' });
    expect(await accept(link, 'short')).toMatchObject({ code: 'WEAK' });
    const both = await Promise.all([accept(link, good), accept(link, good)]);
    expect(both.map((each) => String(each?.['code'])).toSorted()).toEqual(['LINK_INVALID', 'null']);
    const login = await api.login('erika', good);
    expect(login.data['loginBot']).toMatchObject({ userid: id, creatorId: 'demo-client' });
    const accounts = await ask('{ accounts { nodes { id depth hasPassword parentId } } }', {
      token: client,
    });
    expect(accounts['accounts']?.['nodes']).toContainEqual({
      id,
      depth: 2,
      hasPassword: true,
      parentId: 'demo-client',
    });
    expect(JSON.stringify(await api.database.query('select body from events'))).not.toContain(
      tokenHash,
    );
  });
});

describe('invitations', () => {
  const ACCEPT = `mutation ($token: String!, $password: String!, $userName: String) {
    acceptInvitation(token: $token, password: $password, userName: $userName) { state code userName } }`;

  it('[WS-07] the invited person chooses a free user name, and a refused name leaves the link valid', async () => {
    const id = randomUUID();
    const token = 'another-token-of-the-client';
    const tokenHash = hashOf(token);
    await submit(
      client,
      { putAccount: { id, userName: 'new@fleet.example', email: 'new@fleet.example' } },
      { inviteAccount: { id, tokenHash } },
    );
    const accept = async (userName: string) => {
      const variables = { token, password: 'orchid-Tram-57-lumen', userName };
      return (await api.ask(ACCEPT, { variables })).data['acceptInvitation'];
    };
    expect(await accept(' ')).toMatchObject({ code: 'NAME_INVALID' });
    expect(await accept('TECHNICIAN')).toMatchObject({ code: 'NAME_TAKEN' });
    expect(await accept('Nora')).toEqual({ state: true, code: null, userName: 'Nora' });
    const login = await api.login('nora', 'orchid-Tram-57-lumen');
    expect(login.data['loginBot']).toMatchObject({ userid: id, userName: 'Nora' });
    const log = await ask(`{ events(filter: { actorId: "${id}" }) { nodes { kind body } } }`, {
      token: client,
    });
    const body = { before: { userName: 'new@fleet.example' }, after: { userName: 'Nora' } };
    expect(log['events']?.['nodes']).toEqual([{ kind: 'acceptInvitation', body }]);
  });
});

describe('items of a wrong shape', () => {
  it('[WS-02] an item of a wrong shape is refused and the others are applied, with variables and inside the query', async () => {
    const id = randomUUID();
    const good = { id: newId(), at: AT, change: { putAsset: { id, serial: 'FIT-1' } } };
    const batch = [
      { ...good, id: newId(), base: 1.5 },
      { ...good, id: newId(), change: { putAsset: { id: randomUUID(), serial: ['a'] } } },
      { ...good, id: newId(), change: { noSuchChange: {} } },
      { ...good, id: newId(), change: { putAsset: {}, moveAsset: {} } },
      7,
      good,
    ];
    const answer = await api.ask(SUBMIT, { token: client, variables: { batch } });
    expect(answer.status).toBe(200);
    expect(answer.data['submit']).toMatchObject([
      { status: 'REFUSED', code: 'INVALID', field: 'base' },
      { status: 'REFUSED', code: 'INVALID', field: 'serial' },
      { status: 'REFUSED', code: 'INVALID', field: 'change' },
      { status: 'REFUSED', code: 'INVALID', field: 'change' },
      { id: '', status: 'REFUSED', code: 'INVALID' },
      { status: 'APPLIED', version: 1 },
    ]);
    const inline = `mutation { submit(batch: [{ id: 7 }, { id: "${newId()}", at: "${AT}", base: 1,
      change: { putAsset: { id: "${id}", model: "M" } } }]) { status } }`;
    expect((await api.ask(inline, { token: client })).data['submit']).toEqual([
      { status: 'REFUSED' },
      { status: 'APPLIED' },
    ]);
  });
});

describe('pieces of recordings', () => {
  const piece = (sha256: string, init: RequestInit & { readonly token?: string } = {}) => {
    const { token, ...more } = init;
    const headers = token === undefined ? {} : { authorization: token };
    return fetch(new URL(`/blobs/${sha256}`, api.server.url), { ...more, headers });
  };
  const put = async (token: string, bytes: string, sha256 = hashOf(bytes)) =>
    (await piece(sha256, { token, method: 'PUT', body: bytes })).status;
  const record = (assetId: string, ...pieces: readonly string[]) => ({
    addRecording: {
      id: randomUUID(),
      assetId,
      startedAt: AT,
      durationS: 60,
      samples: 30,
      cells: 16,
      temperatures: 4,
      chunks: pieces.map((sha256, seq) => ({ kind: 'cells', seq, sha256 })),
      sealed: false,
      schemaVersion: 1,
    },
  });

  it('[WS-10] a piece is stored by its hash, also repeatedly, and can be read by accounts that see its recording', async () => {
    const [assetId, foreignId] = [randomUUID(), randomUUID()];
    await submit(client, { putAsset: { id: assetId, serial: 'REC-1' } });
    await submit(technician, { putAsset: { id: foreignId, serial: 'REC-2' } });
    const sha = hashOf('piece one');
    expect(await submit(client, record(assetId, sha))).toMatchObject([
      { status: 'LATER', code: 'BLOBS_MISSING', current: [sha] },
    ]);
    expect(await put(client, 'piece one')).toBe(204);
    expect(await put(client, 'piece one')).toBe(204);
    expect((await piece(sha, { token: client })).status).toBe(404);
    expect(await submit(client, record(assetId, sha))).toMatchObject([{ status: 'APPLIED' }]);
    for (const token of [client, technician]) {
      const answer = await piece(sha, { token });
      expect([answer.status, await answer.text()]).toEqual([200, 'piece one']);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    const pages = await ask('{ recordings { nodes { assetId chunks { kind seq sha256 } } } }', {
      token: client,
    });
    expect(pages['recordings']?.['nodes']).toEqual([
      { assetId, chunks: [{ kind: 'cells', seq: 0, sha256: sha }] },
    ]);

    const secret = hashOf('of the technician');
    expect(await put(technician, 'of the technician')).toBe(204);
    expect(await submit(technician, record(foreignId, secret))).toMatchObject([
      { status: 'APPLIED' },
    ]);
    expect((await piece(secret, { token: client })).status).toBe(404);
    expect(await submit(client, record(assetId, secret))).toMatchObject([
      { code: 'BLOBS_MISSING' },
    ]);
    expect((await piece(sha, { token: viewer })).status).toBe(404);
  });

  it('[WS-10] requests without a valid piece, hash, session or method are refused', async () => {
    expect(await put(client, 'bytes', hashOf('other'))).toBe(400);
    expect(await put(client, 'x'.repeat(1_001))).toBe(413);
    expect((await piece(hashOf('a'), { method: 'PUT', body: 'a' })).status).toBe(401);
    expect((await piece(hashOf('a'))).status).toBe(401);
    expect((await piece('abc', { token: client })).status).toBe(404);
    expect((await piece(hashOf('a'), { token: client, method: 'DELETE' })).status).toBe(405);
    const preflight = await piece(hashOf('a'), { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
  });

  it('[WS-10] the stored bytes of an account are limited, and a piece that is sent again counts once', async () => {
    await api.database.query('delete from blob_refs');
    for (const letter of ['a', 'b', 'b']) expect(await put(client, letter.repeat(1_000))).toBe(204);
    expect(await put(client, 'c'.repeat(1_000))).toBe(507);
    expect(await put(technician, 'c'.repeat(1_000))).toBe(204);
  });

  it('[WS-10] a piece without a recording is removed after a day, and all others are kept', async () => {
    const { createBlobs } = await import('../blobs/blobs.ts');
    const { createFolderStore } = await import('../blobs/blob-store.ts');
    const blobs = createBlobs(api.database, createFolderStore(folder));
    const assetId = randomUUID();
    await api.database.query('delete from blob_refs');
    await put(client, 'kept');
    await put(client, 'recent');
    await put(client, 'stale');
    await submit(
      client,
      { putAsset: { id: assetId, serial: 'CLEAN-1' } },
      record(assetId, hashOf('kept')),
    );
    await api.database.query(
      `update blobs set used_at = now() - interval '25 hours' where sha256 <> $1`,
      [hashOf('recent')],
    );
    expect(await blobs.clean()).toBeGreaterThan(0);
    expect(await blobs.clean()).toBe(0);
    const files = (await readdir(folder, { recursive: true })).filter((name) => name.length > 40);
    expect(files.map((name) => name.slice(-64)).toSorted()).toEqual(
      [hashOf('kept'), hashOf('recent')].toSorted(),
    );
    expect((await piece(hashOf('kept'), { token: client })).status).toBe(200);
  });
});
