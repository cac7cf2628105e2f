import { createLive } from '../prelude/live.ts';
import { pause } from '../prelude/pause.ts';
import { done, err, ok, type Result } from '../prelude/result.ts';
import type { Clock } from '../ports/clock.ts';
import type {
  ArchiveChunk,
  ArchiveEntry,
  ArchiveError,
  ArchiveUsage,
  SessionArchive,
} from '../ports/session-archive.ts';
import type { ReplyProfile } from '../protocol/reply-decoder.ts';
import { openSession, type RecordedSession } from './recorded-session.ts';
import { cleanName, parseSessionInfo, type SessionInfo } from './session-info.ts';

/** The user's sessions, the newest first. */
export type SessionList =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: ArchiveError }
  | {
      readonly kind: 'ready';
      readonly sessions: readonly SessionInfo[];
      /** Number of stored sessions that could not be read and are not listed. */
      readonly damaged: number;
    };

export type SessionError = ArchiveError | { readonly kind: 'notFound' | 'recording' };

/** Share of the quota above which the oldest session is deleted before the platform refuses a write. */
const NEARLY_FULL = 0.95;
/**
 * Minimum pause between deletions. Freed space is available only later, because Chromium compacts its files from time
 * to time and accepts no new data until then. Without a pause one deletion would lead to the next, until all sessions
 * are deleted.
 */
const DROP_PAUSE_MS = 60_000;
/** Limits of one round of deletions: bytes (half an hour of a large pack) and sessions. */
const ROOM_BYTES = 2_000_000;
const DROPS_AT_ONCE = 3;
/** Minimum pause between deletions before the platform refuses a write. */
const PREVENTION_PAUSE_MS = 300_000;
/** Age up to which another tab may still write to a session. */
const IN_USE_MS = 30_000;

export interface SessionStoreParts {
  /** The user who owns the sessions; undefined while signed out. */
  readonly userId: string | undefined;
  readonly archive: SessionArchive;
  readonly clock: Clock;
  /** The id of the session being recorded in this tab, if any. */
  readonly current: () => string | undefined;
  /** The profile that reads the replies of that kind of device to the app's own commands. */
  readonly profileOf: (deviceKey: string) => Promise<ReplyProfile | undefined>;
  /** Called when the oldest session was deleted to free space. */
  readonly onDropped: (info: SessionInfo) => void;
}

const isFull = (saved: Result<void, ArchiveError>): boolean =>
  !saved.ok && saved.error.kind === 'full';

const newestFirst = (a: SessionInfo, b: SessionInfo): number =>
  b.startedAt - a.startedAt || (a.id < b.id ? 1 : -1);

