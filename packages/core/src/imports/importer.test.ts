import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeTabs } from '../fakes/fake-tab-lock.ts';
import { createFakeWorkspaceServer } from '../fakes/fake-workspace-server.ts';
import { createFakeWorkspaceStorage } from '../fakes/fake-workspace-store.ts';
import { createLive } from '../prelude/live.ts';
import { ok } from '../prelude/result.ts';
import { assetsOf } from '../workspace/rows.ts';
import { copied } from '../workspace/workspace.fixture.ts';
import { createWorkspace } from '../workspace/workspace.ts';
import { createImporter, isUnfinished } from './importer.ts';
import { newPackId, importResult } from './pack-change.ts';
import { knownPack, type PackRow } from './pack-rows.ts';
import { createRememberedMappings } from './remembered-mapping.ts';

const ID = 'ab'.repeat(32);

/** Creates a computer with a server. `open` opens a page, and `kill` ends it as a crash does. */
const createRig = () => {
  const clock = createFakeClock();
  const server = createFakeWorkspaceServer();
  const storage = createFakeWorkspaceStorage();
  const tabs = createFakeTabs();
  let byte = 0;
  const same = (bytes: Uint8Array<ArrayBuffer>) => Promise.resolve(bytes);
  const open = () => {
    const tab = tabs.open();
    const kept = storage.open();
    let isAlive = true;
    const never = new Promise<never>(() => undefined);
    const workspace = createWorkspace({
      server,
      store: {
        ...kept,
        read: (...wanted) => (isAlive ? kept.read(...wanted) : never),
        write: (...writes) => (isAlive ? kept.write(...writes) : never),
      },
      tabs: {
        ...tab,
        take: async (...claim) => {
          const hold = await tab.take(...claim);
          if (isAlive) return hold;
          void hold?.release(); // the browser grants no lock to a page that has ended
          return never;
        },
      },
      clock,
      tools: {
        gzip: same,
        gunzip: same,
        sha256: (bytes) => Promise.resolve(new TextDecoder().decode(bytes)),
      },
      random: () => 0.5,
      randomBytes: (count) => Uint8Array.from({ length: count }, () => (byte += 7)),
      userId: 'ada',
      token$: createLive<string | undefined>('token').live,
      isReached$: createLive(true).live,
    });
    const importer = createImporter({ workspace, now: clock.wallNow });
    const packs = () => assetsOf(workspace.rows$.value, workspace.outbox.items$.value);
    const kill = (): void => {
      isAlive = false;
      workspace.dispose();
      kept.dispose();
      tab.close();
    };
    return { workspace, importer, packs, kill };
  };
  return { clock, server, storage, open };
};
type Page = ReturnType<ReturnType<typeof createRig>['open']>;

const newRows = (count: number, from = 0): readonly PackRow[] =>
  Array.from({ length: count }, (_, at) => ({
    kind: 'create',
    line: from + at + 2,
    facts: { serial: `SN${from + at}` },
  }));

const batches = async function* (rows: readonly PackRow[]) {
  await Promise.resolve();
  for (let at = 0; at < rows.length; at += 70) yield rows.slice(at, at + 70);
};
const about = { id: ID, fileName: 'packs.csv', refused: 2 };

/** Lets the synchronization end, however many pages of rows it fetches. */
const settleAll = async (
  clock: ReturnType<typeof createFakeClock>,
  { workspace }: Page,
): Promise<void> => {
  for (let round = 0; round < 60 && workspace.outbox.items$.value.length > 0; round += 1) {
    await clock.advance(600_000);
  }
};

const stage = async ({ importer }: Page, rows: readonly PackRow[]) => {
  const staged = await importer.stage(about, batches(rows));
  expect(staged.ok).toBe(true);
};

