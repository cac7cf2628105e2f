import { describe, expect, test } from 'vitest';
import { limitMarks } from './limit-marks.ts';
import { isGap } from './sample-columns.ts';
import { setUpRecording } from './recording.fixture.ts';

describe('recording a session', () => {
  test('[REC-1] a session with samples, bytes in both directions, events and notes is saved and can be opened again', async () => {
    const rig = await setUpRecording();
    expect(rig.recording.start()).toEqual({ ok: true, value: undefined });
    await rig.clock.advance(4_000);
    rig.recording.note('changed\u202E cell 3');
    await rig.clock.advance(2_000);
    await rig.recording.stop();
    const [info] = rig.sessions();
    expect(info).toMatchObject({ samples: 3, cells: 4, temperatures: 2, finished: true });

    const session = await rig.opened();
    expect(session.series.length).toBe(3);
    expect([...session.series.columns.ms]).toEqual([1_900, 3_900, 5_900]);
    expect(session.series.columns.packVoltageV[0]).toBe(13.211);
    const sample = await session.sampleAt(2);
    expect(sample.ok && sample.value).toMatchObject({
      cellVoltagesV: [3.302, 3.304, 3.303, 3.302],
      temperaturesC: [25, 26],
      balancing: [false, true, false, false],
      switches: { charge: true, discharge: true, precharge: false },
      currentA: -12.4,
      cycles: 123,
    });
    const replay = await session.replay();
    const rows = replay.ok ? replay.value : [];
    expect(rows.filter(({ direction }) => direction === 'sent').map(({ text }) => text)).toEqual(
      Array.from({ length: 3 }, () => 'AT+ADATA'),
    );
    expect(rows.filter(({ direction }) => direction === 'note').map(({ text }) => text)).toEqual([
      'changed cell 3',
    ]);
    expect(rows.slice(1).every(({ ms }, index) => ms >= (rows[index]?.ms ?? 0))).toBe(true);
  });

  test('[OBD-99] a crash loses at most the last 2 s', async () => {
    const rig = await setUpRecording();
    rig.recording.start();
    await rig.clock.advance(11_000); // then the tab is closed without `stop` or `dispose`
    const { recording: _, ...crashed } = rig;
    const list = await crashed.archive.archive.list('u1');
    expect(list.ok && list.value[0]).toMatchObject({ samples: 5, finished: false });
    const rows = await crashed.archive.archive.read(
      'u1',
      crashed.sessions()[0]?.id ?? '',
      'samples',
    );
    expect(rows.ok && rows.value).toHaveLength(1);
    const session = await rig.opened();
    expect(session.series.columns.ms.at(-1)).toBe(9_900);
  });

  test('[REC-3] a chunk of samples covers about a minute, so the archive has few chunks', async () => {
    const rig = await setUpRecording();
    rig.recording.start();
    await rig.clock.advance(200_000);
    const id = rig.sessions()[0]?.id ?? '';
    const rows = await rig.archive.archive.read('u1', id, 'samples');
    expect(rows.ok && rows.value.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
    expect((await rig.opened()).series.length).toBe(100);
  });

  test('[REC-4] a start without a connection or a user, or during a recording, is refused', async () => {
    const rig = await setUpRecording();
    expect(rig.recording.start().ok).toBe(true);
    expect(rig.recording.start()).toMatchObject({ error: { kind: 'alreadyRecording' } });
    await rig.signIn(undefined);
    expect(rig.recording.state$.value.kind).toBe('off');
    expect(rig.recording.start()).toMatchObject({ error: { kind: 'signedOut' } });
    await rig.signIn('u1');
    await rig.core.link.disconnect();
    expect(rig.recording.start()).toMatchObject({ error: { kind: 'notConnected' } });
  });

  test('[OBD-98] one user never sees the sessions of another', async () => {
    const rig = await setUpRecording();
    rig.recording.start();
    await rig.clock.advance(3_000);
    await rig.signIn('u2');
    expect(rig.recording.sessions$.value).toMatchObject({ kind: 'ready', sessions: [] });
    await rig.signIn('u1');
    expect(rig.sessions()).toMatchObject([{ finished: true }]);
  });

  test('[REC-6] the screen is kept awake only while recording', async () => {
    const rig = await setUpRecording();
    rig.recording.start();
    expect(rig.recording.state$.value).toMatchObject({ kind: 'recording', isAwake: true });
    expect(rig.awake.held()).toBe(1);
    await rig.recording.stop();
    expect(rig.awake.held()).toBe(0);
  });

  test('[REC-7] sessions can be renamed and deleted, but the running recording cannot be deleted', async () => {
    const rig = await setUpRecording();
    rig.recording.start();
    await rig.clock.advance(3_000);
    const id = rig.sessions()[0]?.id ?? '';
    expect(await rig.recording.remove(id)).toMatchObject({ error: { kind: 'recording' } });
    await rig.recording.rename(id, ' Bus 12,\n before ');
    await rig.clock.advance(3_000);
    expect(rig.sessions()).toMatchObject([{ name: 'Bus 12, before' }]);
    await rig.recording.stop();
    await rig.recording.rename(id, '');
    expect(rig.sessions()[0]?.name).toBe(rig.sessions()[0]?.device);
    expect(await rig.recording.remove(id)).toMatchObject({ ok: true });
    expect(rig.sessions()).toEqual([]);
    expect(await rig.recording.open(id)).toMatchObject({ error: { kind: 'notFound' } });
  });

  test('[REC-8] with automatic recording every connection is recorded, and Disconnect ends the session', async () => {
    const rig = await setUpRecording();
    await rig.core.link.disconnect();
    rig.recording.setAutomatic(true);
    await rig.connect();
    expect(rig.recording.state$.value.kind).toBe('recording');
    await rig.clock.advance(3_000);
    await rig.core.link.disconnect();
    await rig.clock.settle();
    expect(rig.recording.state$.value.kind).toBe('off');
    expect(rig.sessions()).toMatchObject([{ finished: true }]);
    expect(rig.store.get('recordAutomatically')).toBe('yes');
  });

  test('[REC-8] [SA-04] automatic recording of one user does not apply to the next', async () => {
    const rig = await setUpRecording();
    rig.recording.setAutomatic(true);
    rig.store.clear();
    await rig.signIn(undefined);
    await rig.signIn('u2');
    expect(rig.recording.isAutomatic$.value).toBe(false);
    await rig.core.link.disconnect();
    await rig.connect();
    expect(rig.recording.state$.value.kind).toBe('off');
  });

  test('[REC-100] live data is polled on every tab only while a recording runs', async () => {
    const rig = await setUpRecording();
    rig.core.showPath('/mainpage/users');
    const polls = (): number => rig.fake.device.writtenText().split('AT+ADATA').length - 1;
    const before = polls();
    await rig.clock.advance(10_000);
    expect(polls()).toBe(before);
    rig.recording.start();
    await rig.clock.advance(11_500);
    expect(rig.sessions()[0]?.samples).toBe(6);
    await rig.recording.stop();
    const after = polls();
    await rig.clock.advance(10_000);
    expect(polls()).toBe(after);
  });

  test('[REC-101] a recording without live data is marked after 10 s, until the next sample', async () => {
    const rig = await setUpRecording();
    rig.pack.ignores = 'AT+ADATA';
    rig.recording.start();
    const since = rig.clock.wallNow();
    await rig.clock.advance(9_900);
    expect(rig.recording.state$.value).toMatchObject({ noDataSince: undefined });
    await rig.clock.advance(200);
    expect(rig.recording.state$.value).toMatchObject({ noDataSince: since });
    delete rig.pack.ignores;
    await rig.clock.advance(10_000);
    expect(rig.recording.state$.value).toMatchObject({ noDataSince: undefined });
    expect(rig.sessions()[0]?.samples).toBeGreaterThan(0);
  });

  test('[REC-102] a recording that ended with its page is reported once to its owner at the next start', async () => {
    const rig = await setUpRecording();
    const reports = () => rig.notices.filter(({ kind }) => kind === 'recordingInterrupted');
    rig.recording.start();
    await rig.clock.advance(3_000);
    const [info] = rig.sessions();
    const stored = await rig.archive.archive.list('u1');
    rig.recording.leavePage();
    await rig.recording.stop();
    // The page closed before it could finish the session: this restores what the archive had then.
    const row = stored.ok ? stored.value[0] : undefined;
    await rig.archive.archive.save({
      userId: 'u1',
      sessionId: info?.id ?? '',
      info: { ...info, ...(row as object) },
      chunks: [],
    });
    await rig.signIn('u2');
    expect(reports()).toEqual([]);
    await rig.signIn('u1');
    expect(reports()).toEqual([{ kind: 'recordingInterrupted', id: info?.id, at: info?.lastAt }]);
    await rig.signIn('u1');
    expect(reports()).toHaveLength(1);
  });

  test('[REC-103] the user is notified where a stopped recording is saved; a note is confirmed with its number and time', async () => {
    const rig = await setUpRecording();
    expect(rig.recording.note('before')).toBeUndefined();
    rig.recording.start();
    await rig.clock.advance(3_000);
    expect(rig.recording.note('Bus 12')).toEqual({ number: 1, ms: 3_000 });
    await rig.clock.advance(1_000);
    expect(rig.recording.note('load on')).toEqual({ number: 2, ms: 4_000 });
    await rig.recording.stop();
    const [info] = rig.sessions();
    expect(rig.notices).toEqual([{ kind: 'recordingSaved', id: info?.id }]);
  });

  test('[REC-104] the list shows the first note, the largest spread and the number of marks', async () => {
    const rig = await setUpRecording();
    rig.recording.start();
    await rig.clock.advance(3_000);
    rig.recording.note('Bus 12');
    rig.recording.note('load on');
    rig.pack.cellsMv = [3302, 3304, 3303, 3202];
    await rig.clock.advance(2_000);
    rig.pack.cellsMv = [3302, 3304, 3303, 3300];
    await rig.clock.advance(6_000);
    await rig.recording.stop();
    await rig.recording.refresh();
    const marks = limitMarks((await rig.opened()).series).length;
    expect(rig.sessions()[0]?.summary).toEqual({
      notes: 2,
      marks: 2 + marks,
      firstNote: 'Bus 12',
      worstSpreadMv: 4,
    });
  });

  test('[LR-06] after dispose no timer is pending and the screen may sleep', async () => {
    const rig = await setUpRecording();
    rig.recording.start();
    await rig.clock.advance(3_000);
    await rig.recording.dispose();
    await rig.core.dispose();
    await rig.clock.advance(20_000);
    expect([rig.clock.pendingTimers(), rig.awake.held()]).toEqual([0, 0]);
  });
});

describe('the same pack after an interruption', () => {
  const lose = async (rig: Awaited<ReturnType<typeof setUpRecording>>): Promise<void> => {
    rig.fake.unplug('streamOnly');
    await rig.clock.advance(5_000);
  };

  test('[REC-10] the same pack continues its session, with a gap in its charts', async () => {
    const rig = await setUpRecording();
    rig.recording.start();
    await rig.clock.advance(5_000);
    await lose(rig);
    expect(rig.recording.state$.value).toMatchObject({ kind: 'recording', isInterrupted: true });
    await rig.clock.advance(10_000);
    rig.fake.plug();
    await rig.clock.advance(2_000);
    if (rig.core.link.connection$.value.kind !== 'connected') await rig.connect();
    await rig.clock.advance(5_000);
    expect(rig.recording.state$.value).toMatchObject({ kind: 'recording', isInterrupted: false });
    expect(rig.sessions()).toHaveLength(1);
    const { series, events } = await rig.opened();
    const gaps = Array.from(series.columns.ms.keys()).filter((at) => isGap(series.columns, at));
    expect(gaps).toHaveLength(1);
    expect(events.map(({ text }) => text)).toContain('OBD disconnected');
    expect(rig.recording.history$.value.length).toBeGreaterThan(series.length);
  });

  test('[OBD-73] the identity is forgotten when another pack is connected to the same device', async () => {
    const rig = await setUpRecording();
    await rig.clock.advance(5_000);
    rig.core.telemetry.identity.ask();
    await rig.clock.advance(5_000);
    const { identity$ } = rig.core.telemetry.identity;
    expect(identity$.value.kind).not.toBe('notAsked');
    rig.pack.cellsMv = Array.from({ length: 16 }, () => 3_290);
    await rig.clock.advance(6_000);
    expect(rig.notices).toContainEqual({ kind: 'anotherPack', isRecording: false });
    expect(identity$.value.kind).toBe('notAsked');
  });

  test('[REC-11] another pack begins a new session, noted in the log and in both recordings', async () => {
    const rig = await setUpRecording();
    rig.recording.start();
    await rig.clock.advance(5_000);
    await lose(rig);
    rig.pack.cellsMv = Array.from({ length: 16 }, () => 3_290);
    rig.fake.plug();
    await rig.clock.advance(2_000);
    if (rig.core.link.connection$.value.kind !== 'connected') await rig.connect();
    await rig.clock.advance(4_000);
    const [now, before] = rig.sessions();
    expect(now).toMatchObject({ cells: 16, follows: before?.id, finished: false });
    expect(before).toMatchObject({ cells: 4, finished: true });
    const marker = 'Another pack: number of cells changed';
    for (const index of [0, 1]) {
      const { events } = await rig.opened(index);
      expect(events.filter(({ kind }) => kind === 'marker')).toMatchObject([
        { text: expect.stringContaining(marker) },
      ]);
    }
    // The reply that revealed the other pack is the first one of the new session.
    const replay = await (await rig.opened(0)).replay();
    const first = replay.ok
      ? replay.value.find(({ text }) => text.startsWith('+ADATA'))
      : undefined;
    expect(first?.text).toMatch(/^\+ADATA: 1,\d+,\d+,16,/);
    const log = rig.core.terminal.log$.value.entries().map(({ text }) => text);
    expect(log.filter((text) => text === marker)).toHaveLength(1);
    expect(rig.notices).toContainEqual({ kind: 'anotherPack', isRecording: true });
    expect(rig.recording.history$.value.length).toBeLessThan(4);
  });

  test('[OBD-279] if the device has several packs, the session names the shown one; choosing another pack begins a new session', async () => {
    const rig = await setUpRecording();
    await rig.core.link.disconnect();
    rig.pack.says = '{"packs":[{"voltage":52.8,"soc":80},{"voltage":52.1,"soc":70}]}';
    await rig.connect();
    rig.recording.start();
    await rig.clock.advance(5_000);
    expect(rig.core.telemetry.liveData$.value).toMatchObject({
      pack: { label: '1', labels: ['1', '2'] },
      sample: { packVoltageV: 52.8 },
    });
    rig.core.telemetry.choosePack('2');
    expect(rig.core.telemetry.liveData$.value).toMatchObject({ sample: { packVoltageV: 52.1 } });
    await rig.clock.advance(3_000);
    const marksOf = async (index: number): Promise<readonly string[]> =>
      (await rig.opened(index)).events.flatMap(({ kind, text }) =>
        kind === 'marker' ? [text] : [],
      );
    expect(await marksOf(1)).toEqual([
      'Pack 1 of 2 is shown',
      'Pack 2 of 2 is shown. A new session begins here.',
    ]);
    expect(await marksOf(0)).toEqual([
      'Pack 2 of 2 is shown',
      'Pack 2 of 2 is shown. This session follows the one of the pack before.',
    ]);
    expect(rig.notices).not.toContainEqual({ kind: 'anotherPack', isRecording: true });
  });

  test('[REC-125] after a replug the other pack of the device does not continue the session of the chosen one', async () => {
    const rig = await setUpRecording();
    await rig.core.link.disconnect();
    rig.pack.says = '{"packs":[{"voltage":52.8,"soc":80},{"voltage":52.1,"soc":80}]}';
    await rig.connect();
    await rig.clock.advance(2_000);
    rig.core.telemetry.choosePack('2');
    await rig.clock.advance(2_000);
    rig.recording.start();
    await rig.clock.advance(2_000);
    await lose(rig);
    rig.fake.plug();
    await rig.clock.advance(2_000);
    if (rig.core.link.connection$.value.kind !== 'connected') await rig.connect();
    await rig.clock.advance(6_000);
    expect(rig.core.telemetry.liveData$.value).toMatchObject({ pack: { label: '1' } });
    await rig.recording.stop();
    const voltages = await Promise.all(
      rig
        .sessions()
        .map(async (_, index) => [
          ...new Set((await rig.opened(index)).series.columns.packVoltageV),
        ]),
    );
    expect(voltages).toEqual([[52.8], [52.1]]);
    expect(rig.recording.history$.value.columns.packVoltageV).not.toContain(52.1);
  });

  test('[REC-125] after a replug a pack whose record arrives first does not continue the session of another pack', async () => {
    const rig = await setUpRecording();
    await rig.core.link.disconnect();
    const polls = async (...packs: readonly number[]): Promise<void> => {
      for (const pack of packs) {
        rig.pack.says = `{"pack":${pack},"voltage":52.${pack},"soc":80}`;
        await rig.clock.advance(2_000);
      }
    };
    rig.pack.says = '{"pack":1,"voltage":52.1,"soc":80}';
    await rig.connect();
    await polls(2, 1);
    rig.recording.start();
    await polls(2, 1);
    await lose(rig);
    rig.pack.says = '{"pack":2,"voltage":52.2,"soc":80}';
    rig.fake.plug();
    await rig.connect();
    await polls(1, 2, 1, 2);
    await rig.recording.stop();
    const voltages = await Promise.all(
      rig
        .sessions()
        .map(async (_, index) => [
          ...new Set((await rig.opened(index)).series.columns.packVoltageV),
        ]),
    );
    expect(voltages).toEqual([[52.1], [52.2]]);
  });

  test('[REC-12] another serial number in a reply to the user’s ATI begins a new session; the app never sends ATI itself', async () => {
    const rig = await setUpRecording();
    rig.recording.start();
    await rig.clock.advance(3_000);
    expect(rig.fake.device.writtenText()).not.toContain('ATI');
    rig.core.terminal.send('ATI');
    await rig.clock.advance(3_000);
    rig.pack.serial = 'B2';
    rig.core.terminal.send('ATI');
    await rig.clock.advance(3_000);
    expect(rig.sessions()).toHaveLength(2);
    expect(rig.core.terminal.log$.value.entries().map(({ text }) => text)).toContain(
      'Another pack: serial number changed',
    );
  });
});
