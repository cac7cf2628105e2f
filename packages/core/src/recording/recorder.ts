import { createLive } from '../prelude/live.ts';
import type { Result } from '../prelude/result.ts';
import type { Clock } from '../ports/clock.ts';
import type { KeepAwake } from '../ports/keep-awake.ts';
import type { ArchiveChunk, ArchiveError } from '../ports/session-archive.ts';
import type { ConnectedDevice } from '../link/connection.ts';
import type { DeviceIdentity } from '../protocol/device-identity.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import { EXPIRED_AFTER_MS } from '../telemetry/freshness.ts';
import { cellStats } from '../telemetry/pack-summary.ts';
import { createChunkWriter, type ChunkWriter } from './chunk-writer.ts';
import type { ByteRecord, SessionEvent } from './chunks.ts';
import { sampleRow } from './sample-columns.ts';
import { createLimitMarker, type LimitMarker } from './limit-marks.ts';
import { cleanName, newSession, NO_SUMMARY, type SessionInfo } from './session-info.ts';

/** Interval at which unsaved data is written, so that a crash or a closed tab loses at most 2 s. */
const FLUSH_MS = 1_000;
/** How often a session is saved without new data, so that another tab sees that it is still recorded. */
const HEARTBEAT_MS = 10_000; // REC-117: below the 30 s after which another tab may delete it
/** How often a temporary failure (a busy disk, space that is being freed) is retried before the recording stops. */
const ATTEMPTS = 10;

export type RecordingState =
  | { readonly kind: 'off' }
  | {
      readonly kind: 'recording';
      readonly info: SessionInfo;
      /** True if the connection was lost. The session continues when the device is back. */
      readonly isInterrupted: boolean;
      /** True if the platform keeps the screen awake. */
      readonly isAwake: boolean;
      /** Set while live data is missing: UTC milliseconds of the last sample, or of the start. */
      readonly noDataSince?: number | undefined;
      /** Set while the last write has failed. It is retried. */
      readonly problem?: ArchiveError | undefined;
    };

export interface RecorderParts {
  readonly clock: Clock;
  readonly keepAwake: KeepAwake;
  readonly save: (
    userId: string,
    info: SessionInfo,
    chunks: readonly ArchiveChunk[],
  ) => Promise<Result<void, ArchiveError>>;
  /** Called when the recording has ended because the archive could not save it. */
  readonly onFailed: (error: ArchiveError) => void;
}

/** Received or sent bytes with their monotonic time, before they get a time in a session. */
export interface LineBytes {
  readonly dir: ByteRecord['dir'];
  readonly background: boolean;
  readonly bytes: Uint8Array;
  /** Monotonic time, milliseconds. */
  readonly at: number;
}

interface Active {
  readonly userId: string;
  readonly writer: ChunkWriter;
  readonly startedMono: number;
  readonly limits: LimitMarker;
  info: SessionInfo;
  failures: number;
  /** True if the recording has ended because of `failures`. */
  hasFailed: boolean;
  /** The next write, while it waits for the one before. It saves everything that is unsaved when it begins. */
  waiting: Promise<void> | undefined;
}

