import { Subscription } from 'rxjs';
import { createDeviceCore } from '../device-core.ts';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeKeepAwake } from '../fakes/fake-keep-awake.ts';
import { createFakeStorage } from '../fakes/fake-key-value-store.ts';
import { createFakePorts } from '../fakes/fake-ports.ts';
import { createFakeSerialLink } from '../fakes/fake-serial-link.ts';
import { createFakeSessionArchive } from '../fakes/fake-session-archive.ts';
import type { Notice } from '../notifications/notices.ts';
import type { Cipher } from '../ports/vault.ts';
import type { ArchiveError, SessionArchive } from '../ports/session-archive.ts';
import { err, ok } from '../prelude/result.ts';
import { createEncryptedArchive } from '../privacy/encrypted-archive.ts';
import { decodeNative } from '../protocol/native-dialect.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import type { ReplyProfile } from '../protocol/reply-decoder.ts';
import { createRecording } from './recording.ts';

const never = new Promise<never>(() => undefined);

/** Hides bytes under the user's name, so that neither another user nor a search of the store finds them. */
const cipherOf = (userId: string): Cipher => {
  const mask = userId.charCodeAt(1) + 128;
  return {
    encrypt: (_, bytes) => Promise.resolve(bytes.map((byte) => byte ^ mask)),
    decrypt: (_, bytes) => Promise.resolve(bytes.map((byte) => byte ^ mask)),
  };
};

/** The packs that can be connected. Two differ in their number of cells, or only in their design capacity. */
export const PACKS = [
  { cells: 4, capacity: 10_000, serial: 'A1' },
  { cells: 4, capacity: 20_000, serial: 'B2' },
  { cells: 8, capacity: 10_000, serial: 'C3' },
  {
    says: '{"packs":[{"soc":80,"cells":[3.3,3.3,3.301,3.3,3.3]},{"soc":70,"cells":[3.3,3.3,3.3,3.3,3.3,3.302]}]}',
    serial: 'D4',
  },
] as const;

/** Returns the name of the pack whose values a sample contains. */
export const packOf = ({ cellVoltagesV, designCapacityAh }: PackSample): string =>
  `${cellVoltagesV.length} cells, ${designCapacityAh} Ah`;

/** A profile of the native packs, with which their sessions are decoded again. */
export const NATIVE: ReplyProfile = {
  name: 'Native',
  read: (lines) => {
    const decoded = decodeNative(lines);
    return decoded.ok ? ok({ sample: decoded.value, others: [] }) : decoded;
  },
};

/** Everything that was reported during a session. */
export interface Reported {
  readonly userId: string;
  readonly tab: RecordingTab;
  readonly startedMono: number;
  readonly samples: { readonly ms: number; readonly wall: number; readonly sample: PackSample }[];
  readonly notes: string[];
  /** Numbers of bytes received and sent since the session began. */
  bytes: number;
  /** Number of samples that the store must contain. */
  durable: number;
  /** Why data may be missing. The user was notified, or the tab crashed. */
  excuse?: 'stopped' | 'deleted' | 'cleared' | 'crashed';
}

