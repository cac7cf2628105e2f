import { describe, expect, test } from 'vitest';
import { createFakeWorkspaceStorage } from '../fakes/fake-workspace-store.ts';
import { inputRows } from '../workspace/workspace.ts';
import { createDraftStore, draftRemoval, hasInput, NO_DRAFT } from './draft.ts';

const draft = { ...NO_DRAFT, text: 'Dies at 40 %' };
const photo = (id: string, at: number) => ({
  id,
  at,
  name: `${id}.jpg`,
  type: 'image/jpeg',
  bytes: Uint8Array.of(1, 2, 3),
});

describe('the draft of a complaint', () => {
  test('[PAGE-136] text and photos are kept over a reload, for this user only', async () => {
    const storage = createFakeWorkspaceStorage();
    const tab = createDraftStore(inputRows(storage.open(), 'ada'));
    await tab.save(draft);
    await tab.addPhoto(photo('b', 1));
    await tab.addPhoto(photo('a', 2));
    const again = await createDraftStore(inputRows(storage.open(), 'ada')).read();
    expect(again).toMatchObject({
      value: { draft: { text: 'Dies at 40 %' }, photos: [{ id: 'b' }, { id: 'a' }] },
    });
    expect(await createDraftStore(inputRows(storage.open(), 'bob')).read()).toEqual({
      ok: true,
      value: undefined,
    });
    await tab.removePhoto('b');
    await tab.clear();
    expect(storage.rows('ada', 'drafts')).toEqual([]);
  });

  test('[PAGE-192] a draft of another version keeps what this version can read, and the fields that it does not know', async () => {
    const storage = createFakeWorkspaceStorage();
    const tab = createDraftStore(inputRows(storage.open(), 'ada'));
    const other = { text: 'Dies at 40 %', takenOff: ['location'], priority: 9, place: 'Bern' };
    storage.put('ada', 'drafts', 'complaint', other);
    const read = await tab.read();
    expect(read).toMatchObject({ value: { draft: { ...NO_DRAFT, ...other, priority: 3 } } });
    if (read.ok && read.value !== undefined) await tab.save(read.value.draft);
    expect(storage.rows('ada', 'drafts')).toMatchObject([{ ...other, priority: 3 }]);
  });

  test('[PAGE-136] while a save runs, only the newest text is written after it', async () => {
    const storage = createFakeWorkspaceStorage();
    const tab = createDraftStore(inputRows(storage.open(), 'ada'));
    const texts = ['a', 'ab', 'abc'];
    await Promise.all(texts.map((text) => tab.save({ ...draft, text })));
    expect(storage.rows('ada', 'drafts')).toMatchObject([{ text: 'abc' }]);
  });

  test('[PAGE-136] a full storage is reported, also after an earlier save', async () => {
    const storage = createFakeWorkspaceStorage();
    const tab = createDraftStore(inputRows(storage.open(), 'ada'));
    storage.refuse('full');
    expect(await tab.save(draft)).toMatchObject({ error: { kind: 'full' } });
    expect(await tab.addPhoto(photo('a', 1))).toMatchObject({ error: { kind: 'full' } });
    storage.refuse(undefined);
    expect(await tab.save(draft)).toEqual({ ok: true, value: undefined });
  });

  test('[PAGE-136] a draft is removed in the write that saves its changes', async () => {
    const storage = createFakeWorkspaceStorage();
    const store = storage.open();
    const tab = createDraftStore(inputRows(store, 'ada'));
    await tab.save(draft);
    await tab.addPhoto(photo('a', 1));
    await store.write('ada', draftRemoval([photo('a', 1)]));
    expect(storage.rows('ada', 'drafts')).toEqual([]);
  });

  test('[PAGE-136] a damaged row is not read as a draft', async () => {
    const storage = createFakeWorkspaceStorage();
    storage.put('ada', 'drafts', 'complaint', { text: 7 });
    expect(await createDraftStore(inputRows(storage.open(), 'ada')).read()).toMatchObject({
      value: undefined,
    });
  });

  test('[PAGE-136] a draft without text, category and photos has nothing to lose', () => {
    expect(hasInput(NO_DRAFT, [])).toBe(false);
    expect(hasInput({ ...NO_DRAFT, text: ' ' }, [])).toBe(false);
    expect(hasInput(NO_DRAFT, [photo('a', 1)])).toBe(true);
  });
});
