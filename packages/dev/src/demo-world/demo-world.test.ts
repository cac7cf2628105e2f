import { createHash, createPublicKey, verify } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { FileProblem, Result } from '@batbot/core';
import { FIRMWARE_IMAGE_FILE, signedBytes } from '@batbot/core/firmware';
import {
  brokenRules,
  PARAMETER_SCHEMA_FILE,
  PARAMETER_SET_FILE,
  usableValues,
  type ParameterValues,
} from '@batbot/core/parameters';
import { unpackBlock } from '@batbot/core/uploads';
import { startAccountServer } from '@batbot/server';
import { openMemoryDatabase } from '@batbot/server/testing';
import { expect, test } from 'vitest';
import { createAsk, tokenOf } from '../bench/workspace-calls.ts';
import { demoFirmwareKey, IMAGE_BYTES } from './demo-images.ts';
import { demoSize, makeWorld } from './demo-world.ts';

const today = new Date('2026-11-22T10:00:00Z');
const world = await makeWorld(demoSize, today);

test('[WS-12] the demo data is the same for the same day, and has the requested size', async () => {
  const some = { ...demoSize, packs: 20, recordings: 1 };
  const evening = await makeWorld(some, new Date('2026-11-22T23:00:00Z'));
  expect(evening.recordings).not.toEqual([]);
  expect(evening).toEqual(await makeWorld(some, today));
  const small = await makeWorld({ ...demoSize, packs: 3, recordings: 0, obdDevices: 0 }, today);
  expect([small.assets.length, small.recordings.length]).toEqual([3, 0]);
});

test('[WS-12] the demo data has 300 packs with locations, two with faults and some aged ones, all seen within two years', () => {
  const { assets: all, events, accounts } = world;
  const assets = all.filter(({ kind }) => kind === undefined);
  expect(assets).toHaveLength(300);
  expect(new Set(assets.map(({ serial }) => serial)).size).toBe(300);
  const attention = [0, 1, 2].map(
    (level) => assets.filter((asset) => asset.attention === level).length,
  );
  expect(attention).toEqual([288, 10, 2]);
  const ids = new Set(['demo-client', ...accounts.map(({ id }) => id)]);
  expect(assets.filter(({ ownerId }) => !ids.has(ownerId))).toEqual([]);
  const times = events.map(({ at }) => Date.parse(at));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(Math.min(...times)).toBeGreaterThanOrEqual(today.getTime() - 731 * 86_400_000);
  expect(Math.max(...times)).toBeLessThanOrEqual(today.getTime());
});

test('[WS-12] the demo data is added once, only if all demo accounts exist, and none of its accounts has a password', async () => {
  const small = await makeWorld({ ...demoSize, packs: 20, recordings: 1 }, today);
  const database = await openMemoryDatabase();
  const kept = { ...database, close: () => Promise.resolve() };
  const options = {
    port: 0,
    webOrigins: [],
    database: kept,
    demoWorld: () => Promise.resolve(small),
  };
  const start = async (demoAccounts: boolean) => {
    await (await startAccountServer({ ...options, demoAccounts })).close();
    const [row] = await database.query<{ readonly packs: number }>(
      `select count(*)::int as packs from assets where kind = 'PACK'`,
    );
    return row?.packs;
  };
  expect(await start(false)).toBe(0);
  expect(await start(true)).toBe(20);
  expect(await start(true)).toBe(20);
  const passwords = await database.query<{ readonly id: string }>(
    'select id from users where has_password order by id',
  );
  expect(passwords.map(({ id }) => id)).toEqual([
    'demo-client',
    'demo-inactive',
    'demo-technician',
    'demo-viewer',
  ]);
  await database.query(`delete from users where id = 'demo-viewer'`);
  await database.script('truncate assets cascade');
  expect(await start(true)).toBe(0);
  await database.close();
});

