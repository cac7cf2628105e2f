import { createAccountCore, createCore } from '@batbot/core';
import {
  createFakeAccountGateway,
  createFakeClock,
  createFakeLog,
  createFakePorts,
  createFakePushInbox,
  createFakeSerialLink,
  createFakeSessionArchive,
  createFakeStorage,
} from '@batbot/core/fakes';
import { expect, test } from 'vitest';
import { createDevice } from '../index.ts';
import type { DeviceLine } from '../device/device-line.ts';
import { readRecording } from '../record/recording.ts';
import { createReplayLine } from '../record/replay-line.ts';

const STEP_MS = 20;

/** Records 12 s of a device with the real core in virtual time. Returns both exports of the session. */
const record = async (line: DeviceLine, advance: (nowMs: number) => void) => {
  const clock = createFakeClock();
  const fake = createFakeSerialLink();
  const gateway = createFakeAccountGateway();
  const parts = { clock, store: createFakeStorage().openTab(), log: createFakeLog() };
  const account = createAccountCore({ ...parts, gateway, push: createFakePushInbox() });
  await account.session.login('technician', 'secret');
  const { archive } = createFakeSessionArchive();
  const { core$ } = createCore({
    ...createFakePorts(),
    ...parts,
    account,
    archive,
    links: [fake.link],
  });
  const { link, recording, showPath } = core$.value;
  fake.device.onWrite((bytes) => line.receive(bytes, clock.monotonicNow()));
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      await clock.advance(STEP_MS);
      advance(clock.monotonicNow());
      const said = line.take(clock.monotonicNow());
      if (said.length > 0) fake.device.send(said);
    }
  };
  showPath('/mainpage/home');
  void link.connect('fake');
  await pass(1_000);
  recording.start();
  await pass(12_000);
  void recording.stop();
  await pass(1_000);
  const list = recording.sessions$.value;
  const id = list.kind === 'ready' ? list.sessions[0]?.id : undefined;
  const session = await recording.open(id ?? '');
  if (!session.ok) throw new Error(session.error.kind);
  const [csv, capture] = [await session.value.csv(), await session.value.capture()];
  if (!csv.ok || !capture.ok) throw new Error('not exported');
  return { csv: [...csv.value].join(''), capture: [...capture.value].join('') };
};

/** Returns the values of each row, without the times in front and the events at the end. */
const valuesOf = (csv: string): readonly string[] =>
  csv
    .trim()
    .split('\r\n')
    .map((row) => row.split(',').slice(2, -1).join());

test('[OBD-96] the simulator replays an exported session, and the client reads the same values from it', async () => {
  const device = createDevice({ seed: 1, scenario: 'drive' });
  const first = await record(device.openLine('test'), (nowMs) => device.advance(nowMs));
  const replay = { mode: 'command', speed: 1 } as const;
  const line = createReplayLine(readRecording(first.capture), replay);
  const second = await record(line, () => undefined);
  const [before, after] = [valuesOf(first.csv), valuesOf(second.csv)];
  expect(before.length).toBeGreaterThan(5);
  expect(before[1]?.split(',').length).toBeGreaterThan(20);
  expect(before).toEqual(expect.arrayContaining(after.slice(0, 5)));
});
