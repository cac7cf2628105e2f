import { describe, expect } from 'vitest';
import type { ProfileArchive } from '../ports/profile-archive.ts';
import { casesOn } from './cases-on.ts';

export interface ProfileArchiveHarness {
  readonly archive: ProfileArchive;
  /** Returns the same archive as after a reload of the page. */
  readonly reopened: () => ProfileArchive;
  readonly close: () => Promise<void>;
}

/** Contract tests of the `ProfileArchive` port; each case gets a new, empty harness. */
export const profileArchiveContract = (
  name: string,
  makeHarness: () => ProfileArchiveHarness,
): void => {
  const it = casesOn(makeHarness, (harness) => harness.close());
  const kept = async (archive: ProfileArchive) => {
    const loaded = await archive.load();
    return loaded.ok ? [...loaded.value] : loaded.error.kind;
  };

  describe(`${name} passes the contract of the profile archive`, () => {
    it('texts are returned unchanged, also after a reload', async ({ archive, reopened }) => {
      expect(await kept(archive)).toEqual([]);
      await archive.keep('0403:6001', '{"id":"🔋"}');
      await archive.keep('usb', '');
      expect(await kept(reopened())).toEqual([
        ['0403:6001', '{"id":"🔋"}'],
        ['usb', ''],
      ]);
    });

    it('keep replaces a text, and forget succeeds for a known and an unknown key', async ({
      archive,
    }) => {
      await archive.keep('a', 'old');
      await archive.keep('a', 'new');
      await archive.keep('b', 'other');
      expect(await archive.forget('b')).toEqual({ ok: true, value: undefined });
      expect(await archive.forget('b')).toEqual({ ok: true, value: undefined });
      expect(await kept(archive)).toEqual([['a', 'new']]);
    });

    it('calls that are not awaited take effect in their order', async ({ archive }) => {
      void archive.keep('a', '1');
      void archive.forget('a');
      void archive.keep('a', '2');
      expect(await kept(archive)).toEqual([['a', '2']]);
    });
  });
};
