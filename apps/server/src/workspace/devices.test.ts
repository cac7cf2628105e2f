import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { createBlobs } from '../blobs/blobs.ts';
import type { Database } from '../database/database.ts';
import { hashOf } from '../hash.ts';
import { describeOnDatabases } from '../testing/databases.ts';
import { memoryBlobs } from '../testing/memory-blobs.ts';
import {
  addTestAccount,
  applyAs,
  AT,
  imageBody,
  item,
  submitAs,
} from '../testing/test-workspace.ts';
import { findAsset } from './lists/assets.ts';
import { findAssignment, type Assignment } from './lists/assignments.ts';
import { listChanges } from './lists/changes.ts';
import { findDocument } from './lists/documents.ts';
import { readDrift } from './lists/drift.ts';
import { listEvents } from './lists/events.ts';
import { visibleTopics } from './rights.ts';
import { asAccount, type Actor } from './scope.ts';
import { canonicalJson } from './values.ts';

const SCHEMA = { name: 'Simulator', hash: hashOf('schema') };
const PIECE = 'a piece of an image';

/** Creates a UUID with the given last 8 digits, which decide the stage of an asset. */
const idEnding = (digits: string): string => `${randomUUID().slice(0, 28)}${digits}`;
/** Creates the id of an asset that comes at this percent of the targets of an assignment whose id ends in 00000000. */
const assetAt = (percent: number): string => idEnding(percent.toString(16).padStart(8, '0'));