describe('applying a pack list', () => {
  test('[IMP-7] every row becomes one change, and the server has all packs', async () => {
    const { clock, server, open } = createRig();
    const page = open();
    await stage(page, newRows(450));
    expect(page.importer.imports$.value).toMatchObject([
      { state: 'applying', create: 450, refused: 2, next: 0 },
    ]);
    expect(page.workspace.outbox.items$.value).toEqual([]);
    expect(await page.importer.apply(ID)).toMatchObject({ value: { state: 'done', next: 450 } });
    await clock.advance(60_000);
    expect(server.applied()).toHaveLength(450);
    expect(server.rows().size).toBe(450);
    expect(server.rows().get(newPackId(ID, 2))).toMatchObject({
      values: { serial: 'SN0' },
      version: 1,
    });
  });

  test('[IMP-7] while the server confirms nothing, the rest waits on this computer and can be stopped', async () => {
    const { clock, server, open } = createRig();
    server.fail('unreachable');
    const page = open();
    await stage(page, newRows(1_000));
    const applying = page.importer.apply(ID);
    await clock.settle();
    expect(page.importer.run$.value).toEqual({ id: ID, isWaiting: true });
    expect(page.workspace.outbox.items$.value).toHaveLength(600);
    page.importer.stop();
    expect(await applying).toMatchObject({ value: { state: 'applying', next: 600 } });
    server.fail(undefined);
    const again = page.importer.apply(ID);
    await clock.advance(600_000);
    expect(await again).toMatchObject({ value: { state: 'done' } });
    await clock.advance(600_000);
    expect(server.applied()).toHaveLength(1_000);
  });

  test('[IMP-28] a list that is imported after the clock was set back applies after earlier changes', async () => {
    const { clock, server, open } = createRig();
    server.fail('unreachable');
    const page = open();
    const input = { id: 'p1', serial: 'SN0', model: 'A' };
    await page.workspace.change({ target: 'asset:p1', kind: 'putAsset', input, base: undefined });
    clock.jumpWall(-3_600_000);
    const pack = page.packs().map(knownPack)[0];
    if (pack === undefined) throw new Error('The pack is not listed.');
    await stage(page, [{ kind: 'update', line: 2, facts: { model: 'B' }, pack }]);
    expect(await page.importer.apply(ID)).toMatchObject({ ok: true });
    server.fail(undefined);
    await settleAll(clock, page);
    expect(server.rows().get('p1')).toMatchObject({ values: { serial: 'SN0', model: 'B' } });
  });

  test('[IM-02] [IMP-7] a page that is killed at any moment leaves an import that continues, and no row is applied twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(60), { maxLength: 4 }),
        fc.boolean(),
        async (kills, isLossy) => {
          const { clock, server, open } = createRig();
          let page = open();
          await stage(page, newRows(450));
          let calls = 0;
          if (isLossy)
            server.decide((call) =>
              call === 'submit' && (calls += 1) % 3 === 0 ? 'lostAfter' : 'answered',
            );
          for (const steps of kills) {
            void page.importer.apply(ID);
            for (let step = 0; step < steps; step += 1) await Promise.resolve();
            page.kill();
            page = open();
            await clock.settle();
            await page.importer.reload();
          }
          const end = page.importer.apply(ID);
          await settleAll(clock, page);
          expect(await end).toMatchObject({ value: { state: 'done' } });
          await settleAll(clock, page);
          expect(server.rows().size).toBe(450);
          expect([...server.rows().values()].every((row) => row.version === 1)).toBe(true);
          expect(page.workspace.outbox.items$.value).toEqual([]);
        },
      ),
      { numRuns: 8 },
    );
  });

  test('[IM-03] [IMP-7] [IMP-11] no row of a list is applied if the list could not be stored completely', async () => {
    const { storage, open } = createRig();
    const page = open();
    const failing = async function* () {
      yield* batches(newRows(400));
      throw new Error('the worker stopped');
    };
    await expect(page.importer.stage(about, failing())).rejects.toThrow('the worker stopped');
    expect(await page.importer.stage(about, batches(newRows(20_001)))).toMatchObject({
      error: { kind: 'tooMany' },
    });
    const full = async function* () {
      yield newRows(300);
      storage.refuse('full');
      yield newRows(300, 300);
    };
    expect(await page.importer.stage(about, full())).toMatchObject({ error: { kind: 'full' } });
    expect(page.importer.imports$.value).toEqual([]);
    expect(page.workspace.outbox.items$.value).toEqual([]);
    for (const table of ['outbox', 'imports', 'importParts'] as const)
      expect(storage.rows('ada', table)).toEqual([]);
  });

  test('[IM-01] [IMP-7] a list that was not read to its end leaves nothing behind', async () => {
    const { clock, storage, open } = createRig();
    const page = open();
    const stuck = async function* () {
      yield newRows(300);
      await new Promise(() => undefined);
    };
    void page.importer.stage(about, stuck());
    await clock.settle();
    page.kill();
    const later = open();
    expect(later.importer.imports$.value).toBeUndefined();
    await clock.settle();
    expect(later.importer.imports$.value).toEqual([]);
    expect(storage.rows('ada', 'imports')).toEqual([]);
    expect(storage.rows('ada', 'importParts')).toEqual([]);
  });

  test('[IM-06] imports that cannot be read count as unknown, not as none, and a list that was read stays', async () => {
    const { clock, storage, open } = createRig();
    storage.refuseReads('imports');
    const { importer } = open();
    await clock.settle();
    const refused = { kind: 'failed', message: 'not readable' };
    expect([importer.imports$.value, importer.problem$.value]).toEqual([undefined, refused]);
    storage.refuseReads(undefined);
    await importer.reload();
    expect([importer.imports$.value, importer.problem$.value]).toEqual([[], undefined]);
    storage.refuseReads('imports');
    await importer.reload();
    expect([importer.imports$.value, importer.problem$.value]).toEqual([[], refused]);
  });

  test('[IMP-6] a list that is imported twice adds each pack once, because ids depend only on the file and the line', async () => {
    const { clock, server, open } = createRig();
    const page = open();
    for (let time = 0; time < 2; time += 1) {
      await stage(page, newRows(3));
      await page.importer.apply(ID);
      await clock.advance(60_000);
      await clock.settle();
    }
    expect([...server.rows().keys()]).toEqual([2, 3, 4].map((line) => newPackId(ID, line)));
    expect(page.importer.imports$.value?.map(({ id }) => id)).toEqual([
      expect.stringMatching(`^${ID}-`),
      ID,
    ]);
    expect(newPackId(ID, 4)).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-000000000004$/,
    );
  });
});

