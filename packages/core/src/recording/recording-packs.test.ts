import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { liveSample } from '../telemetry/pack.fixture.ts';
import type { LiveSample } from '../telemetry/telemetry.ts';
import { createRecording } from './recording.ts';
import { setUpRecording } from './recording.fixture.ts';
import { NATIVE } from './recording-world.fixture.ts';

/** Records one pack, asks for its serial number A1, and then connects another pack. */
const exchangePack = async ({ isSilent = false, asksFirst = true } = {}) => {
  const rig = await setUpRecording();
  const ask = async (): Promise<void> => {
    rig.core.terminal.send('ATI');
    await rig.clock.advance(300);
  };
  rig.recording.start();
  await rig.clock.advance(4_000);
  if (asksFirst) await ask();
  rig.fake.unplug('eventFirst');
  await rig.clock.advance(500);
  Object.assign(rig.pack, { cellsMv: [3302, 3304, 3303, 3302, 3301, 3302], serial: 'B2' });
  if (isSilent) rig.pack.ignores = 'AT+ADATA';
  rig.fake.plug();
  void rig.core.link.connect('fake');
  await rig.clock.settle();
  /** Returns the text that the device sent, as far as it is in a session. */
  const received = async (index: number): Promise<string> => {
    const rows = await (await rig.opened(index)).replay();
    return (rows.ok ? rows.value : []).map(({ text }) => text).join('\n');
  };
  return { ...rig, ask, received };
};

test('[REC-129] a session that is decoded again has no values of the pack that was connected afterwards', async () => {
  const rig = await exchangePack();
  await rig.clock.advance(4_000);
  await rig.recording.stop();
  const before = (await rig.opened(1)).series.length;
  rig.pack.profile = NATIVE;
  const opening = rig.opened(1);
  await rig.clock.advance(100);
  const { series, rereadWith } = await opening;
  expect(rereadWith).toBe(NATIVE);
  expect(series.length).toBe(before);
});

test('[REC-129] if a session that is decoded again has no recorded values, it is not known which replies are of its pack, and none is decoded', async () => {
  const rig = await setUpRecording();
  rig.pack.ignores = 'AT+ADATA';
  rig.recording.start();
  rig.fake.unplug('eventFirst');
  await rig.clock.advance(500);
  rig.pack.cellsMv = [3302, 3304, 3303, 3302, 3301, 3302];
  delete rig.pack.ignores;
  rig.fake.plug();
  await rig.connect();
  await rig.clock.advance(4_000);
  await rig.recording.stop();
  rig.pack.profile = NATIVE;
  const opening = rig.opened(1);
  await rig.clock.advance(100);
  expect((await opening).rereadWith).toBeUndefined();
});

test('[REC-11] the session of another pack contains no bytes of the pack before', async () => {
  const rig = await exchangePack();
  await rig.clock.advance(4_000);
  expect(await rig.received(1)).toContain('SN:A1');
  expect(await rig.received(0)).not.toContain('SN:A1');
});

test('[REC-11] after a restart with another pack its session contains no bytes of the pack before', async () => {
  const rig = await setUpRecording();
  rig.recording.start();
  await rig.clock.advance(4_000);
  rig.core.terminal.send('ATI');
  await rig.clock.advance(300);
  rig.pack.cellsMv = [3302, 3304, 3303, 3302, 3301, 3302];
  rig.fake.device.send('\r\nREADY\r\n');
  await rig.clock.advance(6_000);
  expect(rig.sessions()).toHaveLength(2);
  const rows = await (await rig.opened(0)).replay();
  expect((rows.ok ? rows.value : []).map(({ text }) => text).join()).not.toContain('SN:A1');
});

test('[REC-12] a pack whose serial number came before its first values begins one session, not two', async () => {
  const rig = await exchangePack({ isSilent: true });
  await rig.ask();
  await rig.clock.advance(10_000); // the reply comes after the poll that is not answered
  expect(rig.sessions()).toHaveLength(2);
  delete rig.pack.ignores;
  await rig.clock.advance(20_000);
  await rig.recording.stop();
  expect(rig.sessions()).toHaveLength(2);
  expect((await rig.opened(0)).series.length).toBeGreaterThan(0);
});

test('[REC-91] a serial number that came before the first values of another pack is not that of the pack before', async () => {
  const rig = await exchangePack({ asksFirst: false });
  await rig.ask();
  await rig.clock.advance(4_000);
  await rig.recording.stop();
  expect(rig.sessions().map(({ identity }) => identity?.serial)).toEqual(['B2', undefined]);
});

test('[REC-91] a serial number that came before the first values of the same pack is saved with them', async () => {
  const rig = await setUpRecording();
  rig.recording.start();
  await rig.clock.advance(4_000);
  rig.fake.unplug('eventFirst');
  await rig.clock.advance(500);
  rig.fake.plug();
  await rig.connect();
  rig.core.terminal.send('ATI');
  await rig.clock.advance(4_000);
  expect(rig.sessions().map(({ identity }) => identity?.serial)).toEqual(['A1']);
});