/** Writes one session at a time. */
export const createRecorder = ({ clock, keepAwake, save, onFailed }: RecorderParts) => {
  const state = createLive<RecordingState>({ kind: 'off' });
  let active: Active | undefined;
  let cancelFlush: (() => void) | undefined;
  let writing: Promise<void> = Promise.resolve();
  let release: (() => void) | undefined;
  let cancelNoData: (() => void) | undefined;
  let cancelHeartbeat: (() => void) | undefined;
  let sessions = 0;

  const show = (change: Partial<Extract<RecordingState, { kind: 'recording' }>>): void => {
    state.update((before) => (before.kind === 'recording' ? { ...before, ...change } : before));
  };

  const write = async (target: Active): Promise<void> => {
    if (target.hasFailed) return;
    const unsaved = target.writer.unsaved();
    const { info } = target;
    const saved = await save(target.userId, info, unsaved.chunks);
    if (saved.ok) {
      unsaved.confirm();
      target.failures = 0;
      // Shows what is saved: a crash may lose what came during the write. A new name is shown at once.
      if (active === target)
        show({ problem: undefined, info: { ...info, name: target.info.name } });
      return;
    }
    if (active !== target) {
      // The recording has ended meanwhile. Unless another write follows, its last second could not be saved.
      if (target.waiting === undefined) onFailed(saved.error);
      return;
    }
    target.failures += 1;
    const mayPass = saved.error.kind === 'failed' || saved.error.kind === 'full';
    const isHopeless = !mayPass || target.failures >= ATTEMPTS;
    if (!isHopeless) {
      show({ problem: saved.error });
      schedule();
      return;
    }
    target.hasFailed = true;
    leave();
    onFailed(saved.error);
  };

  /** Writes are sequential, so that an older version of a chunk does not replace a newer one. */
  const enqueue = (target: Active): Promise<void> => {
    target.waiting ??= writing = writing.then(() => {
      target.waiting = undefined;
      return write(target);
    });
    return target.waiting;
  };

  const flush = (): Promise<void> => {
    cancelFlush?.();
    cancelFlush = undefined;
    return active === undefined ? writing : enqueue(active);
  };

  const schedule = (): void => {
    cancelFlush ??= clock.after(FLUSH_MS, () => void flush());
  };

  const leave = (): void => {
    cancelFlush?.();
    cancelFlush = undefined;
    active = undefined;
    release?.();
    release = undefined;
    cancelNoData?.();
    cancelHeartbeat?.();
    state.set({ kind: 'off' });
  };

  const touch = (target: Active, change: Partial<SessionInfo> = {}): void => {
    target.info = {
      ...target.info,
      ...change,
      lastAt: clock.wallNow(),
      durationMs: clock.monotonicNow() - target.startedMono,
      storedBytes: target.writer.storedBytes(),
    };
    schedule();
  };

  const beat = (): void => {
    cancelHeartbeat = clock.after(HEARTBEAT_MS, () => {
      if (active !== undefined) touch(active);
      beat();
    });
  };

  /** Reports missing live data once it is expired. Each sample restarts the timer. */
  const expectSample = (): void => {
    cancelNoData?.();
    const since = clock.wallNow();
    cancelNoData = clock.after(EXPIRED_AFTER_MS, () => show({ noDataSince: since }));
    show({ noDataSince: undefined });
  };

  const end = (): Promise<void> => {
    if (active === undefined) return writing;
    const target = active;
    touch(target, { finished: true });
    leave();
    return enqueue(target);
  };

  return {
    state$: state.live,
    begin: (
      userId: string,
      device: ConnectedDevice,
      baudRate: number,
      follows?: string,
    ): SessionInfo => {
      void end();
      const startedAt = clock.wallNow();
      sessions += 1;
      // The time alone is not unique: there may be two tabs, or a clock that was set back.
      const id = `${startedAt.toString(36)}-${Math.round(clock.monotonicNow()).toString(36)}-${sessions}`;
      const fresh = newSession(id, startedAt, device, baudRate);
      const info = follows === undefined ? fresh : { ...fresh, follows };
      active = {
        userId,
        writer: createChunkWriter(),
        limits: createLimitMarker(),
        startedMono: clock.monotonicNow(),
        info,
        failures: 0,
        hasFailed: false,
        waiting: undefined,
      };
      state.set({ kind: 'recording', info, isInterrupted: false, isAwake: false });
      release = keepAwake.hold((isAwake) => show({ isAwake }));
      expectSample();
      schedule();
      beat();
      return info;
    },
    bytes: ({ dir, background, bytes, at }: LineBytes): void => {
      if (active === undefined || bytes.length === 0) return;
      const ms = Math.max(0, at - active.startedMono);
      active.writer.addBytes({ ms, dir, background, bytes });
      const { rxBytes, txBytes } = active.info;
      touch(
        active,
        dir === 'rx' ? { rxBytes: rxBytes + bytes.length } : { txBytes: txBytes + bytes.length },
      );
    },
    sample: (sample: PackSample): void => {
      if (active === undefined) return;
      const ms = clock.monotonicNow() - active.startedMono;
      const row = sampleRow(sample, ms, clock.wallNow());
      active.writer.addSample(row, sample);
      expectSample();
      const { summary = NO_SUMMARY } = active.info;
      const cells = cellStats(sample.cellVoltagesV);
      touch(active, {
        summary: {
          ...summary,
          marks: summary.marks + active.limits(row).length,
          ...(cells === undefined || cells.readCount < 2
            ? {}
            : { worstSpreadMv: Math.max(cells.deltaMv, summary.worstSpreadMv ?? 0) }),
        },
        samples: active.info.samples + 1,
        cells: sample.cellVoltagesV.length || active.info.cells,
        temperatures: sample.temperaturesC.length || active.info.temperatures,
      });
    },
    /** Adds an event. Returns its time in the session in milliseconds; undefined if nothing is recorded. */
    event: (kind: SessionEvent['kind'], text: string): number | undefined => {
      if (active === undefined) return undefined;
      const ms = clock.monotonicNow() - active.startedMono;
      active.writer.addEvent({ ms, wall: clock.wallNow(), kind, text });
      const { summary = NO_SUMMARY } = active.info;
      const isNote = kind === 'note';
      touch(active, {
        summary: {
          ...summary,
          notes: summary.notes + (isNote ? 1 : 0),
          marks: summary.marks + (kind === 'system' ? 0 : 1),
          ...(isNote && summary.firstNote === undefined ? { firstNote: text } : {}),
        },
      });
      return ms;
    },
    noteCount: (): number => active?.info.summary?.notes ?? 0,
    interrupt: (isInterrupted: boolean): void => show({ isInterrupted }),
    /** Saves the label of the recorded pack, if the device reports several. */
    choosePack: (pack: string): void => {
      if (active !== undefined) touch(active, { pack });
    },
    /** Saves the identity that the device reported; undefined removes it. */
    identify: (identity: DeviceIdentity | undefined): void => {
      if (active === undefined) return;
      const { identity: _, ...rest } = active.info;
      active.info = rest;
      touch(active, identity === undefined ? {} : { identity });
    },
    rename: (name: string): void => {
      if (active === undefined) return;
      touch(active, { name: cleanName(name) || active.info.device });
      show({ info: active.info });
    },
    /** Call it when the archive has lost its data: the data still in memory is written again. */
    rewrite: (): void => {
      active?.writer.forgetSaved();
      if (active !== undefined) schedule();
    },
    /** Writes all unsaved data. Settles when it is saved or was refused. */
    flush,
    /** Ends the session. Settles when its last chunk is written. */
    end,
    dispose: async (): Promise<void> => {
      await end();
      state.dispose();
    },
  };
};
