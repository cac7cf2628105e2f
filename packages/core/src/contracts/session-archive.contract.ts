import { describe, expect } from 'vitest';
import type { ArchiveEntry, SessionArchive } from '../ports/session-archive.ts';
import { casesOn } from './cases-on.ts';

export interface SessionArchiveHarness {
  readonly archive: SessionArchive;
  /** The same archive in another tab. */
  readonly otherTab: SessionArchive;
  /** Makes the platform delete everything. */
  readonly clear: () => Promise<void>;
  /** Makes the platform refuse all later writes because the storage is full. */
  readonly refuseFull?: () => void;
  readonly close: () => Promise<void>;
}

const entry = (change: Partial<ArchiveEntry> = {}): ArchiveEntry => ({
  userId: 'u1',
  sessionId: 's1',
  info: { name: 'first' },
  chunks: [],
  ...change,
});

const chunk = (index: number, kind = 'samples') => ({
  kind,
  index,
  data: { ms: Float64Array.of(index, Number.NaN), raw: Uint8Array.of(1, 2), text: '🔋' },
});

/** Contract tests of the `SessionArchive` port; each case gets a new, empty harness. */
export const sessionArchiveContract = (
  name: string,
  makeHarness: () => Promise<SessionArchiveHarness>,
): void => {
  const it = casesOn(makeHarness, (harness) => harness.close());
  const indexes = async (archive: SessionArchive, ...at: Parameters<SessionArchive['read']>) => {
    const rows = await archive.read(...at);
    return rows.ok ? rows.value.map(({ index }) => index) : rows.error.kind;
  };

  describe(`${name} passes the contract of the session archive`, () => {
    it('saved data are returned unchanged, with their typed arrays, also to another tab', async ({
      archive,
      otherTab,
    }) => {
      const data = chunk(0);
      expect(await archive.save(entry({ chunks: [data] }))).toMatchObject({ ok: true });
      data.data.raw[0] = 99; // the archive keeps a copy
      for (const tab of [archive, otherTab]) {
        const rows = await tab.read('u1', 's1', 'samples');
        expect(rows).toEqual({
          ok: true,
          value: [
            {
              index: 0,
              data: { ms: Float64Array.of(0, Number.NaN), raw: Uint8Array.of(1, 2), text: '🔋' },
            },
          ],
        });
        expect(await tab.list('u1')).toEqual({ ok: true, value: [{ name: 'first' }] });
      }
    });

    it('saving replaces the info and existing chunks, and keeps the others in the order of their index', async ({
      archive,
    }) => {
      await archive.save(entry({ chunks: [chunk(10), chunk(2), chunk(0)] }));
      await archive.save(
        entry({ info: { name: 'second' }, chunks: [{ ...chunk(2), data: { is: 'new' } }] }),
      );
      expect(await archive.list('u1')).toEqual({ ok: true, value: [{ name: 'second' }] });
      const rows = await archive.read('u1', 's1', 'samples');
      expect(rows.ok && rows.value.map(({ index }) => index)).toEqual([0, 2, 10]);
      expect(rows.ok && rows.value[1]?.data).toEqual({ is: 'new' });
    });

    it('read returns an inclusive range of one kind of chunks of one session', async ({
      archive,
    }) => {
      const five = [0, 1, 2, 3, 4].map((index) => chunk(index));
      await archive.save(entry({ chunks: [...five, chunk(7, 'bytes'), chunk(8, 'sample')] }));
      await archive.save(entry({ sessionId: 's10', chunks: [chunk(9)] }));
      await archive.save(entry({ sessionId: 's', chunks: [chunk(6)] }));
      const range = { from: 1, to: 3 };
      expect(await indexes(archive, 'u1', 's1', 'samples', range)).toEqual([1, 2, 3]);
      expect(await indexes(archive, 'u1', 's1', 'samples')).toEqual([0, 1, 2, 3, 4]);
      expect(await indexes(archive, 'u1', 's1', 'bytes')).toEqual([7]);
      expect(await indexes(archive, 'u1', 'nowhere', 'bytes')).toEqual([]);
    });

    it('read returns all of many chunks in order, also if indexes between them are missing', async ({
      archive,
    }) => {
      const even = Array.from({ length: 100 }, (_, index) => 2 * index);
      await archive.save(entry({ chunks: even.map((index) => chunk(index)) }));
      await archive.save(entry({ chunks: [chunk(0, 'samplesOfLater')] }));
      expect(await indexes(archive, 'u1', 's1', 'samples')).toEqual(even);
      const range = { from: 3, to: 151 };
      expect(await indexes(archive, 'u1', 's1', 'samples', range)).toEqual(even.slice(2, 76));
    });

    it('data of one user are not returned to another, whatever the ids are', async ({
      archive,
    }) => {
      for (const userId of ['u', 'u1', 'u 1', '']) {
        await archive.save(entry({ userId, info: { of: userId }, chunks: [chunk(0)] }));
      }
      for (const userId of ['u', 'u1', 'u 1', '']) {
        expect(await archive.list(userId)).toEqual({ ok: true, value: [{ of: userId }] });
      }
      await archive.remove('u', 's1');
      expect(await indexes(archive, 'u', 's1', 'samples')).toEqual([]);
      expect(await indexes(archive, 'u1', 's1', 'samples')).toEqual([0]);
      expect(await indexes(archive, 'u2', 's1', 'samples')).toEqual([]);
    });

    it('remove deletes a whole session, and succeeds for an unknown one', async ({
      archive,
      otherTab,
    }) => {
      await archive.save(entry({ chunks: [chunk(0), chunk(0, 'bytes')] }));
      await archive.save(entry({ sessionId: 's2' }));
      expect(await archive.remove('u1', 's1')).toMatchObject({ ok: true });
      expect(await archive.remove('u1', 's1')).toMatchObject({ ok: true });
      expect(await indexes(otherTab, 'u1', 's1', 'bytes')).toEqual([]);
      const left = await otherTab.list('u1');
      expect(left.ok && left.value).toHaveLength(1);
    });

    it('calls that are not awaited take effect in their order', async ({ archive }) => {
      const saves = [0, 1, 2].map((index) =>
        archive.save(entry({ info: { index }, chunks: [{ ...chunk(0), data: { index } }] })),
      );
      const list = archive.list('u1');
      await Promise.all(saves);
      expect(await list).toEqual({ ok: true, value: [{ index: 2 }] });
    });

    it('[ST-02] a deletion by the platform is reported, and later calls work on an empty archive', async ({
      archive,
      clear,
    }) => {
      await archive.save(entry({ chunks: [chunk(0)] }));
      let lost = 0;
      archive.lost$.subscribe(() => {
        lost += 1;
      });
      await clear();
      expect(await archive.save(entry({ sessionId: 's2', info: { name: 'after' } }))).toMatchObject(
        { ok: true },
      );
      expect(await archive.list('u1')).toEqual({ ok: true, value: [{ name: 'after' }] });
      expect(await indexes(archive, 'u1', 's1', 'samples')).toEqual([]);
      expect(lost).toBe(1);
    });

    it('[ST-01] a save fails as full if there is no space, and stores no part of its data', async ({
      archive,
      refuseFull,
    }) => {
      await archive.save(entry({ chunks: [chunk(0)] }));
      if (refuseFull === undefined) return;
      refuseFull();
      const refused = await archive.save(entry({ info: { name: 'late' }, chunks: [chunk(1)] }));
      expect(refused).toMatchObject({ ok: false, error: { kind: 'full' } });
      expect(await archive.list('u1')).toEqual({ ok: true, value: [{ name: 'first' }] });
      expect(await indexes(archive, 'u1', 's1', 'samples')).toEqual([0]);
    });
  });
};