test('[REC-91] after a disconnection before the first values the serial number of the session is unknown', async () => {
  const rig = await setUpRecording();
  await rig.core.link.disconnect();
  await rig.signIn('u1'); // forgets the pack of the connection before
  rig.pack.ignores = 'AT+ADATA';
  await rig.connect();
  rig.recording.start();
  rig.core.terminal.send('ATI');
  await rig.clock.advance(300);
  rig.fake.unplug('eventFirst');
  await rig.clock.advance(500);
  delete rig.pack.ignores;
  rig.fake.plug();
  await rig.connect();
  await rig.clock.advance(6_000);
  await rig.recording.stop();
  const { info, series } = await rig.opened();
  expect(series.length).toBeGreaterThan(0);
  expect(info.identity).toBeUndefined();
});

test('[REC-11] after a restart a value that only another pack has begins a new session', async () => {
  const rig = await setUpRecording();
  rig.recording.start();
  await rig.clock.advance(4_000);
  rig.pack.cycles = 5; // less than before
  rig.fake.device.send('\r\nREADY\r\n');
  await rig.clock.advance(6_000);
  expect(rig.sessions()).toHaveLength(2);
});

test('[OBD-73] a session that ends while its device is unplugged keeps its serial number', async () => {
  const rig = await exchangePack();
  await rig.recording.stop();
  expect(rig.sessions().at(-1)?.identity).toMatchObject({ serial: 'A1' });
});

test('[OBD-153] a profile that gives the values of the same pack other meanings begins no new session', async () => {
  const rig = await setUpRecording();
  const samples = new Subject<LiveSample>();
  const recording = createRecording({
    archive: rig.archive.archive,
    keepAwake: rig.awake.keepAwake,
    clock: rig.clock,
    store: rig.store,
    link: rig.core.link,
    telemetry: { ...rig.core.telemetry, samples$: samples },
    terminal: rig.core.terminal,
    notices: rig.core.notices,
    profileOf: () => Promise.resolve(undefined),
    userId: 'u1',
  });
  recording.start();
  const read = (cells: number, understanding: LiveSample['understanding']): void => {
    const cellVoltagesV = Array.from({ length: cells }, () => 3.3);
    const sample = { cellVoltagesV, temperaturesC: [], alarms: [], protections: [] };
    samples.next({ ...liveSample(sample), understanding });
  };
  const idOf = (): string | undefined => {
    const { value } = recording.state$;
    return value.kind === 'recording' ? value.info.id : undefined;
  };
  const before = idOf();
  read(4, { kind: 'native' });
  read(8, { kind: 'profile', profile: NATIVE });
  expect(idOf()).toBe(before);
  read(4, { kind: 'profile', profile: NATIVE });
  expect(idOf()).not.toBe(before);
  await recording.dispose();
});

test('[REC-134] after the user disconnects and connects again, the pack that is then shown is not the chosen one', async () => {
  const rig = await setUpRecording();
  await rig.core.link.disconnect();
  rig.pack.says = '{"packs":[{"voltage":52.8,"soc":80},{"voltage":52.1,"soc":80}]}';
  await rig.connect();
  await rig.clock.advance(2_000);
  rig.core.telemetry.choosePack('2');
  await rig.clock.advance(4_000);
  expect(rig.recording.history$.value.columns.packVoltageV).toContain(52.1);
  await rig.core.link.disconnect();
  await rig.connect();
  await rig.clock.advance(4_000);
  expect(rig.core.telemetry.liveData$.value).toMatchObject({ pack: { label: '1' } });
  expect([...new Set(rig.recording.history$.value.columns.packVoltageV)]).toEqual([52.8]);
});

test('[REC-134] if that pack of the same device has other cells, it is not reported as another pack', async () => {
  const rig = await setUpRecording();
  await rig.core.link.disconnect();
  rig.pack.says =
    '{"packs":[{"soc":80,"cells":[3.3,3.3,3.301,3.3]},{"soc":80,"cells":[3.3,3.3,3.3,3.302,3.3]}]}';
  await rig.connect();
  await rig.clock.advance(2_000);
  rig.core.telemetry.choosePack('2');
  await rig.clock.advance(4_000);
  const before = rig.notices.length;
  await rig.core.link.disconnect();
  await rig.connect();
  await rig.clock.advance(4_000);
  expect(rig.notices.slice(before).map(({ kind }) => kind)).not.toContain('anotherPack');
  // A device with one pack is another one.
  await rig.core.link.disconnect();
  delete rig.pack.says;
  await rig.connect();
  await rig.clock.advance(4_000);
  rig.pack.cellsMv = [3302, 3304, 3303, 3302, 3301, 3302];
  await rig.clock.advance(4_000);
  expect(rig.notices.slice(before).map(({ kind }) => kind)).toContain('anotherPack');
});