describe('remembered mappings', () => {
  const value = { kind: 'packs', mapping: [{ target: 'serial', column: 3 }] } as const;
  const id = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`;

  test('[IMP-4] a mapping is remembered for the same columns only, also after a reload and without the server', async () => {
    const { open, server } = createRig();
    server.fail('unreachable');
    const page = open();
    await createRememberedMappings(page.workspace).keep(['a', 'b'], value, id(1));
    page.kill();
    const again = open();
    const { of } = createRememberedMappings(again.workspace);
    expect(await of(['a', 'b'])).toEqual(value);
    expect(await of(['a', 'c'])).toBeUndefined();
    await again.importer.reload();
    expect(again.importer.imports$.value).toEqual([]);
    expect(again.workspace.outbox.items$.value).toEqual([]);
  });

  test('[IMP-12] a mapping is available on other computers, the newest first, and is published once', async () => {
    const { clock, open, server } = createRig();
    const { workspace } = open();
    const published = () => server.applied().map(({ input }) => [input['id'], input['name']]);
    const { keep } = createRememberedMappings(workspace);
    await keep(['a', 'b'], value, id(1));
    workspace.sync.run();
    await clock.settle();
    await keep(['a', 'b'], value, id(2));
    expect(published()).toEqual([[id(1), 'a, b']]);
    const newer = { ...value, mapping: [{ target: 'serial', column: 0 }] } as const;
    await keep(['a', 'b'], newer, id(3));
    expect(published()).toHaveLength(2);
    server.put(id(1), { createdAt: '2026-01-01T00:00:00Z' });
    server.put(id(3), { createdAt: '2026-01-02T00:00:00Z' });
    server.put(id(4), { body: { columns: 'x', kind: 'odd' }, kind: 'IMPORT_MAPPING' });
    workspace.sync.run();
    await clock.settle();
    // Another computer has the copies of the server only.
    const other = {
      ...workspace,
      input: { ...workspace.input, read: () => Promise.resolve(ok([])) },
    };
    const { of } = createRememberedMappings(other);
    expect(await of(['a', 'b'])).toEqual(newer);
    server.put(id(3), { state: 'RETIRED' });
    workspace.sync.run();
    await clock.settle();
    expect(await of(['a', 'b'])).toEqual(value);
    expect(await of(['a', 'c'])).toBeUndefined();
  });
});

describe('undoing an import', () => {
  const withPacks = async () => {
    const rig = createRig();
    rig.server.put('old', {
      id: 'old',
      serial: 'OLD',
      model: 'X',
      place: { at: '2025-01-01T00:00:00Z', lat: 47, lon: 8, accuracyM: 12, address: 'Bern' },
    });
    const page = rig.open();
    await rig.clock.advance(1_000);
    const [pack] = page.packs().map(knownPack);
    if (pack === undefined) throw new Error('The pack was not copied.');
    const rows: readonly PackRow[] = [
      ...newRows(2),
      { kind: 'update', line: 9, pack, facts: { model: 'Y', cells: 8, place: 'Basel' } },
    ];
    await stage(page, rows);
    return { ...rig, page };
  };

  test('[IMP-8] unsent changes are withdrawn', async () => {
    const { clock, server, page } = await withPacks();
    server.fail('unreachable');
    await page.importer.apply(ID);
    await clock.settle();
    expect(await page.importer.undo(ID)).toMatchObject({
      value: { state: 'undone', undo: { withdrawn: 3, reversed: 0, stays: 0 } },
    });
    server.fail(undefined);
    await clock.advance(600_000);
    expect(server.applied()).toEqual([]);
    expect(page.packs()).toHaveLength(1);
  });

  test('[IMP-8] applied changes are reversed: new packs are scrapped, and updates get their values back', async () => {
    const { clock, server, page } = await withPacks();
    await page.importer.apply(ID);
    await clock.advance(60_000);
    expect(server.rows().get('old')).toMatchObject({
      values: { model: 'Y', cells: 8 },
      version: 2,
    });
    expect(await page.importer.undo(ID)).toMatchObject({
      value: { undo: { withdrawn: 0, reversed: 3, stays: 0 } },
    });
    await clock.advance(60_000);
    expect(server.rows().get('old')).toMatchObject({
      values: {
        model: 'X',
        cells: null,
        place: { lat: 47, lon: 8, accuracyM: 12, address: 'Bern' },
      },
    });
    expect(server.rows().get(newPackId(ID, 2))).toMatchObject({ values: { state: 'SCRAPPED' } });
    expect(page.workspace.outbox.items$.value).toEqual([]);
  });

  test('[IM-02] [IMP-8] an undo that was interrupted continues after a reload', async () => {
    const { clock, server, open } = createRig();
    const page = open();
    await stage(page, newRows(1_000));
    const applying = page.importer.apply(ID);
    await settleAll(clock, page);
    await applying;
    await settleAll(clock, page);
    server.fail('unreachable');
    void page.importer.undo(ID);
    await clock.settle();
    expect(page.importer.imports$.value).toMatchObject([{ state: 'undoing', next: 600 }]);
    page.kill();
    server.fail(undefined);
    const later = open();
    await clock.settle();
    const undoing = later.importer.apply(ID);
    await settleAll(clock, later);
    expect(await undoing).toMatchObject({ value: { state: 'undone', next: 1_000 } });
    await settleAll(clock, later);
    expect([...server.rows().values()].every(({ values }) => values['state'] === 'SCRAPPED')).toBe(
      true,
    );
  });

  test('[IMP-8] an undo does not change a pack that was changed after the import', async () => {
    const { clock, server, page } = await withPacks();
    await page.importer.apply(ID);
    await clock.advance(60_000);
    await page.workspace.change({
      target: 'asset:old',
      kind: 'putAsset',
      input: { id: 'old', model: 'Z' },
      base: 2,
    });
    expect(await page.importer.undoPlan(ID)).toMatchObject({
      value: { stays: [{ assetId: 'old' }] },
    });
    await clock.advance(60_000);
    expect(await page.importer.undo(ID)).toMatchObject({
      value: { undo: { reversed: 2, stays: 1 } },
    });
    await clock.advance(60_000);
    expect(server.rows().get('old')).toMatchObject({ values: { model: 'Z' }, version: 3 });
  });

  test('[IMP-8] the result of an undo distinguishes changes that the server applied, that wait, and that were discarded', () => {
    const change = (itemId: string, input = {}) => ({ itemId, assetId: itemId, input, undo: {} });
    const item = (id: string) => ({
      id,
      at: 1,
      target: `asset:${id}`,
      kind: 'putAsset',
      input: {},
    });
    const event = (id: string) => copied('event', { id, receivedAt: '2026-01-01T00:00:00Z' });
    const changes = {
      own: [change('own')],
      sent: [
        change('back'),
        change('scrap', { id: 'scrap', state: 'SCRAPPED' }),
        change('conflict'),
        change('waits'),
        change('gone'),
      ],
      unsent: [change('later')],
    };
    const answer = { status: 'conflict', code: 'VERSION' } as const;
    const items = [item('waits'), { ...item('conflict'), answer }];
    const after = Date.parse('2026-01-02');
    const result = { reversed: 1, scrapped: 1, waiting: 2, undecided: 1, discarded: 1 };
    const rows = [event('own'), event('back'), event('scrap')];
    expect(importResult(changes, items, rows, after)).toEqual(result);
    // Without the log, a change that has left the outbox counts as applied.
    const unknown = { ...result, reversed: 2, discarded: 0 };
    expect(importResult(changes, items, [], after)).toEqual(unknown);
    const cut = copied('rest', { id: 'c', kind: 'event', cursor: 'c' });
    expect(importResult(changes, items, [...rows, cut], 0)).toEqual(unknown);
  });

  test('[IMP-15] an import that an earlier version stored in parts is not continued, and is forgotten with all its parts', async () => {
    const { clock, storage, open } = createRig();
    const page = open();
    await stage(page, newRows(2));
    const head = {
      id: 'old',
      fileName: 'packs.csv',
      at: 1,
      state: 'applying',
      create: 2,
      update: 0,
    };
    const rows = [
      { table: 'imports', id: 'old', value: { ...head, refused: 0, parts: 1, next: 0 } },
      { table: 'importParts', id: 'old:000000', value: { changes: [] } },
    ] as const;
    expect(await page.workspace.input.write(rows)).toMatchObject({ ok: true });
    await page.importer.reload();
    await clock.settle();
    expect(page.importer.imports$.value?.map(isUnfinished)).toEqual([true, false]);
    await page.importer.forget('old');
    expect(page.importer.imports$.value?.map(({ id }) => id)).toEqual([ID]);
    expect(storage.rows('ada', 'importParts')).toHaveLength(1);
  });

  test('[IMP-8] an import that was forgotten keeps its changes', async () => {
    const { clock, storage, server, page } = await withPacks();
    await page.importer.apply(ID);
    await clock.advance(60_000);
    expect(await page.importer.forget(ID)).toMatchObject({ ok: true });
    expect(page.importer.imports$.value).toEqual([]);
    expect(storage.rows('ada', 'importParts')).toEqual([]);
    expect(server.rows().size).toBe(3);
    expect(await page.importer.undo(ID)).toMatchObject({ error: { kind: 'failed' } });
  });
});