export const createSessionStore = (parts: SessionStoreParts) => {
  const { archive, clock, userId } = parts;
  const list = createLive<SessionList>({ kind: 'loading' });
  const usage = createLive<ArchiveUsage | undefined>(undefined);
  let preventedAt = Number.NEGATIVE_INFINITY;
  let droppedAt = Number.NEGATIVE_INFINITY;

  const load = async (owner: string): Promise<SessionList> => {
    const rows = await archive.list(owner);
    if (!rows.ok) return { kind: 'failed', error: rows.error };
    const sessions = rows.value.flatMap((row) => parseSessionInfo(row) ?? []);
    const damaged = rows.value.length - sessions.length;
    return { kind: 'ready', sessions: sessions.toSorted(newestFirst), damaged };
  };

  const refresh = async (): Promise<void> => {
    if (userId === undefined) return;
    // The list does not wait for the usage, which may be slow: a session that is saved meanwhile would be lost from it.
    await Promise.all([load(userId).then(list.set), archive.usage().then(usage.set)]);
  };

  /** Whether another tab may still record the session. */
  const isInUse = ({ finished, lastAt }: SessionInfo): boolean =>
    !finished && Math.abs(clock.wallNow() - lastAt) <= IN_USE_MS; // the clock may have been set back

  /** Deletes the oldest session. Returns its size; undefined if there was none to delete. */
  const dropOldest = async (owner: string, keep: string): Promise<number | undefined> => {
    const loaded = await load(owner);
    if (loaded.kind !== 'ready') return undefined;
    const oldest = loaded.sessions.findLast(
      (info) => info.id !== keep && info.id !== parts.current() && !isInUse(info),
    );
    if (oldest === undefined) return undefined;
    droppedAt = clock.monotonicNow();
    const removed = await archive.remove(owner, oldest.id);
    if (!removed.ok) return undefined;
    parts.onDropped(oldest);
    return oldest.storedBytes;
  };

  /** Deletes the oldest session before the platform refuses, at most one every five minutes. */
  const prevent = async (owner: string, keep: string): Promise<void> => {
    if (clock.monotonicNow() - preventedAt < PREVENTION_PAUSE_MS) return;
    preventedAt = clock.monotonicNow();
    const room = await archive.usage();
    usage.set(room);
    if (room === undefined || room.usedBytes < room.quotaBytes * NEARLY_FULL) return;
    await dropOldest(owner, keep);
  };

  /** Updates the list with a saved session, without reading everything again. */
  const showSaved = (info: SessionInfo): void => {
    const before = list.live.value;
    if (before.kind !== 'ready') return;
    const others = before.sessions.filter(({ id }) => id !== info.id);
    list.set({ ...before, sessions: [info, ...others].toSorted(newestFirst) });
  };

  const find = (id: string): SessionInfo | undefined =>
    list.live.value.kind === 'ready'
      ? list.live.value.sessions.find((each) => each.id === id)
      : undefined;

  /** Returns a session as it is stored now: another tab may have changed or deleted it. */
  const findStored = async (id: string): Promise<Result<SessionInfo, SessionError>> => {
    await refresh();
    if (list.live.value.kind === 'failed') return err(list.live.value.error);
    const info = find(id);
    return info === undefined ? err({ kind: 'notFound' }) : ok(info);
  };

  /** Saves the entry. Deletes old sessions until it fits, up to the limits above. */
  const saveMakingRoom = async (entry: ArchiveEntry): Promise<Result<void, ArchiveError>> => {
    let saved = await archive.save(entry);
    if (clock.monotonicNow() - droppedAt < DROP_PAUSE_MS) return saved;
    let [drops, freed] = [0, 0];
    while (isFull(saved) && drops < DROPS_AT_ONCE && freed < ROOM_BYTES) {
      const bytes = await dropOldest(entry.userId, entry.sessionId);
      if (bytes === undefined) break;
      drops += 1;
      freed += bytes;
      await refresh();
      saved = await archive.save(entry);
    }
    return saved;
  };

  const save = async (
    owner: string,
    info: SessionInfo,
    chunks: readonly ArchiveChunk[],
  ): Promise<Result<void, ArchiveError>> => {
    await prevent(owner, info.id);
    const saved = await saveMakingRoom({ userId: owner, sessionId: info.id, info, chunks });
    if (saved.ok) showSaved(info);
    return saved;
  };

  const open = async (id: string): Promise<Result<RecordedSession, SessionError>> => {
    if (userId === undefined) return err({ kind: 'notFound' });
    if (list.live.value.kind === 'loading') await refresh();
    const info = find(id);
    if (info === undefined) return err({ kind: 'notFound' });
    const { deviceKey } = info;
    const profile = deviceKey === undefined ? undefined : await parts.profileOf(deviceKey);
    return openSession(archive, userId, info, profile, () => pause(clock, 0));
  };

  return {
    sessions$: list.live,
    usage$: usage.live,
    refresh,
    /** Returns a session of the current list. */
    find,
    /** Saves a session. If the archive is full, it deletes the oldest ones. */
    save,
    /**
     * Adds a session that was recorded elsewhere; no other is deleted for it. Returns the session with this id that is
     * there already, which is not replaced; undefined if there is none.
     */
    add: async (
      info: SessionInfo,
      chunks: readonly ArchiveChunk[],
    ): Promise<Result<SessionInfo | undefined, SessionError>> => {
      if (userId === undefined) return err({ kind: 'notFound' });
      const known = await archive.list(userId);
      if (!known.ok) return known;
      const present = known.value
        .flatMap((row) => parseSessionInfo(row) ?? [])
        .find(({ id }) => id === info.id);
      if (present !== undefined) return ok(present);
      const saved = await archive.save({ userId, sessionId: info.id, info, chunks });
      if (!saved.ok) return saved;
      showSaved(info);
      return ok(undefined);
    },
    rename: async (id: string, name: string): Promise<Result<void, SessionError>> => {
      if (userId === undefined) return err({ kind: 'notFound' });
      const found = await findStored(id);
      if (!found.ok) return found;
      const info = found.value;
      if (isInUse(info)) return err({ kind: 'recording' }); // the other tab would save its name again
      const renamed = { ...info, name: cleanName(name) || info.device };
      return save(userId, renamed, []);
    },
    remove: async (id: string): Promise<Result<void, SessionError>> => {
      if (userId === undefined) return err({ kind: 'notFound' });
      const found = await findStored(id);
      if (!found.ok) return found;
      if (id === parts.current() || isInUse(found.value)) return err({ kind: 'recording' });
      const removed = await archive.remove(userId, id);
      await refresh();
      return removed.ok ? done : removed;
    },
    open,
    /** Opens a session as it is stored now, and refuses one that this tab or another one may still record. */
    openEnded: async (id: string): Promise<Result<RecordedSession, SessionError>> => {
      const found = await findStored(id);
      if (!found.ok) return found;
      const isRecorded = id === parts.current() || isInUse(found.value);
      return isRecorded ? err({ kind: 'recording' }) : open(id);
    },
    dispose: (): void => {
      list.dispose();
      usage.dispose();
    },
  };
};

export type SessionStore = ReturnType<typeof createSessionStore>;
