import { describe, expect, it } from 'vitest';
import { createFakeTabs } from '../fakes/fake-tab-lock.ts';
import { createImages } from './images.ts';
import { createWorkspace } from './workspace.ts';
import { copied, createWorkspaceRig } from './workspace.fixture.ts';

const bytes = (n: number) => Uint8Array.of(n);
const ASSET = { serial: 'SN-1', ownerId: 'ada' };
const image = (...pieces: readonly string[]) => ({
  kind: 'FIRMWARE_IMAGE',
  name: 'Image',
  state: 'RELEASED',
  body: { chunks: pieces.map((sha256, seq) => ({ seq, sha256 })) },
});
const ASSIGNMENT = { documentId: 'image', assetId: 'pack', mode: 'OFFERED', state: 'ACTIVE' };

/** Creates a server with an asset, an image of two pieces, and an assignment of the image to the asset. */
const rig = () => {
  const made = createWorkspaceRig();
  const { server } = made;
  server.put('pack', ASSET);
  server.put('image', image('hash-1', 'hash-2'));
  server.put('assignment', ASSIGNMENT);
  for (const n of [1, 2]) server.pieces.set(`hash-${n}`, bytes(n));
  return made;
};

describe('images on this computer', () => {
  it('[SYNC-33] the pieces of an offered image are fetched once, and removed when the image is not offered any more', async () => {
    const { open, server, storage, clock } = rig();
    const tab = open();
    await clock.settle();
    expect(await tab.images.piece('hash-1')).toEqual(bytes(1));
    expect(await tab.images.piece('hash-2')).toEqual(bytes(2));
    server.put('pack', { model: 'M' });
    await tab.round();
    const fetched = () => server.calls().filter((call) => call === 'getPiece').length;
    expect(fetched()).toBe(2);
    server.put('image', { state: 'RETIRED' });
    await tab.round();
    expect(storage.rows('ada', 'pieces')).toEqual([]);
    expect(tab.sync.state$.value.kind).toBe('idle');
  });

  it('[SYNC-33] packs that did not change are read once, until an assignment expires', async () => {
    const { storage } = createWorkspaceRig();
    const sha256 = () => Promise.resolve('hash-1');
    const images = createImages(storage.open(), 'ada', { sha256 });
    let reads = 0;
    const pack = copied('asset', { id: 'pack', ...ASSET });
    const rows = [
      copied('account', {
        ...{ id: 'ada', version: 1, userName: 'ada', email: '', active: true, hasPassword: true },
        ...{ flags: [], effectiveFlags: [], userLevel: '', maxSubUsers: null },
        ...{ companyName: '', phoneNumber: '' },
      }),
      copied('document', { id: 'image', ...image('hash-1') }),
      copied('assignment', { id: 'a', ...ASSIGNMENT, expiresAt: '2026-03-12T08:30:00Z' }),
      {
        ...pack,
        get row() {
          reads += 1;
          return pack.row;
        },
      },
    ];
    const end = Date.parse('2026-03-12T08:30:00Z');
    const pull = (now: number) => images.pull(rows, now, () => Promise.resolve(bytes(1)));
    await pull(end - 10);
    expect(await images.piece('hash-1')).toEqual(bytes(1));
    const before = reads;
    await pull(end - 9);
    expect(reads).toBe(before);
    await pull(end);
    expect(await images.piece('hash-1')).toBeUndefined();
  });

  it('[SYNC-33] a piece with another hash is not kept, and a lost one is fetched at the next attempt', async () => {
    const { open, server, clock } = rig();
    server.pieces.set('hash-1', bytes(9));
    let pieces = 0;
    server.decide((call) => (call === 'getPiece' && ++pieces === 2 ? 'lostBefore' : 'answered'));
    const tab = open();
    await clock.settle();
    expect(tab.sync.state$.value.kind).toBe('waiting');
    expect(await tab.images.piece('hash-2')).toBeUndefined();
    await tab.round();
    expect(await tab.images.piece('hash-1')).toBeUndefined();
    expect(await tab.images.piece('hash-2')).toEqual(bytes(2));
    server.pieces.delete('hash-1');
    await tab.round();
    expect(tab.sync.state$.value.kind).toBe('idle');
  });

  it('[SYNC-20] the pieces of an image are sent before the image, and then removed from this computer', async () => {
    const { open, server, storage, clock } = createWorkspaceRig();
    const tab = open();
    await clock.settle();
    const input = { id: 'new', ...image('hash-5'), state: 'DRAFT' };
    const entry = { target: 'document:new', kind: 'publishDocument', input };
    await tab.outbox.append(entry, new Map([['hash-5', bytes(5)]]));
    expect(await tab.images.piece('hash-5')).toEqual(bytes(5));
    await tab.round(5);
    expect(server.pieces.get('hash-5')).toEqual(bytes(5));
    expect(server.rows().get('new')?.values).toMatchObject({ state: 'DRAFT' });
    expect(storage.rows('ada', 'pieces')).toEqual([]);
  });

  it('[SYNC-20] [SYNC-33] a piece of an offered image that an unsent change names too stays until neither needs it', async () => {
    const { open, server, storage, clock } = rig();
    const tab = open();
    await clock.settle();
    server.decide((call) => (call === 'submit' ? 'lostBefore' : 'answered'));
    const pieces = new Map(['hash-1', 'hash-5'].map((id) => [id, bytes(Number(id.slice(5)))]));
    const add = (id: string) =>
      tab.outbox.append(
        {
          target: `document:${id}`,
          kind: 'publishDocument',
          input: { id, ...image(...pieces.keys()) },
        },
        pieces,
      );
    await add('new');
    await add('other');
    const kept = () => storage.rows('ada', 'pieces').length;
    expect(kept()).toBe(3);
    const [first, second] = tab.outbox.items$.value.map(({ id }) => id);
    await tab.outbox.write([], [first ?? '']);
    expect(kept()).toBe(3); // the second change names them
    await tab.outbox.write([], [second ?? '']);
    expect(kept()).toBe(2); // the pieces of the image
    expect(await tab.images.piece('hash-1')).toEqual(bytes(1));
    await add('new');
    expect(await tab.images.clear()).toEqual({ ok: true, value: undefined });
    expect(kept()).toBe(2); // the pieces of the change
  });

  it('[SYNC-20] a discarded change leaves the pieces that a change names which another tab has just made', async () => {
    const { open, server, storage } = createWorkspaceRig();
    server.fail('unreachable');
    const tab = open();
    const input = { id: 'new', ...image('hash-5') };
    const entry = { target: 'document:new', kind: 'publishDocument', input };
    const made = await tab.outbox.append(entry, new Map([['hash-5', bytes(5)]]));
    if (!made.ok) throw new Error('the storage refused');
    storage.put('ada', 'outbox', 'of another tab', { ...made.value, from: 'a later version' });
    await tab.outbox.write([], [made.value.id]);
    expect(storage.rows('ada', 'outbox')).toHaveLength(1);
    expect(storage.rows('ada', 'pieces')).toHaveLength(1);
  });

  it('[SYNC-33] a sign-out at any moment of a fetch leaves no piece', async () => {
    const left: unknown[] = [];
    for (let moment = 0; moment < 40; moment += 1) {
      const { open, storage, clock } = rig();
      const tab = open();
      for (let turn = 0; turn < moment; turn += 1) await Promise.resolve();
      tab.kill();
      await tab.images.clear();
      await tab.copies.clear();
      await clock.settle();
      left.push(...storage.rows('ada', 'pieces'));
    }
    expect(left).toEqual([]);
  });

  it('[SYNC-33] a piece of this computer is read without the server, and sign-out removes it', async () => {
    const { server, storage, clock, token, isReached } = rig();
    server.pieces.set('hash-3', bytes(3));
    const same = (value: Uint8Array<ArrayBuffer>) => Promise.resolve(value);
    const workspace = createWorkspace({
      server,
      store: storage.open(),
      tabs: createFakeTabs().open(),
      clock,
      tools: { gzip: same, gunzip: same, sha256: (value) => Promise.resolve(`hash-${value[0]}`) },
      random: () => 0.5,
      randomBytes: (count) => new Uint8Array(count),
      userId: 'ada',
      token$: token.live,
      isReached$: isReached.live,
    });
    await clock.settle();
    expect(await workspace.piece('hash-3')).toEqual({ ok: true, value: bytes(3) });
    server.fail('unreachable');
    expect(await workspace.piece('hash-2')).toEqual({ ok: true, value: bytes(2) });
    expect(await workspace.piece('hash-3')).toMatchObject({ error: { kind: 'unreachable' } });
    token.set(undefined);
    await workspace.signOut();
    expect(storage.rows('ada', 'pieces')).toEqual([]);
  });
});