/** A browser with tabs that share their storage. Each tab has a device of its own. */
export const createRecordingWorld = () => {
  const clock = createFakeClock();
  const archive = createFakeSessionArchive();
  const storage = createFakeStorage();
  const sessions = new Map<string, Reported>();
  const trouble = { delayMs: 0, losesAnswers: false, refusal: false };
  /** Since when every write has been saved at once. */
  let goodSince = 0;
  let tabs = 0;
  const disturb = (): void => {
    goodSince = clock.monotonicNow() + 6 * trouble.delayMs; // several calls may be pending
  };
  const isGood = (): boolean =>
    trouble.delayMs === 0 &&
    !trouble.losesAnswers &&
    !trouble.refusal &&
    clock.monotonicNow() - goodSince > 2_000;
  const pause = (ms: number): Promise<void> =>
    ms === 0 ? Promise.resolve() : new Promise((resolve) => clock.after(ms, resolve));

  const openTab = async (userId: string) => {
    tabs += 1;
    // Tabs were opened at different times, so their monotonic clocks differ.
    const offset = tabs * 1_234_567;
    const ownClock = { ...clock, monotonicNow: () => clock.monotonicNow() + offset };
    const fake = createFakeSerialLink();
    const core = createDeviceCore({
      ...createFakePorts(),
      links: [fake.link],
      clock: ownClock,
      store: storage.openTab(),
    });
    const notices: Notice[] = [];
    let [isOpen, arrives] = [true, false];
    /** The sessions that the user is removing. The first removal of one by the archive counts as that of the user. */
    const removed: { readonly id: string; isCalled: boolean }[] = [];
    let turn: Promise<unknown> = Promise.resolve();
    const dropped: string[] = [];
    const inTurn = <T>(step: () => Promise<T>): Promise<T> => {
      if (!isOpen) return never;
      const next = turn.then(async () => {
        await pause(trouble.delayMs);
        if (!isOpen && !arrives) return never;
        const result = await step();
        await pause(trouble.delayMs);
        return isOpen ? result : never;
      });
      turn = next.catch(() => undefined);
      return next;
    };
    const { archive: inner } = archive;
    const lost = (): Awaited<ReturnType<SessionArchive['save']>> =>
      err<ArchiveError>({ kind: 'failed', message: 'no answer in time' });
    const slow: SessionArchive = {
      ...inner,
      save: (entry) =>
        inTurn(async () => {
          const saved = await inner.save(entry);
          return trouble.losesAnswers ? lost() : saved;
        }),
      list: (...call) => inTurn(() => inner.list(...call)),
      read: (...call) => inTurn(() => inner.read(...call)),
      remove: (owner, id) =>
        inTurn(() => {
          const asked = removed.find((each) => each.id === id && !each.isCalled);
          if (asked === undefined) dropped.push(id);
          else asked.isCalled = true;
          const reported = sessions.get(id);
          if (reported !== undefined) Object.assign(reported, { durable: 0, excuse: 'deleted' });
          return inner.remove(owner, id);
        }),
    };
    let user = userId;
    const recordingOf = (owner: string) =>
      createRecording({
        archive: createEncryptedArchive(slow, {
          of: (who) => (who === owner ? { cipher: cipherOf(owner), takesClear: false } : undefined),
          onDamaged: () => undefined,
        }),
        keepAwake: createFakeKeepAwake().keepAwake,
        clock: ownClock,
        store: storage.openTab(),
        link: core.link,
        telemetry: core.telemetry,
        terminal: core.terminal,
        notices: core.notices,
        profileOf: () => Promise.resolve(undefined),
        userId: owner,
      });
    let recording = recordingOf(userId);
    const device = {
      pack: 0,
      exchanges: 0,
      readyAt: 0,
      isSilent: false,
      replyMs: 0,
      counter: 0,
      startedAt: 0,
      current: -100,
    };

    const reply = (): string => {
      const pack = PACKS[device.pack] ?? PACKS[0];
      if ('says' in pack) return `\r\n${pack.says}\r\n\r\nOK\r\n`;
      device.counter += 1;
      const uptime = Math.floor((clock.monotonicNow() - device.startedAt) / 1_000);
      const cells = Array.from({ length: pack.cells }, (_, cell) => 3_300 + cell);
      const sum = cells.reduce((total, each) => total + each, 0);
      const head = [1, device.counter, uptime, cells.length, 2, sum, device.current];
      const faults = device.counter % 7 < 3 ? '0002' : '0000';
      const tail = [785, 990, pack.capacity, 7_772, 123, 3, faults, '0000', ...cells, 25, 26, 2];
      return `\r\n+ADATA: ${[...head, ...tail].join(',')}\r\n\r\nOK\r\n`;
    };
    fake.device.onWrite((bytes) => {
      if (device.isSilent) return;
      const text = new TextDecoder().decode(bytes).trim();
      if (text === 'AT+ADATA' && clock.monotonicNow() < device.readyAt) return;
      const { serial } = PACKS[device.pack] ?? PACKS[0];
      const line =
        text === 'AT+ADATA'
          ? reply()
          : text === 'ATI'
            ? `\r\nACME\r\nHW:2.1 SN:${serial}\r\n\r\nOK\r\n`
            : '\r\nOK\r\n';
      if (device.replyMs === 0) fake.device.send(line);
      else {
        const { startedAt } = device;
        clock.after(device.replyMs, () => {
          if (device.startedAt === startedAt) fake.device.send(line); // a restart ends the reply
        });
      }
    });

    const current = (): Reported | undefined => {
      const state = recording.state$.value;
      if (state.kind !== 'recording') return undefined;
      const { id } = state.info;
      const known = sessions.get(id);
      if (known !== undefined) return known;
      const startedMono = ownClock.monotonicNow();
      const fresh: Reported = {
        ...{ userId: user, tab, startedMono, samples: [], notes: [], bytes: 0, durable: 0 },
      };
      sessions.set(id, fresh);
      return fresh;
    };
    let heard = new Subscription();
    /** Notes what is reported, after the recording has taken it. */
    const listen = (): void => {
      heard.unsubscribe();
      heard = recording.state$.subscribe(() => void current());
      heard.add(
        core.telemetry.samples$.subscribe(({ sample }) => {
          const reported = isOpen ? current() : undefined;
          const ms = ownClock.monotonicNow() - (reported?.startedMono ?? 0);
          reported?.samples.push({ ms, wall: clock.wallNow(), sample });
        }),
      );
      heard.add(
        core.link.traffic$.subscribe((traffic) => {
          const reported = isOpen ? current() : undefined;
          if (reported !== undefined && (traffic.kind === 'sent' || traffic.kind === 'received'))
            reported.bytes += traffic.bytes.length;
        }),
      );
    };

    const tab = {
      offset,
      core,
      fake,
      device,
      notices,
      dropped,
      current,
      get recording() {
        return recording;
      },
      get userId() {
        return user;
      },
      isOpen: () => isOpen,
      /** Connects a pack to the device, which restarts and reports values only after a time. */
      connectPack: (pack: number, afterMs = 0): void => {
        if (pack !== device.pack) device.exchanges += 1;
        const startedAt = clock.monotonicNow();
        Object.assign(device, { pack, counter: 0, startedAt, readyAt: startedAt + afterMs });
      },
      signIn: async (owner: string): Promise<void> => {
        const saved = recording.dispose();
        user = owner;
        recording = recordingOf(owner);
        listen();
        await clock.advance(100);
        void saved;
      },
      remove: async (id: string): Promise<void> => {
        const asked = { id, isCalled: false };
        removed.push(asked);
        void recording.remove(id).then((result) => {
          removed.splice(removed.indexOf(asked), 1);
          const isRefused = !result.ok && ['notFound', 'recording'].includes(result.error.kind);
          if (isRefused && asked.isCalled) dropped.push(id); // the recording was first
        });
        await clock.advance(500);
      },
      /** Ends the tab as a crash does. `late`: a write that was already asked for still takes effect. */
      crash: (late: boolean): void => {
        for (const each of sessions.values())
          if (each.tab === tab && (current() === each || !isGood())) each.excuse ??= 'crashed';
        [isOpen, arrives] = [false, late];
        fake.unplug();
      },
    };
    listen();
    core.notices.notices$.subscribe((notice) => {
      notices.push(notice);
      if (!isOpen || notice.kind !== 'recordingStopped') return;
      for (const each of sessions.values()) if (each.tab === tab) each.excuse ??= 'stopped';
    });
    core.showPath('/mainpage/home');
    void core.link.connect('fake');
    await clock.advance(100);
    return tab;
  };

  return {
    clock,
    archive,
    storage,
    sessions,
    trouble,
    disturb,
    openTab,
    isGood,
    /** Archive of a user, as the next page of the user sees it. */
    archiveOf: (userId: string): SessionArchive =>
      createEncryptedArchive(archive.archive, {
        of: (who) => (who === userId ? { cipher: cipherOf(userId), takesClear: false } : undefined),
        onDamaged: () => undefined,
      }),
  };
};
export type RecordingWorld = ReturnType<typeof createRecordingWorld>;
export type RecordingTab = Awaited<ReturnType<RecordingWorld['openTab']>>;