test('[WS-12] the demo documents fit the core: a schema, two standards that can be written, and signed images', () => {
  const of = (kind: string) => world.documents.filter((each) => each.kind === kind);
  const read = <T>(
    file: { readonly parse: (text: string) => Result<T, FileProblem> },
    body: unknown,
  ): T => {
    const parsed = file.parse(JSON.stringify(body));
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
    return parsed.value;
  };
  const [schema] = of('PARAMETER_SCHEMA').map(({ body }) => read(PARAMETER_SCHEMA_FILE, body));
  const sets = of('PARAMETER_SET').map(({ body }) => read(PARAMETER_SET_FILE, body));
  if (schema === undefined) throw new Error('no schema');
  expect(sets.map(({ name }) => name)).toEqual([
    'LFP 16s, 100 Ah',
    'NMC 14s, 40 Ah',
    'OBD devices, winter',
  ]);
  for (const { values, schema: ref } of sets) {
    expect(ref).toEqual({ name: schema.name, hash: of('PARAMETER_SCHEMA')[0]?.hash });
    expect(usableValues(schema, values).skipped).toEqual([]);
  }
  const reported = world.assets.flatMap(({ parameters }) => (parameters ? [parameters] : []));
  for (const { values } of reported as { readonly values: ParameterValues }[]) {
    expect(brokenRules(schema, values)).toEqual([]);
  }
  expect(of('FIRMWARE_IMAGE').map(({ state }) => state)).toEqual(['RETIRED', 'RELEASED', 'DRAFT']);
  for (const { body, pieces } of of('FIRMWARE_IMAGE')) {
    const image = read(FIRMWARE_IMAGE_FILE, body);
    const bytes = pieces?.get(image.sha256) ?? new Uint8Array();
    expect(bytes).toHaveLength(IMAGE_BYTES);
    const digest = createHash('sha256').update(bytes).digest();
    expect(digest.toString('hex')).toBe(image.sha256);
    const spki = Buffer.from(image.publicKey, 'base64');
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    const signature = Buffer.from(image.signature, 'base64');
    expect(
      verify('sha256', signedBytes(image), { key, dsaEncoding: 'ieee-p1363' }, signature),
    ).toBe(true);
    expect(createHash('sha256').update(spki).digest('hex')).toMatch(
      new RegExp(`^${demoFirmwareKey}`),
    );
  }
});

test('[WS-12] the demo client has tickets in every state, and each change of a ticket is in the log', () => {
  const { tickets, ticketEntries, events } = world;
  const ofClient = tickets.filter(({ openedById }) => openedById === 'demo-client');
  expect(new Set(ofClient.map(({ state }) => state))).toEqual(
    new Set(['OPEN', 'ASSIGNED', 'WORKING', 'WAITING_PARTS', 'WAITING_CLIENT', 'SOLVED', 'CLOSED']),
  );
  expect(tickets.length).toBeGreaterThan(ofClient.length);
  const log = events.filter(({ topic }) => topic === 'TICKET');
  const versions = tickets.reduce((sum, { version }) => sum + version, 0);
  expect(log).toHaveLength(versions + ticketEntries.length);
  const lasts = new Map(log.map(({ subjectId, body }) => [subjectId, body]));
  for (const { id, state, closedAt } of tickets) {
    expect(lasts.get(id)).toMatchObject({ after: { state } });
    expect(closedAt !== null).toBe(state === 'SOLVED' || state === 'CLOSED');
  }
});

const DEVICES = `query {
  documents(kind: PARAMETER_SET) { nodes { id name } }
  assignments { nodes { stage stages progress { stage total targets done failed } } }
}`;
const DRIFT = `query ($id: ID!) { drift(documentId: $id) { targets same differs unknown } }`;
const FLEET = 'query { fleet(metric: WORST_CELL) { n p50 worst { id value } } }';
const LIST = `query ($assetId: ID!) {
  recordings(assetId: $assetId) { nodes { startedAt samples cells chunks { kind sha256 } } }
  events(filter: { assetId: $assetId, topics: [RECORDING] }) { nodes { kind actorName } }
}`;
interface Devices {
  readonly documents: { readonly nodes: readonly Readonly<Record<'id' | 'name', string>>[] };
  readonly assignments: {
    readonly nodes: readonly {
      readonly stages: readonly number[];
      readonly progress: Readonly<Record<'total' | 'targets' | 'done' | 'failed', number>>;
    }[];
  };
}
interface Recordings {
  readonly events: { readonly nodes: readonly unknown[] };
  readonly recordings: {
    readonly nodes: readonly {
      readonly samples: number;
      readonly chunks: readonly Readonly<Record<'kind' | 'sha256', string>>[];
    }[];
  };
}
interface Fleet {
  readonly fleet: {
    readonly n: number;
    readonly p50: number;
    readonly worst: readonly { readonly id: string; readonly value: number }[];
  };
}

