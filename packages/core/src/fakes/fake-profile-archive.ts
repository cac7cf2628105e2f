import { done, ok } from '../prelude/result.ts';
import { storageRefusal } from '../prelude/storage-refusal.ts';
import type { ProfileArchive } from '../ports/profile-archive.ts';
import type { ArchiveError } from '../ports/session-archive.ts';

export const createFakeProfileStorage = () => {
  const kept = new Map<string, string>();
  let refusal: ArchiveError['kind'] | undefined;
  let held = Promise.resolve();
  const when = async <T>(act: () => T) => {
    await Promise.resolve();
    if (refusal !== undefined) return storageRefusal(refusal);
    return ok(act());
  };
  return {
    open: (): ProfileArchive => ({
      load: () => held.then(() => when(() => new Map(kept))),
      keep: async (key, text) => {
        const result = await when(() => kept.set(key, text));
        return result.ok ? done : result;
      },
      forget: async (key) => {
        const result = await when(() => kept.delete(key));
        return result.ok ? done : result;
      },
      dispose: () => undefined,
    }),
    /** Makes every call fail with this error from now on; undefined lets calls succeed again. */
    refuse: (kind: ArchiveError['kind'] | undefined): void => {
      refusal = kind;
    },
    /** Stores any text under a key, valid or not. */
    put: (key: string, text: string): void => {
      kept.set(key, text);
    },
    /** Makes `load` wait until the returned function is called. */
    holdLoads: (): (() => void) => {
      let release = (): void => undefined;
      held = new Promise((resolve) => {
        release = resolve;
      });
      return () => release();
    },
  };
};

/** A computer that keeps profiles. Each call of `open` stands for another page, or for a reload. */
export type FakeProfileStorage = ReturnType<typeof createFakeProfileStorage>;
