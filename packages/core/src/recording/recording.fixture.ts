import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeKeepAwake } from '../fakes/fake-keep-awake.ts';
import { createFakeKeyValueStore } from '../fakes/fake-key-value-store.ts';
import { createFakePorts } from '../fakes/fake-ports.ts';
import { createFakeSerialLink } from '../fakes/fake-serial-link.ts';
import { createFakeSessionArchive } from '../fakes/fake-session-archive.ts';
import { createDeviceCore } from '../device-core.ts';
import type { Notice } from '../notifications/notices.ts';
import { QUIET_PERIOD_MS } from '../protocol/timing.ts';
import type { ReplyProfile } from '../protocol/reply-decoder.ts';
import { createRecording } from './recording.ts';

/** The values that the fake device reports. Tests change them between polls. */
export interface TestPack {
  cellsMv: readonly number[];
  /** State of charge in tenths of a percent. */
  soc: number;
  cycles: number;
  serial: string;
  celsius: readonly number[];
  /** Current in units of 10 mA, positive while charging. */
  current: number;
  /** The reply that it sends instead of the native one. */
  says?: string;
  /** A command that it never answers. */
  ignores?: string;
  /** The current profile of the device. */
  profile?: ReplyProfile;
}

/**
 * Creates a core, an archive and a device on a virtual clock. The device answers polls in the native dialect, and the
 * Home tab is open.
 */
export const setUpRecording = async (userId = 'u1') => {
  const clock = createFakeClock();
  const fake = createFakeSerialLink();
  const archive = createFakeSessionArchive();
  const awake = createFakeKeepAwake();
  const store = createFakeKeyValueStore();
  const core = createDeviceCore({ ...createFakePorts(), links: [fake.link], clock, store });
  const notices: Notice[] = [];
  core.notices.notices$.subscribe((notice) => notices.push(notice));
  const pack: TestPack = {
    cellsMv: [3302, 3304, 3303, 3302],
    soc: 785,
    cycles: 123,
    serial: 'A1',
    celsius: [25, 26],
    current: -1240,
  };
  let sequence = 0;

  const reply = (): string => {
    sequence += 1;
    const { cellsMv, soc, cycles, celsius, current } = pack;
    if (pack.says !== undefined) return `\r\n${pack.says}\r\n\r\nOK\r\n`;
    const sum = cellsMv.reduce((total, each) => total + each, 0);
    const head = [1, sequence, 100 + sequence * 2, cellsMv.length, celsius.length];
    const values = [sum, current, soc, 990, 10000];
    const tail = [7772, cycles, 3, '0000', '0000', ...cellsMv, ...celsius, 2];
    return `\r\n+ADATA: ${[...head, ...values, ...tail].join(',')}\r\n\r\nOK\r\n`;
  };

  fake.device.onWrite((bytes) => {
    const text = new TextDecoder().decode(bytes).trim();
    if (text === pack.ignores) return;
    if (text === 'AT+ADATA') fake.device.send(reply());
    else if (text === 'ATI') fake.device.send(`\r\nACME\r\nHW:2.1 SN:${pack.serial}\r\n\r\nOK\r\n`);
    else fake.device.send('\r\nOK\r\n');
  });

  const recordingOf = (owner: string | undefined) =>
    createRecording({
      archive: archive.archive,
      keepAwake: awake.keepAwake,
      clock,
      store,
      link: core.link,
      telemetry: core.telemetry,
      terminal: core.terminal,
      notices: core.notices,
      profileOf: () => Promise.resolve(pack.profile),
      userId: owner,
    });
  let recording = recordingOf(userId);
  /** Signs in another user, or none. The recording of the previous user ends. */
  const signIn = async (owner: string | undefined): Promise<void> => {
    const saved = recording.dispose();
    recording = recordingOf(owner);
    await clock.settle();
    await saved;
  };
  const connect = async (): Promise<void> => {
    void core.link.connect('fake');
    await clock.advance(QUIET_PERIOD_MS);
  };
  await connect();
  core.showPath('/mainpage/home');
  await clock.advance(100);

  const sessions = () => {
    const list = recording.sessions$.value;
    return list.kind === 'ready' ? list.sessions : [];
  };
  const opened = async (index = 0) => {
    const result = await recording.open(sessions()[index]?.id ?? '');
    if (!result.ok) throw new Error(`not opened: ${result.error.kind}`);
    return result.value;
  };
  return {
    clock,
    fake,
    archive,
    awake,
    store,
    core,
    signIn,
    notices,
    pack,
    get recording() {
      return recording;
    },
    connect,
    sessions,
    opened,
  };
};
