import { Subject } from 'rxjs';
import { done, ok } from '../prelude/result.ts';
import { storageRefusal } from '../prelude/storage-refusal.ts';
import type { ArchiveError, ArchiveUsage, SessionArchive } from '../ports/session-archive.ts';

interface Kept {
  readonly userId: string;
  info: unknown;
  readonly chunks: Map<string, Map<number, unknown>>;
}

/** Returns a deep copy of plain data, as a database does. */
export const copy = (value: unknown): unknown => {
  if (ArrayBuffer.isView(value)) {
    const view = value as unknown as { readonly slice: () => unknown }; // every typed array has `slice`
    return view.slice();
  }
  if (Array.isArray(value)) return value.map(copy);
  if (typeof value !== 'object' || value === null) return value;
  const copied: Record<string, unknown> = {};
  for (const [name, each] of Object.entries(value)) copied[name] = copy(each);
  return copied;
};

/** Returns all texts in a value, also those in bytes. */
export const textIn = (value: unknown): string => {
  if (ArrayBuffer.isView(value))
    return new TextDecoder().decode(
      new Uint8Array(value.buffer, value.byteOffset, value.byteLength),
    );
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([key, each]) => `${key} ${textIn(each)}`)
      .join('\n');
  return String(value);
};

export const createFakeSessionArchive = () => {
  const kept = new Map<string, Kept>();
  const lost = new Subject<void>();
  let refusal: ArchiveError['kind'] | undefined;
  let room = Number.POSITIVE_INFINITY;
  let usage: ArchiveUsage | undefined;
  let saves = 0;

  const find = (userId: string, sessionId: string): Kept | undefined => {
    const found = kept.get(`${userId}\n${sessionId}`);
    return found?.userId === userId ? found : undefined;
  };

  const archive: SessionArchive = {
    save: async ({ userId, sessionId, info, chunks }) => {
      await Promise.resolve();
      saves += 1;
      if (refusal !== undefined) return storageRefusal(refusal);
      const before = find(userId, sessionId);
      if (before === undefined && kept.size >= room) return storageRefusal('full');
      const entry: Kept = before ?? { userId, info, chunks: new Map() };
      entry.info = copy(info);
      for (const { kind, index, data } of chunks) {
        const rows = entry.chunks.get(kind) ?? new Map<number, unknown>();
        rows.set(index, copy(data));
        entry.chunks.set(kind, rows);
      }
      kept.set(`${userId}\n${sessionId}`, entry);
      return done;
    },
    list: async (userId) => {
      await Promise.resolve();
      if (refusal === 'blocked') return storageRefusal(refusal);
      return ok(
        [...kept.values()].filter((each) => each.userId === userId).map(({ info }) => copy(info)),
      );
    },
    read: async (userId, sessionId, kind, range) => {
      await Promise.resolve();
      if (refusal === 'blocked') return storageRefusal(refusal);
      const rows = [...(find(userId, sessionId)?.chunks.get(kind) ?? [])];
      return ok(
        rows
          .filter(([index]) => range === undefined || (index >= range.from && index <= range.to))
          .toSorted(([a], [b]) => a - b)
          .map(([index, data]) => ({ index, data: copy(data) })),
      );
    },
    remove: async (userId, sessionId) => {
      await Promise.resolve();
      if (find(userId, sessionId) !== undefined) kept.delete(`${userId}\n${sessionId}`);
      return done;
    },
    usage: () => Promise.resolve(usage),
    keep: () => Promise.resolve(true),
    lost$: lost.asObservable(),
    dispose: () => lost.complete(),
  };

  return {
    archive,
    /** Makes every call that writes fail with this error from now on; undefined lets calls succeed again. */
    refuse: (kind: ArchiveError['kind'] | undefined): void => {
      refusal = kind;
    },
    /** Limits the number of sessions, whatever their size. */
    limitSessions: (count: number): void => {
      room = count;
    },
    setUsage: (value: ArchiveUsage | undefined): void => {
      usage = value;
    },
    /** Deletes everything, as a platform may do. */
    clear: (): void => {
      kept.clear();
      lost.next();
    },
    /** Replaces the data of a row. */
    damage: (sessionId: string, kind: string, index: number, data: unknown): void => {
      for (const [key, { chunks }] of kept) {
        if (key.endsWith(`\n${sessionId}`)) chunks.get(kind)?.set(index, data);
      }
    },
    putInfo: (userId: string, sessionId: string, info: unknown): void => {
      kept.set(`${userId}\n${sessionId}`, { userId, info, chunks: new Map() });
    },
    saves: (): number => saves,
    /** Returns everything that is stored as text, also what is in bytes. */
    text: (): string =>
      textIn(
        [...kept.values()].map(({ info, chunks }) => [
          info,
          [...chunks.values()].map((rows) => [...rows.values()]),
        ]),
      ),
  };
};

/** An archive in memory. It copies saved data as a database does. */
export type FakeSessionArchive = ReturnType<typeof createFakeSessionArchive>;
