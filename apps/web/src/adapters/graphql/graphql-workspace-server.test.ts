import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addEntry, entriesOf, ticketsOf } from '@batbot/core/tickets';
import { type RowPage, type ServerRow, type WorkspaceServer } from '@batbot/core/workspace';
import { startAccountServer, type AccountServer } from '@batbot/server';
import { openMemoryDatabase } from '@batbot/server/testing';
import { installInput, writeInput } from './report-inputs.ts';
import { serverAt } from './workspace-server.fixture.ts';

const ID = (n: number): string => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const AT = Date.UTC(2026, 5, 1);

/** Returns all rows of all copied lists. */
const copyAll = async (server: WorkspaceServer, token: string): Promise<readonly ServerRow[]> => {
  const rows: ServerRow[] = [];
  let cursor: string | undefined;
  for (;;) {
    const page = await server.copy(token, cursor);
    if (!page.ok) throw new Error(page.error.message);
    const { value }: { readonly value: RowPage } = page;
    rows.push(...value.rows);
    if (!value.hasNext) return rows;
    ({ cursor } = value);
  }
};

describe('the workspace over GraphQL, with the real account server', () => {
  let accounts: AccountServer;
  let token: string;
  let server: WorkspaceServer;

  const folder = mkdtempSync(join(tmpdir(), 'batbot-pieces-'));
  beforeAll(async () => {
    accounts = await startAccountServer({
      port: 0,
      database: await openMemoryDatabase(),
      blobs: { folder },
      webOrigins: [],
      trustedProxies: 0,
      demoAccounts: true,
      report: () => undefined,
      log: () => undefined,
    });
    const query = `{ loginBot(user: "technician", pass: "batbot-demo", softwareInfo: "", platform: "web") { token } }`;
    const answer = await fetch(accounts.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    const body = (await answer.json()) as { data: { loginBot: { token: string } } }; // the form that the query requests
    ({ token } = body.data.loginBot);
    server = serverAt(accounts.url);
  });
  afterAll(async () => {
    await accounts.close();
    rmSync(folder, { recursive: true });
  });

  it('[SYNC-20] a recording is applied after its pieces are uploaded, and only then can the pieces be read', async () => {
    const bytes = Uint8Array.of(1, 2, 3);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const recording = {
      id: ID(7),
      assetId: ID(6),
      startedAt: new Date(AT).toISOString(),
      durationS: 4,
      samples: 2,
      cells: 1,
      temperatures: 0,
      chunks: [{ kind: 'samples', seq: 0, sha256 }],
      sealed: false,
      schemaVersion: 1,
    };
    const pack = { id: ID(106), at: AT, kind: 'putAsset', input: { id: ID(6), serial: 'SN-6' } };
    const item = { id: ID(107), at: AT, kind: 'addRecording', input: recording };
    expect(await server.submit(token, [pack, item])).toMatchObject({
      value: [{ status: 'applied' }, { id: ID(107), status: 'later', missing: [sha256] }],
    });
    expect(await server.putPiece(token, sha256, Uint8Array.of(9))).toMatchObject({
      error: { kind: 'refused', message: 'The bytes have another SHA-256.' },
    });
    expect(await server.putPiece(token, sha256, bytes)).toEqual({ ok: true, value: undefined });
    expect(await server.getPiece(token, sha256)).toMatchObject({ error: { kind: 'refused' } });
    expect(await server.submit(token, [item])).toMatchObject({ value: [{ status: 'applied' }] });
    expect(await server.getPiece(token, sha256)).toEqual({ ok: true, value: bytes });
    expect(await server.getPiece('old', sha256)).toMatchObject({ error: { kind: 'expired' } });
    expect(await server.history(token, { kind: 'asset', id: ID(6) })).toMatchObject({
      value: {
        rows: [
          { kind: 'event', row: { kind: 'addRecording' } },
          { kind: 'event', row: { kind: 'putAsset' } },
          { kind: 'recording', id: ID(7) },
        ],
        cut: [],
      },
    });
  });

  it('[SYNC-20] a piece counts as sent in Chromium, which gives an answer without content an empty body', async () => {
    const asChromium: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      const empty = new Blob([]).stream();
      return response.status === 204
        ? Object.defineProperty(response, 'body', { value: empty })
        : response;
    };
    const bytes = Uint8Array.of(1, 2);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const inChromium = serverAt(accounts.url, asChromium);
    expect(await inChromium.putPiece(token, sha256, bytes)).toEqual({ ok: true, value: undefined });
  });

  it('[SYNC-30] [SYNC-34] parameters, images and assignments are reported, copied and counted', async () => {
    const schema = { name: 'S', hash: 'a'.repeat(64) };
    const sha256 = createHash('sha256').update('image').digest('hex');
    const body = { format: 'batbot-parameter-set-1', schema, values: { A: 1 } };
    const pieces = { version: '2', sizeBytes: 5, sha256, chunks: [{ seq: 0, sha256 }] };
    const image = { format: 'batbot-firmware-1', ...pieces };
    const publish = (id: string, kind: string, content: object, state: string) =>
      ['publishDocument', { id, kind, name: 'N', body: content, state }] as const;
    await server.putPiece(token, sha256, new Uint8Array(Buffer.from('image')));
    const changes = [
      ['putAsset', { id: ID(20), serial: 'SN-20' }],
      publish(ID(21), 'PARAMETER_SET', body, 'RELEASED'),
      publish(ID(22), 'FIRMWARE_IMAGE', image, 'DRAFT'),
      ['assign', { id: ID(23), documentId: ID(21), mode: 'REQUIRED', filter: {} }],
      [
        'reportWrite',
        { id: ID(24), assetId: ID(20), schema, outcome: 'READ', changes: [], values: { A: 2 } },
      ],
      [
        'reportInstall',
        { id: ID(25), assetId: ID(20), to: '2', outcome: 'DONE', seconds: 1, bytes: 5 },
      ],
    ] as const;
    const batch = changes.map(([kind, input], n) => ({ id: ID(120 + n), at: AT, kind, input }));
    expect(await server.submit(token, batch)).toMatchObject({
      value: changes.map(() => ({ status: 'applied' })),
    });
    const rows = new Map((await copyAll(server, token)).map(({ id, row }) => [id, row]));
    expect(rows.get(ID(20))).toMatchObject({ firmware: '2', parameters: { values: { A: 2 } } });
    expect(rows.get(ID(22))).toMatchObject({ kind: 'FIRMWARE_IMAGE', authorId: 'demo-technician' });
    const present = await server.present(token, 'assignment');
    expect(present).toMatchObject({
      value: [{ id: ID(23), row: { progress: { total: 2, done: 0 }, stages: [100] } }],
    });
    expect(await server.drift(token, ID(21))).toMatchObject({
      value: { targets: 2, same: 0, differs: 1, unknown: 1, rows: [{ kind: 'asset', id: ID(20) }] },
    });
    expect(await server.drift('old', ID(21))).toMatchObject({ error: { kind: 'expired' } });
    expect(
      await server.fleet(token, 'SOH', { model: 'BX48', from: '2026-01-01T00:00:00Z' }),
    ).toMatchObject({
      value: { n: 0, p50: null, worst: [] },
    });
    expect(await server.trend(token, ID(20))).toEqual({ ok: true, value: [] });
    expect(await server.fleet('old', 'SOH', {})).toMatchObject({ error: { kind: 'expired' } });
  });

  it('[SYNC-59] [SYNC-60] the longest reports of a device, and a schema of 1,000 parameters, are applied', async () => {
    const names = Array.from({ length: 1_000 }, (_, at) => `PARAMETER_${at}`);
    const schema = { name: 'S', hash: 'a'.repeat(64) };
    const write = writeInput(
      {
        outcome: 'partial',
        identity: { firmware: 'f'.repeat(40) },
        schema,
        at: AT,
        changes: names.map((key) => ({ key, before: 1.25, wanted: 2.25, readBack: 2.25 })),
        values: Object.fromEntries(names.map((key) => [key, `\u0007${'x'.repeat(600)}`])),
        commands: Array.from({ length: 9_000 }, (_, at) => `AT+PARAMETER=PARAMETER_${at},1250`),
        why: `Left, because\nthe value differs: ${names.join(', ')}`,
      },
      ID(211),
    );
    const install = installInput(
      {
        serial: 'SN-2',
        from: undefined,
        to: '2',
        outcome: 'failed',
        seconds: 40 * 86_400,
        bytes: 5,
        reason: 'x'.repeat(900),
      },
      ID(212),
    );
    const help = 'What the parameter does, in some sentences.'.repeat(4);
    const parameters = names.map((key) => ({ key, label: key, help, group: 'g', type: 'bool' }));
    const body = { format: 'batbot-parameter-schema-1', parameters };
    const input = { id: ID(213), kind: 'PARAMETER_SCHEMA', name: 'Long', body, state: 'RELEASED' };
    const asset = { id: ID(210), serial: 'SN-210' };
    const items = [
      { id: ID(220), at: AT, kind: 'putAsset', input: asset },
      { id: ID(221), at: AT, kind: 'reportWrite', input: { ...write, assetId: asset.id } },
      { id: ID(222), at: AT, kind: 'reportInstall', input: { ...install, assetId: asset.id } },
      { id: ID(223), at: AT, kind: 'publishDocument', input },
    ];
    for (const item of items)
      expect(await server.submit(token, [item])).toMatchObject({ value: [{ status: 'applied' }] });
  });

  it('[SYNC-40] a ticket and its entries are copied and fetched, their changes arrive, and a photo is read from its piece', async () => {
    const begun = await server.begin(token);
    const bytes = Uint8Array.of(4, 2);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const ticket = { id: ID(30), category: 'C', audience: 'CUSTOMER', title: 'T', priority: 2 };
    const photo = { ticketId: ID(30), kind: 'PHOTO', body: {}, pieces: [{ seq: 0, sha256 }] };
    const item = (n: number, kind: string, input: object, base?: number) => ({
      id: ID(n),
      at: AT,
      kind,
      input: { ...input },
      base,
    });
    const batch = [
      item(130, 'openTicket', ticket),
      item(131, 'addTicketEntry', { ...photo, id: ID(31) }),
      item(132, 'setTicketState', { id: ID(30), state: 'WORKING' }, 1),
    ];
    expect(await server.submit(token, batch)).toMatchObject({
      value: [{ status: 'applied' }, { status: 'later', missing: [sha256] }, { status: 'applied' }],
    });
    await server.putPiece(token, sha256, bytes);
    expect(await server.submit(token, batch)).toMatchObject({
      value: [{ status: 'applied' }, { status: 'applied', version: 2 }, { status: 'applied' }],
    });
    const refused = [item(133, 'setTicketState', { id: ID(30), state: 'WAITING_PARTS' }, 2)];
    await server.submit(token, refused);
    expect(
      await server.submit(token, [item(134, 'setTicketState', { id: ID(30), state: 'OPEN' }, 3)]),
    ).toMatchObject({
      value: [{ status: 'refused', code: 'STATE', current: { state: 'WAITING_PARTS' } }],
    });
    const copied = new Map((await copyAll(server, token)).map((row) => [row.id, row]));
    const changes = await server.changes(token, begun.ok ? begun.value : '');
    if (!changes.ok) throw new Error(changes.error.message);
    const followed = new Map(changes.value.rows.map((row) => [row.id, row]));
    for (const rows of [copied, followed]) {
      expect(rows.get(ID(30))).toMatchObject({
        kind: 'ticket',
        row: { number: 1_001, state: 'WAITING_PARTS', version: 3, openedByName: 'technician' },
      });
      expect(rows.get(ID(31))).toMatchObject({
        kind: 'ticketEntry',
        row: { ticketId: ID(30), kind: 'PHOTO', pieces: [{ seq: 0, sha256 }] },
      });
    }
    expect(await server.history(token, { kind: 'ticket', id: ID(30) })).toMatchObject({
      value: { rows: [{ kind: 'ticketEntry', id: ID(31) }] },
    });
    expect(await server.getPiece(token, sha256)).toEqual({ ok: true, value: bytes });
  });

  it('[SYNC-43] entries of every kind are accepted as the client writes them', async () => {
    const report = { id: 'r', name: 'Rest', steps: [] };
    const entries = [
      addEntry(ID(30), 'TEXT', { text: 'one\n\ttwo', finding: undefined }, { id: ID(32) }),
      addEntry(ID(30), 'PART', { name: 'Fuse', number: '', count: 1 }, { id: ID(33) }),
      addEntry(ID(30), 'MINUTES', { minutes: 1, what: '' }, { id: ID(34) }),
      addEntry(
        ID(30),
        'SIGNATURE',
        { name: 'A', width: 1, height: 1, strokes: [[0, 1]] },
        { id: ID(35) },
      ),
      addEntry(ID(30), 'PHOTO', { name: 'a', type: 'image/png', sizeBytes: 0 }, { id: ID(36) }),
      addEntry(ID(30), 'SEALED', { name: 'a', sizeBytes: 0, fingerprint: '' }, { id: ID(37) }),
      addEntry(ID(30), 'TEXT', { text: '', finding: undefined }, { id: ID(38) }),
    ];
    const batch = entries.map(({ kind, input }, n) => ({ id: ID(140 + n), at: AT, kind, input }));
    const answer = await server.submit(token, batch);
    expect(answer).toMatchObject({
      value: [...Array<string>(6).fill('applied'), 'refused'].map((status) => ({ status })),
    });
    const check = { id: ID(39), ticketId: ID(30), kind: 'CHECK', body: { report } };
    const more = [{ id: ID(150), at: AT, kind: 'addTicketEntry', input: check }];
    expect(await server.submit(token, more)).toMatchObject({ value: [{ status: 'applied' }] });
    const rows = (await copyAll(server, token)).flatMap(({ kind, id, row }) =>
      row === undefined ? [] : [{ kind, id, row, since: '' }],
    );
    expect(ticketsOf(rows, [], 'demo-technician')).toMatchObject([
      { id: ID(30), number: 1_001, state: 'WAITING_PARTS', openedById: 'demo-technician' },
    ]);
    const read = entriesOf(rows, [], ID(30)).filter(({ kind }) => kind !== 'UNKNOWN');
    expect(read.map(({ kind, authorName }) => [kind, authorName])).toEqual(
      ['TEXT', 'PART', 'MINUTES', 'SIGNATURE', 'PHOTO', 'SEALED', 'CHECK'].map((kind) => [
        kind,
        'technician',
      ]),
    );
  });

  it('[SYNC-1] a change is applied once, and its result has the new version', async () => {
    const input = { id: ID(1), serial: 'SN-1', maker: 'Acme' };
    const item = { id: ID(101), at: AT, kind: 'putAsset', input };
    expect(await server.submit(token, [item])).toEqual({
      ok: true,
      value: [{ id: ID(101), status: 'applied', version: 1 }],
    });
    expect(await server.submit(token, [item])).toEqual({
      ok: true,
      value: [{ id: ID(101), status: 'applied' }],
    });
  });

  it('[SYNC-3] a change on an old version is a conflict with the current row', async () => {
    const change = (id: string, base: number, model: string) => ({
      id,
      at: AT,
      base,
      kind: 'putAsset',
      input: { id: ID(1), model },
    });
    await server.submit(token, [change(ID(102), 1, 'M1')]);
    const answer = await server.submit(token, [change(ID(103), 1, 'M2')]);
    expect(answer).toMatchObject({
      value: [{ status: 'conflict', code: 'VERSION', version: 2, current: { model: 'M1' } }],
    });
  });

  it('[SYNC-4] an unknown change is refused, and a value out of range is refused with its field', async () => {
    const item = (id: string, kind: string, input: object) => ({
      id,
      at: AT,
      kind,
      input: { ...input },
    });
    expect(await server.submit(token, [item(ID(104), 'noSuchChange', {})])).toMatchObject({
      value: [{ status: 'refused', code: 'INVALID', field: 'change' }],
    });
    const place = { at: '2026-06-01T00:00:00Z', lat: 91, lon: 0 };
    expect(
      await server.submit(token, [item(ID(105), 'putAsset', { id: ID(2), serial: 'SN-2', place })]),
    ).toMatchObject({ value: [{ status: 'refused', code: 'INVALID', field: 'place.lat' }] });
  });

  it('[SYNC-11] every list is copied, and later calls return the changes', async () => {
    const begun = await server.begin(token);
    if (!begun.ok) throw new Error(begun.error.message);
    const rows = await copyAll(server, token);
    expect(rows.find(({ kind, id }) => kind === 'asset' && id === ID(1))?.row).toMatchObject({
      serial: 'SN-1',
      model: 'M1',
      version: 2,
    });
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(
      new Set([
        'asset',
        'account',
        'event',
        'recording',
        'document',
        'assignment',
        'ticket',
        'ticketEntry',
      ]),
    );

    const input = { id: ID(1), model: 'M3' };
    await server.submit(token, [{ id: ID(116), at: AT, base: 2, kind: 'putAsset', input }]);
    const changes = await server.changes(token, begun.value);
    if (!changes.ok) throw new Error(changes.error.message);
    const found = changes.value.rows.find(({ kind, id }) => kind === 'asset' && id === ID(1));
    expect(found?.row).toMatchObject({ model: 'M3', version: 3 });
    expect(changes.value.rows.map(({ kind }) => kind)).toContain('event');
    const none = await server.changes(token, changes.value.cursor);
    expect(none).toMatchObject({ value: { rows: [], hasNext: false } });
  });

  it('[SYNC-8] an unknown token means that the session has ended', async () => {
    expect(await server.begin('nonsense')).toMatchObject({ error: { kind: 'expired' } });
  });

  it('[SYNC-12] an unknown cursor is refused', async () => {
    expect(await server.changes(token, 'nonsense')).toMatchObject({ error: { kind: 'refused' } });
    expect(await server.copy(token, 'nonsense')).toMatchObject({ error: { kind: 'refused' } });
  });

  it('[SYNC-23] [SYNC-24] an invited account sets its password once, and a user changes the own password', async () => {
    const link = 'a-token-of-this-test';
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(link));
    const account = { id: ID(50), userName: 'nora', email: 'nora@works.example' };
    const tokenHash = Buffer.from(hash).toString('hex');
    const item = (id: string, kind: string, input: object) => ({
      id,
      at: AT,
      kind,
      input: { ...input },
    });
    const invited = await server.submit(token, [
      item(ID(110), 'putAccount', account),
      item(ID(111), 'inviteAccount', { id: account.id, tokenHash }),
    ]);
    expect(invited).toMatchObject({ value: [{ status: 'applied' }, { status: 'applied' }] });
    const asked = { token: link, userName: 'Nora B', password: 'orchid-Tram-57-lumen' };
    const set = { ok: true, value: { kind: 'set', userName: 'Nora B' } };
    expect(await server.acceptInvitation(asked)).toEqual(set);
    expect(await server.acceptInvitation(asked)).toMatchObject({
      value: { kind: 'refused', code: 'LINK_INVALID' },
    });
    expect(await server.present(token, 'account')).toMatchObject({
      value: expect.arrayContaining([
        expect.objectContaining({ kind: 'account', id: ID(50) }),
      ]) as unknown,
    });
    expect(await server.changePassword(token, 'wrong', asked.password)).toMatchObject({
      value: { kind: 'refused', code: 'WRONG_PASSWORD' },
    });
    expect(await server.changePassword(token, 'batbot-demo', 'short')).toMatchObject({
      value: { kind: 'refused', code: 'WEAK', reason: expect.any(String) as unknown },
    });
    expect(await server.changePassword(token, 'batbot-demo', asked.password)).toMatchObject({
      value: { kind: 'set' },
    });
    expect(await server.begin(token)).toMatchObject({ error: { kind: 'expired' } });
  });
});