describeOnDatabases('devices', (get) => {
  let database: Database;
  beforeAll(async () => {
    database = get();
    await addTestAccount(database, { id: 'maker' });
    await addTestAccount(database, { id: 'engineer', creatorId: 'maker' });
    await addTestAccount(database, { id: 'client', creatorId: 'maker' });
    await addTestAccount(database, { id: 'shop', creatorId: 'client' });
    await addTestAccount(database, { id: 'other', creatorId: 'maker' });
    for (const flag of [
      'battAccess',
      'uploadConfig',
      'editConfig',
      'updateFirmware',
      'pointFirmware',
      'firmwareHistory',
      'addFirmware',
    ] as const) {
      await addTestAccount(database, {
        id: flag,
        creatorId: 'client',
        flags: [flag],
        maxSubUsers: 0,
      });
    }
  });

  const codeOf = async (as: string, change: object, base?: number) => {
    const [outcome] = await submitAs(database, as, [item({ ...change }, base)]);
    return outcome?.code ?? outcome?.status;
  };
  const newAsset = async (
    owner: string,
    facts: { readonly id?: string; readonly [fact: string]: unknown } = {},
  ) => {
    const id = facts.id ?? randomUUID();
    await applyAs(database, owner, { putAsset: { serial: id, ...facts, id } });
    return id;
  };
  const read = (id: string, as = 'maker') =>
    asAccount(database, as, (scope) => findAsset(scope, id));

  const write = (assetId: string, more: object = {}) => ({
    reportWrite: {
      id: randomUUID(),
      assetId,
      schema: SCHEMA,
      outcome: 'DONE',
      changes: [{ key: 'A', before: 1, wanted: 2, readBack: 2 }],
      values: { B: true, A: 2 },
      ...more,
    },
  });
  const install = (assetId: string, imageId: string | null, outcome = 'DONE', to = '2') => ({
    reportInstall: { id: randomUUID(), assetId, imageId, to, outcome, seconds: 50, bytes: 1 },
  });

  it('[WS-13] a report of a write is logged and stored as the parameters of the asset, the newest by its own time', async () => {
    const id = await newAsset('client');
    const at = (day: number) => `2026-03-${day}T00:00:00.000Z`;
    const report = (more: object) => applyAs(database, 'client', write(id, more));
    await report({ at: at(12), firmware: '1', commands: ['AT+PARSAVE'] });
    await report({ at: at(11), values: { A: 7 } });
    await report({ at: at(13), outcome: 'READ', changes: [], firmware: '1.1' });
    await report({ at: at(14), values: undefined, outcome: 'PARTIAL' });
    const hash = hashOf(canonicalJson({ schema: SCHEMA.hash, values: { A: 2, B: true } }));
    expect(await read(id)).toMatchObject({
      version: 1,
      parameters: {
        at: at(13),
        schemaName: 'Simulator',
        schemaHash: SCHEMA.hash,
        hash,
        values: { A: 2, B: true },
        firmware: '1.1',
      },
    });
    const { nodes } = await asAccount(database, 'maker', (scope) =>
      listEvents(scope, { filter: { assetId: id, topics: ['PARAMETER_WRITE'] } }),
    );
    expect(nodes.map((node) => (node as unknown as { readonly body: unknown }).body)).toMatchObject(
      [
        { after: { outcome: 'PARTIAL' } },
        { before: { hash }, after: { outcome: 'READ', hash, at: at(13) } },
        { before: { hash }, after: { values: { A: 7 } } },
        {
          before: { hash: null },
          after: {
            outcome: 'DONE',
            schema: SCHEMA,
            hash,
            firmware: '1',
            changes: [{ key: 'A', before: 1, wanted: 2, readBack: 2 }],
            values: { A: 2, B: true },
            commands: ['AT+PARSAVE'],
          },
        },
      ],
    );
    expect(
      (nodes[1] as unknown as { readonly body: { readonly after: object } }).body.after,
    ).not.toHaveProperty('values');
  });

  it('[WS-13] a report needs its permission flag and an asset of the subtree, and its parameters are visible only with a flag for parameters', async () => {
    const id = await newAsset('client');
    const own = await newAsset('client');
    expect(await codeOf('uploadConfig', write(id))).toBe('NOT_PERMITTED');
    expect(await codeOf('battAccess', write(id))).toBe('NOT_PERMITTED');
    expect(await codeOf('editConfig', write(id))).toBe('NOT_FOUND');
    expect(await codeOf('other', write(id))).toBe('NOT_FOUND');
    expect(await codeOf('client', write(own, { outcome: 'MAYBE' }))).toBe('INVALID');
    expect(await codeOf('client', write(own, { values: { A: { deep: 1 } } }))).toBe('INVALID');
    expect(await codeOf('client', write(own))).toBe('APPLIED');
    for (const [flag, hash] of [
      ['battAccess', undefined],
      ['uploadConfig', expect.any(String)],
    ] as const) {
      await applyAs(database, 'client', { moveAsset: { id: own, ownerId: flag } });
      expect((await read(own, flag))?.parameters?.hash).toEqual(hash);
    }
  });

  it('[WS-04] reports are in the changes list with their asset', async () => {
    const id = await newAsset('client');
    const ask = (after: string | null) =>
      asAccount(database, 'client', (scope) => listChanges(scope, { after }));
    const { endCursor } = await ask(null);
    await applyAs(database, 'client', write(id));
    await applyAs(database, 'client', install(id, null));
    const { nodes } = await ask(endCursor);
    expect(nodes).toMatchObject([
      { event: { kind: 'reportWrite' }, asset: { id, firmware: '2' } },
      { event: { kind: 'reportInstall' }, asset: { id, parameters: { values: { A: 2 } } } },
    ]);
  });

  const blobs = () => createBlobs(database, store);
  const store = memoryBlobs();
  const image = (id: string, state: string, body: object = imageBody(hashOf(PIECE))) => ({
    publishDocument: { id, kind: 'FIRMWARE_IMAGE', name: 'Image', body, state },
  });
  const releasedImage = async (version = '2') => {
    const id = randomUUID();
    await blobs().put('engineer', hashOf(PIECE), Buffer.from(PIECE));
    await applyAs(database, 'engineer', image(id, 'DRAFT', imageBody(hashOf(PIECE), version)));
    await applyAs(database, 'maker', image(id, 'RELEASED', imageBody(hashOf(PIECE), version)), 1);
    return id;
  };

  it('[WS-14] an image is released, unchanged, by an account other than its author, and then belongs to that account', async () => {
    const id = randomUUID();
    await database.query('delete from blob_refs where $1::text is not null', ['']);
    expect(await codeOf('engineer', image(id, 'DRAFT'))).toBe('BLOBS_MISSING');
    await blobs().put('engineer', hashOf(PIECE), Buffer.from(PIECE));
    expect(await codeOf('engineer', image(id, 'DRAFT', { format: 'batbot-firmware-1' }))).toBe(
      'INVALID',
    );
    expect(await codeOf('engineer', image(id, 'RELEASED'))).toBe('SECOND_PERSON');
    expect(await codeOf('engineer', image(id, 'DRAFT'))).toBe('APPLIED');
    expect(await codeOf('engineer', image(id, 'RELEASED'), 1)).toBe('SECOND_PERSON');
    expect(await codeOf('maker', image(id, 'RELEASED', imageBody(hashOf(PIECE), '9')), 1)).toBe(
      'SECOND_PERSON',
    );
    expect(await codeOf('maker', image(id, 'RELEASED'), 7)).toBe('VERSION');
    expect(await blobs().get('shop', hashOf(PIECE))).toBeUndefined();
    expect(await codeOf('maker', image(id, 'RELEASED'), 1)).toBe('APPLIED');
    expect(await codeOf('maker', image(id, 'RELEASED'), 2)).toBe('RELEASED');
    const [edited, body] = [randomUUID(), imageBody(hashOf(PIECE), '9')];
    expect(await codeOf('engineer', image(edited, 'DRAFT'))).toBe('APPLIED');
    expect(await codeOf('maker', image(edited, 'DRAFT', body), 1)).toBe('APPLIED');
    expect(await codeOf('engineer', image(edited, 'RELEASED', body), 2)).toBe('SECOND_PERSON');
    const seen = await asAccount(database, 'shop', (scope) => findDocument(scope, id));
    expect(seen).toMatchObject({ state: 'RELEASED', version: 2, authorId: null });
    expect((await blobs().get('shop', hashOf(PIECE)))?.toString()).toBe(PIECE);
    expect((await blobs().get('updateFirmware', hashOf(PIECE)))?.toString()).toBe(PIECE);
    expect(await blobs().get('battAccess', hashOf(PIECE))).toBeUndefined();
  });

  it('[WS-14] replacing a draft releases the pieces of the earlier one', async () => {
    const id = randomUUID();
    for (const text of ['first', 'second'])
      await blobs().put('engineer', hashOf(text), Buffer.from(text));
    await applyAs(database, 'engineer', image(id, 'DRAFT', imageBody(hashOf('first'))));
    await applyAs(database, 'engineer', image(id, 'DRAFT', imageBody(hashOf('second'))), 1);
    expect(await blobs().get('maker', hashOf('first'))).toBeUndefined();
    expect((await blobs().get('maker', hashOf('second')))?.toString()).toBe('second');
  });

  it('[WS-05] adding, pointing and installing an image each need their own flag', async () => {
    const asset = await newAsset('client');
    const id = await releasedImage();
    const change = {
      add: image(randomUUID(), 'DRAFT'),
      retire: { retireDocument: { id } },
      point: { assign: { id: randomUUID(), documentId: id, accountId: 'shop', mode: 'OFFERED' } },
      install: install(asset, id),
    };
    const refused = async (as: string) => {
      const codes: string[] = [];
      for (const [name, each] of Object.entries(change)) {
        if ((await codeOf(as, each)) === 'NOT_PERMITTED') codes.push(name);
      }
      return codes;
    };
    expect(await refused('addFirmware')).toEqual(['point', 'install']);
    expect(await refused('pointFirmware')).toEqual(['add', 'install']);
    expect(await refused('updateFirmware')).toEqual(['add', 'point']);
    expect(await refused('firmwareHistory')).toEqual(['add', 'point', 'install']);
  });

  it('[DEV-80] with updateFirmware alone, an account sees the schemas and reports the settings of its installs', async () => {
    const actor = { flags: ['updateFirmware'], maxSubUsers: 0 } as unknown as Actor; // the rest is not read
    expect(visibleTopics(actor)).toContain('PARAMETER_SCHEMA');
    expect(visibleTopics(actor)).not.toContain('PARAMETER_SET');
    expect(await codeOf('updateFirmware', write(randomUUID()))).toBe('NOT_FOUND');
    expect(await codeOf('firmwareHistory', write(randomUUID()))).toBe('NOT_PERMITTED');
  });

  const point = async (documentId: string, more: object) => {
    const id = idEnding('00000000');
    await applyAs(database, 'maker', { assign: { id, documentId, mode: 'OFFERED', ...more } });
    return id;
  };
  const assignment = (id: string, as = 'maker') =>
    asAccount(database, as, (scope) => findAssignment(scope, id) as Promise<Assignment>);

  it('[WS-15] a report of an install sets the firmware if the install is done, and must name an image that the caller can see', async () => {
    const id = await newAsset('client', { firmware: '1' });
    const imageId = await releasedImage();
    await applyAs(database, 'client', install(id, imageId, 'FAILED'));
    expect(await read(id)).toMatchObject({ version: 1, firmware: '1' });
    await applyAs(database, 'client', install(id, imageId));
    expect(await read(id)).toMatchObject({ version: 2, firmware: '2' });
    await applyAs(database, 'client', install(id, imageId)); // the same version is a success
    expect(await read(id)).toMatchObject({ version: 2, firmware: '2' });
    expect(await codeOf('client', install(id, randomUUID()))).toBe('NOT_FOUND');
    expect(await codeOf('other', install(id, imageId))).toBe('NOT_FOUND');
  });

  it('[WS-15] the id of a pack decides its stage, and the assignment pauses when all packs of a stage have reported', async () => {
    await addTestAccount(database, { id: 'staged', creatorId: 'maker' });
    const packs = [5, 15, 60, 90].map(assetAt);
    for (const id of packs) await newAsset('staged', { id, firmware: '1' });
    await newAsset('staged', { kind: 'OBD' });
    const imageId = await releasedImage();
    const id = await point(imageId, {
      accountId: 'staged',
      stages: [20, 70, 100],
      pauseAfterStage: true,
    });
    expect((await assignment(id)).progress).toEqual({
      stage: 0,
      total: 4,
      targets: 2,
      done: 0,
      failed: 0,
    });
    await applyAs(database, 'staged', install(packs[0] ?? '', imageId));
    await applyAs(database, 'staged', install(packs[1] ?? '', imageId, 'FAILED'));
    expect(await assignment(id)).toMatchObject({
      state: 'PAUSED',
      reason: 'STAGE',
      version: 2,
      progress: { stage: 0, targets: 2, done: 1, failed: 1 },
    });
    await applyAs(database, 'maker', { setAssignment: { id, state: 'ACTIVE' } });
    expect(await assignment(id)).toMatchObject({ state: 'ACTIVE', stage: 1, reason: null });
    const newcomer = assetAt(3);
    await newAsset('staged', { id: newcomer, firmware: '1' });
    expect((await assignment(id)).progress).toEqual({
      stage: 1,
      total: 5,
      targets: 4,
      done: 1,
      failed: 1,
    });
    await applyAs(database, 'staged', install(packs[1] ?? '', imageId)); // a second attempt succeeds
    await applyAs(database, 'staged', install(packs[2] ?? '', imageId));
    expect(await assignment(id)).toMatchObject({
      state: 'ACTIVE',
      stage: 1,
      progress: { done: 3, failed: 0 },
    });
    await applyAs(database, 'maker', { setAssignment: { id, state: 'ACTIVE', stage: 2 } });
    expect((await assignment(id)).progress).toMatchObject({ stage: 2, targets: 5, done: 3 });
    expect(await codeOf('maker', { setAssignment: { id, state: 'ACTIVE', stage: 3 } })).toBe(
      'INVALID',
    );
  });

  it('[DEV-83] an account may change the assignments that its subtree made, not those of an account above', async () => {
    const id = await point(await releasedImage(), { accountId: 'shop' });
    expect((await assignment(id, 'maker')).mayChange).toBe(true);
    expect((await assignment(id, 'shop')).mayChange).toBe(false);
    expect(await codeOf('pointFirmware', { setAssignment: { id, state: 'PAUSED' } })).toBe(
      'NOT_FOUND',
    );
  });

  it('[WS-15] too many failures pause an assignment of an account above, with an event that both accounts see', async () => {
    await addTestAccount(database, { id: 'failing', creatorId: 'maker' });
    const packs = [1, 2, 3, 4].map(assetAt);
    for (const id of packs) await newAsset('failing', { id });
    const imageId = await releasedImage();
    const id = await point(imageId, { accountId: 'failing', stopAtFailedPercent: 50 });
    const ask = (as: string, after: string | null) =>
      asAccount(database, as, (scope) => listChanges(scope, { after }));
    const { endCursor } = await ask('failing', null);
    const fail = (index: number) =>
      applyAs(database, 'failing', install(packs[index] ?? '', imageId, 'INTERRUPTED'));
    await fail(0);
    expect(await assignment(id)).toMatchObject({ state: 'ACTIVE' });
    await fail(1);
    expect(await assignment(id)).toMatchObject({ state: 'PAUSED', reason: 'FAILED' });
    const { nodes } = await ask('failing', endCursor);
    expect(nodes).toContainEqual(
      expect.objectContaining({
        event: expect.objectContaining({ kind: 'setAssignment', actorId: 'failing' }) as unknown,
        assignment: expect.objectContaining({ id, state: 'PAUSED' }) as unknown,
      }),
    );
    await applyAs(database, 'maker', { setAssignment: { id, state: 'ACTIVE' } });
    await fail(2);
    expect(await assignment(id)).toMatchObject({ state: 'ACTIVE', progress: { failed: 3 } });
    await fail(3);
    expect(await assignment(id)).toMatchObject({ state: 'PAUSED', reason: 'FAILED' });
  });

  it('[WS-15] a filter selects packs, an empty stage is skipped, and an expired assignment does not change', async () => {
    await addTestAccount(database, { id: 'filtered', creatorId: 'maker' });
    const old = assetAt(50);
    await newAsset('filtered', { id: old, model: 'BX', firmware: '1' });
    await newAsset('filtered', { model: 'MX', firmware: '1' });
    await newAsset('filtered', { model: 'BX', firmware: '0' });
    await newAsset('filtered', { model: 'BX', firmware: '1', state: 'SCRAPPED' });
    const imageId = await releasedImage();
    const filter = { model: 'BX', firmware: '1' };
    const id = await point(imageId, { accountId: 'filtered', filter, stages: [10, 60, 100] });
    expect((await assignment(id)).progress).toEqual({
      stage: 1,
      total: 1,
      targets: 1,
      done: 0,
      failed: 0,
    });
    const late = await point(imageId, {
      accountId: 'filtered',
      filter,
      stages: [60, 100],
      expiresAt: '2026-01-01T00:00:00Z',
    });
    await applyAs(database, 'filtered', install(old, imageId));
    expect((await assignment(id)).progress).toMatchObject({ stage: 2, total: 1, done: 1 });
    expect(await assignment(late)).toMatchObject({ stage: 0, version: 1 });
  });

  it('[DEV-89] an expired assignment can be ended but not continued', async () => {
    const id = await point(await releasedImage(), {
      accountId: 'client',
      expiresAt: '2026-01-01T00:00:00Z',
    });
    const set = (state: string) => codeOf('maker', { setAssignment: { id, state } });
    expect(await set('PAUSED')).toBe('APPLIED');
    expect(await set('ACTIVE')).toBe('INVALID');
    expect((await assignment(id)).state).toBe('PAUSED');
    expect(await set('CANCELLED')).toBe('APPLIED');
  });

  it('[WS-15] an assignment needs one audience that can see the document, and valid stages', async () => {
    const imageId = await releasedImage();
    const assetId = await newAsset('client');
    const assign = (more: object, documentId = imageId) => ({
      assign: { id: randomUUID(), documentId, mode: 'OFFERED', ...more },
    });
    for (const more of [
      {},
      { assetId, accountId: 'client' },
      { assetId, filter: {} },
      { accountId: 'client', stages: [] },
      { accountId: 'client', stages: [50] },
      { accountId: 'client', stages: [50, 50, 100] },
      { accountId: 'client', stopAtFailedPercent: 0 },
    ]) {
      expect([more, await codeOf('maker', assign(more))]).toEqual([more, 'INVALID']);
    }
    expect(await codeOf('client', assign({ accountId: 'other' }))).toBe('NOT_FOUND');
    expect(await codeOf('client', assign({ filter: { model: 'BX' } }))).toBe('APPLIED');
    const set = randomUUID();
    await applyAs(database, 'engineer', standard(set, {}));
    expect(await codeOf('maker', assign({ accountId: 'client' }, set))).toBe('OUT_OF_REACH');
  });

  it('[PAGE-121] an assignment to a Romeo device expires after 7 days; one to a pack does not expire by itself', async () => {
    const set = randomUUID();
    await applyAs(database, 'maker', standard(set, {}));
    const romeo = await newAsset('client', { kind: 'ROMEO' });
    const expiry = async (more: object) => {
      const id = await point(set, more);
      const row = (await assignment(id)) as unknown as { readonly expiresAt: Date | null };
      return row.expiresAt?.toISOString() ?? null;
    };
    const week = new Date(Date.parse(AT) + 7 * 86_400_000).toISOString();
    expect(await expiry({ assetId: romeo })).toBe(week);
    expect(await expiry({ filter: { kind: 'ROMEO' } })).toBe(week);
    expect(await expiry({ assetId: await newAsset('client') })).toBeNull();
  });

  const standard = (id: string, values: object) => ({
    publishDocument: {
      id,
      kind: 'PARAMETER_SET',
      name: 'Standard',
      body: { format: 'batbot-parameter-set-1', schema: SCHEMA, values },
      state: 'RELEASED',
    },
  });

  it('[WS-13] the drift of a standard counts packs by their reported parameters, without those that have a nearer standard', async () => {
    await addTestAccount(database, { id: 'fleet', creatorId: 'maker' });
    await addTestAccount(database, { id: 'depot', creatorId: 'fleet' });
    const [wide, near] = [randomUUID(), randomUUID()];
    await applyAs(database, 'maker', standard(wide, { A: 2, L: [1, 2] }));
    await applyAs(database, 'maker', standard(near, { A: 3 }));
    const reported = async (values: object | undefined, schema: object = SCHEMA) => {
      const id = await newAsset('depot');
      if (values !== undefined) await applyAs(database, 'depot', write(id, { values, schema }));
      return id;
    };
    await reported({ A: 2, L: [1, 2], B: false });
    const differing = [await reported({ A: 2, L: [2, 1] }), await reported({ A: 2.5 })];
    await reported({ A: 2 }); // one value is not known
    await reported(undefined);
    await reported({ A: 2, L: [1, 2] }, { name: 'Newer', hash: hashOf('newer') });
    const own = await reported({ A: 9 });
    await point(wide, { accountId: 'fleet' });
    const drift = (id: string, as = 'maker') =>
      asAccount(database, as, (scope) => readDrift(scope, id));
    expect(await drift(wide)).toMatchObject({ targets: 7, same: 1, differs: 3, unknown: 3 });
    await point(near, { assetId: own });
    expect(await drift(near)).toMatchObject({ targets: 1, differs: 1, nodes: [{ id: own }] });
    const { nodes, ...counts } = await drift(wide, 'depot');
    expect(counts).toEqual({ targets: 6, same: 1, differs: 2, unknown: 3 });
    expect(nodes.map(({ id }) => id).toSorted()).toEqual(differing.toSorted());
    expect(await drift(wide, 'other')).toEqual({
      targets: 0,
      same: 0,
      differs: 0,
      unknown: 0,
      nodes: [],
    });
  });
});
