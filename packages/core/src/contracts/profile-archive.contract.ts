import { describe, expect, it } from 'vitest';
import type { ProfileArchive } from '../ports/profile-archive.ts';

export interface ProfileArchiveHarness {
  readonly archive: ProfileArchive;
  /** The same archive after the page was loaded again. */
  readonly reopened: () => ProfileArchive;
  readonly close: () => Promise<void>;
}

/** The obligations of the `ProfileArchive` port as tests; each case gets a fresh, empty harness. */
export const profileArchiveContract = (
  name: string,
  makeHarness: () => ProfileArchiveHarness,
): void => {
  const withHarness = (work: (harness: ProfileArchiveHarness) => Promise<void>) => async () => {
    const harness = makeHarness();
    try {
      await work(harness);
    } finally {
      await harness.close();
    }
  };
  const kept = async (archive: ProfileArchive) => {
    const loaded = await archive.load();
    return loaded.ok ? [...loaded.value] : loaded.error.kind;
  };

  describe(`${name} keeps the profile archive's contract`, () => {
    it(
      'gives back every text as it went in, after a reload too',
      withHarness(async ({ archive, reopened }) => {
        expect(await kept(archive)).toEqual([]);
        await archive.keep('0403:6001', '{"id":"🔋"}');
        await archive.keep('usb', '');
        expect(await kept(reopened())).toEqual([
          ['0403:6001', '{"id":"🔋"}'],
          ['usb', ''],
        ]);
      }),
    );

    it(
      'replaces, forgets, and forgets what is not there without complaint',
      withHarness(async ({ archive }) => {
        await archive.keep('a', 'old');
        await archive.keep('a', 'new');
        await archive.keep('b', 'other');
        expect(await archive.forget('b')).toEqual({ ok: true, value: undefined });
        expect(await archive.forget('b')).toEqual({ ok: true, value: undefined });
        expect(await kept(archive)).toEqual([['a', 'new']]);
      }),
    );

    it(
      'calls take effect in their order, without being awaited',
      withHarness(async ({ archive }) => {
        void archive.keep('a', '1');
        void archive.forget('a');
        void archive.keep('a', '2');
        expect(await kept(archive)).toEqual([['a', '2']]);
      }),
    );
  });
};