test('[WS-12] [WS-13] [WS-15] [ANA-14] a technician sees the drift of standards and a rollout, and opens recordings, in which an ageing pack gains resistance and a faulty one has a weak cell', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'batbot-demo-'));
  const database = await openMemoryDatabase();
  // Three packs are enough to analyse.
  const packs = [0, 17, 41].map((index) => world.assets[index]?.id);
  const recorded = world.recordings.filter(({ input }) =>
    packs.some((id) => id === input['assetId']),
  );
  // An assignment ends 25 days after the day of the demo data, which is not the day of the test.
  const assignments = world.assignments.map((each) =>
    each.expiresAt === undefined ? each : { ...each, expiresAt: '2126-01-01T00:00:00Z' },
  );
  const server = await startAccountServer({
    port: 0,
    webOrigins: [],
    database,
    demoAccounts: true,
    demoWorld: () => Promise.resolve({ ...world, assignments, recordings: recorded }),
    blobs: { folder },
  });
  const call = createAsk(server.url);
  const token = await tokenOf(call, 'technician');
  /** Returns the answer, whose shape is that of the query. */
  const ask = async <T>(query: string, variables: object): Promise<T> =>
    (JSON.parse(await call(query, variables, token)) as { readonly data: T }).data;

  const { documents, assignments: assigned } = await ask<Devices>(DEVICES, {});
  const rollout = assigned.nodes.find(({ stages }) => stages.length === 3)?.progress;
  expect(rollout).toMatchObject({ stage: 1, total: expect.any(Number) as unknown });
  const { total = 0, targets = 0, done = 0, failed = 0 } = rollout ?? {};
  expect([total > 150, targets > 60, done > 15, failed > 0, done + failed < targets]).toEqual(
    Array(5).fill(true),
  );
  for (const { id, name } of documents.nodes) {
    const { drift } = await ask<{ drift: Record<'same' | 'differs' | 'unknown', number> }>(DRIFT, {
      id,
    });
    if (name.startsWith('OBD')) {
      expect(drift).toEqual({ targets: 5, same: 1, differs: 1, unknown: 3 });
      continue;
    }
    expect([drift.same > 8, drift.differs > 0, drift.unknown > 2]).toEqual([true, true, true]);
  }

  const blockOfPiece = async (sha256: string) => {
    const answer = await fetch(new URL(`/blobs/${sha256}`, server.url), {
      headers: { authorization: token },
    });
    const block = unpackBlock(new Uint8Array(gunzipSync(await answer.arrayBuffer())));
    if (block === undefined) throw new Error('damaged');
    return block;
  };
  /**
   * The resistance of the pack in ohm, the largest cell difference in V, and the alarms of each recording, the latest
   * first.
   */
  const measure = async (assetId?: string) => {
    const { events, recordings } = await ask<Recordings>(LIST, { assetId });
    expect(events.nodes).toHaveLength(demoSize.recordings);
    const listed = recordings.nodes;
    expect(listed.map(({ samples }) => samples)).toEqual([122, 122, 122, 122]);
    return Promise.all(
      listed.map(async ({ chunks }) => {
        const piece = chunks.find(({ kind }) => kind === 'samples');
        const { packVoltageV, currentA, cellHighV, cellLowV, alarms } = (
          await blockOfPiece(piece?.sha256 ?? '')
        ).columns;
        const at = (column: Float64Array, row: number): number => column[row] ?? Number.NaN;
        return {
          ohm: (at(packVoltageV, 9) - at(packVoltageV, 10)) / (at(currentA, 9) - at(currentA, 10)),
          spreadV: at(cellHighV, 22) - at(cellLowV, 22),
          alarms: at(alarms, 0),
        };
      }),
    );
  };
  const growth = (runs: readonly { readonly ohm: number }[]): number =>
    (runs[0]?.ohm ?? Number.NaN) / (runs.at(-1)?.ohm ?? Number.NaN);
  const [sound = [], ageing = [], faulty = []] = await Promise.all(packs.map(measure));
  expect(growth(sound)).toBeLessThan(1.1);
  expect(growth(ageing)).toBeGreaterThan(1.25);
  expect(faulty.map(({ alarms }) => alarms > 0)).toEqual([true, true, true, false]);
  expect(Math.min(...faulty.map(({ spreadV }) => spreadV))).toBeGreaterThan(0.06);
  expect(Math.max(...sound.map(({ spreadV }) => spreadV))).toBeLessThan(0.03);

  // The server analyses the recordings by itself. The faulty pack has the cell with the highest resistance.
  const analyses = () => database.query(`select 1 from jobs where kind = 'ROLLUP'`);
  await expect.poll(analyses).toEqual([]);
  const { fleet } = await ask<Fleet>(FLEET, {});
  expect(fleet.n).toBe(3);
  expect(fleet.worst[0]?.value).toBeGreaterThan(80);
  expect(fleet.worst[0]?.id).toBe(packs[2]);
  expect(fleet.p50).toBeLessThan(20);
  await server.close();
  await rm(folder, { recursive: true });
});
