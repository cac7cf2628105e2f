import { describe, expect, test } from 'vitest';
import { isGap } from './sample-columns.ts';
import { setUpRecording } from './recording.fixture.ts';

const textOf = (parts: Iterable<string>): string => [...parts].join('');

describe('errors of the archive', () => {
  test('[ST-01] if the archive is full, the oldest session is deleted with a notice, and the recording continues', async () => {
    const rig = await setUpRecording();
    for (let session = 0; session < 2; session += 1) {
      rig.recording.start();
      await rig.clock.advance(3_000);
      await rig.recording.rename(rig.sessions()[0]?.id ?? '', `no ${session}`);
      await rig.recording.stop();
    }
    rig.archive.limitSessions(2);
    rig.recording.start();
    await rig.clock.advance(5_000);
    expect(rig.notices.filter(({ kind }) => kind !== 'recordingSaved')).toEqual([
      { kind: 'oldestRecordingDropped', name: 'no 0' },
    ]);
    expect(rig.sessions().map(({ name }) => name)).not.toContain('no 0');
    expect(rig.recording.state$.value.kind).toBe('recording');
    const session = await rig.opened();
    expect(session.series.length).toBe(2);
    expect(session.events.map(({ kind, text }) => [kind, text])).toContainEqual([
      'marker',
      'The oldest session, no 0, was deleted to make room',
    ]);
  });

  test('[ST-01] if the archive is full and has no session to delete, the recording stops with a notice', async () => {
    const rig = await setUpRecording();
    rig.archive.refuse('full');
    rig.recording.start();
    await rig.clock.advance(15_000); // freed space may be available only some time later
    expect(rig.recording.state$.value).toEqual({ kind: 'off' });
    expect(rig.notices).toEqual([{ kind: 'recordingStopped', reason: 'full' }]);
    expect(rig.awake.held()).toBe(0);
    await rig.clock.advance(10_000);
    expect(rig.core.link.connection$.value.kind).toBe('connected');
  });

  test('[ST-01] the session being recorded is not deleted, even after a long interruption', async () => {
    const rig = await setUpRecording();
    rig.recording.start();
    await rig.clock.advance(3_000);
    rig.fake.unplug('eventFirst');
    await rig.clock.advance(400_000);
    rig.archive.setUsage({ usedBytes: 96, quotaBytes: 100 });
    rig.recording.note('still here');
    await rig.clock.advance(5_000);
    expect(rig.notices.map(({ kind }) => kind)).not.toContain('oldestRecordingDropped');
    expect((await rig.opened()).series.length).toBeGreaterThan(0);
  });

  test('[ST-01] a session that another tab may still write to is not deleted', async () => {
    const rig = await setUpRecording();
    rig.recording.start();
    await rig.clock.advance(3_000);
    await rig.recording.stop();
    const [other] = rig.sessions();
    rig.archive.putInfo('u1', other?.id ?? '', { ...other, finished: false });
    rig.archive.limitSessions(1);
    rig.recording.start();
    await rig.clock.advance(5_000);
    expect(rig.recording.state$.value).toMatchObject({ problem: { kind: 'full' } });
    expect(rig.notices.map(({ kind }) => kind)).not.toContain('oldestRecordingDropped');
  });

  test('[ST-01] in a nearly full archive, at most one session is deleted every five minutes', async () => {
    const rig = await setUpRecording();
    for (let session = 0; session < 3; session += 1) {
      rig.recording.start();
      await rig.clock.advance(3_000);
      await rig.recording.stop();
    }
    rig.archive.setUsage({ usedBytes: 96, quotaBytes: 100 });
    await rig.clock.advance(400_000);
    rig.recording.start();
    await rig.clock.advance(200_000);
    expect(rig.notices.filter(({ kind }) => kind === 'oldestRecordingDropped')).toHaveLength(1);
    expect(rig.recording.usage$.value).toEqual({ usedBytes: 96, quotaBytes: 100 });
  });

  test('[ST-01] if freed space is available only later, at most three sessions a minute are deleted', async () => {
    const rig = await setUpRecording();
    for (let session = 0; session < 8; session += 1) {
      rig.recording.start();
      await rig.clock.advance(3_000);
      await rig.recording.stop();
    }
    const dropped = () =>
      rig.notices.filter(({ kind }) => kind === 'oldestRecordingDropped').length;
    rig.archive.refuse('full'); // as Chromium does while it compacts its files, even after a deletion
    rig.recording.start();
    await rig.clock.advance(20_000);
    expect(rig.recording.state$.value.kind).toBe('off'); // the recording stopped after ten failures
    expect(dropped()).toBe(3);
    rig.recording.start();
    await rig.clock.advance(30_000);
    expect(dropped()).toBe(3);
    await rig.clock.advance(15_000);
    rig.recording.start();
    await rig.clock.advance(5_000);
    expect(dropped()).toBe(6);
  });

  test('[REC-9] a temporary failure is retried, and no data is missing afterwards', async () => {
    const rig = await setUpRecording();
    rig.recording.start();
    await rig.clock.advance(2_000);
    rig.archive.refuse('failed');
    await rig.clock.advance(6_000);
    expect(rig.recording.state$.value).toMatchObject({ problem: { kind: 'failed' } });
    rig.archive.refuse(undefined);
    await rig.clock.advance(2_000);
    expect(rig.recording.state$.value).toMatchObject({ problem: undefined });
    expect((await rig.opened()).series.length).toBe(5);
  });

  test('[OBD-92] the user is notified if the last data of a stopped recording cannot be saved', async () => {
    const rig = await setUpRecording();
    rig.recording.start();
    await rig.clock.advance(3_000);
    rig.archive.refuse('full');
    await rig.recording.stop();
    expect(rig.recording.state$.value).toEqual({ kind: 'off' });
    expect(rig.notices).toEqual([{ kind: 'recordingStopped', reason: 'full' }]);
  });

  test('[ST-02] when the archive is cleared during a recording, the user is notified, and the session continues in a new archive', async () => {
    const rig = await setUpRecording();
    rig.recording.start();
    await rig.clock.advance(70_000);
    rig.archive.clear();
    await rig.clock.advance(2_000);
    expect(rig.notices).toEqual([{ kind: 'recordingsCleared' }]);
    expect(rig.sessions()).toHaveLength(1);
    await rig.clock.advance(4_000);
    // The open chunk was still in memory and is written again. Only full chunks are lost.
    expect((await rig.opened()).series.length).toBeGreaterThan(2);
  });

  test('[ST-03] damaged rows and sessions of other versions are skipped and counted', async () => {
    const rig = await setUpRecording();
    rig.archive.putInfo('u1', 'x', { version: 99, id: 'x' });
    rig.archive.putInfo('u1', 'y', 'garbage');
    rig.recording.start();
    rig.recording.note('hello');
    await rig.clock.advance(140_000);
    await rig.recording.stop();
    await rig.recording.refresh();
    const id = rig.sessions()[0]?.id ?? '';
    rig.archive.damage(id, 'samples', 0, { ms: 'none' });
    rig.archive.damage(id, 'events', 0, null);
    rig.archive.damage(id, 'cells', 1, 7);
    expect(rig.recording.sessions$.value).toMatchObject({ damaged: 2 });
    const session = await rig.opened();
    expect(session.series.length).toBe(70 - 32);
    expect(session.damaged).toBe(2);
    const sample = await session.sampleAt(0);
    expect(sample.ok && sample.value).toMatchObject({ cellVoltagesV: [], socPercent: 78.5 });
    const csv = await session.csv();
    expect(csv.ok && textOf(csv.value).split('\r\n')).toHaveLength(70 - 32 + 2);
  });

  test('[ST-04] when a newer version takes over the archive, the recording stops and reports the reason', async () => {
    const rig = await setUpRecording();
    rig.recording.start();
    await rig.clock.advance(2_000);
    rig.archive.refuse('outdated');
    await rig.clock.advance(2_000);
    expect(rig.notices).toEqual([{ kind: 'recordingStopped', reason: 'outdated' }]);
  });
});

describe('time jumps during a recording', () => {
  test('[ST-07] when the clock is set back an hour, durations and order stay correct, and UTC is saved too', async () => {
    const rig = await setUpRecording();
    rig.recording.start();
    await rig.clock.advance(5_000);
    rig.clock.jumpWall(-3_600_000);
    await rig.clock.advance(6_000);
    const { columns } = (await rig.opened()).series;
    expect([...columns.ms]).toEqual([1_900, 3_900, 5_900, 7_900, 9_900]);
    expect((columns.wall[2] ?? 0) - (columns.wall[1] ?? 0)).toBe(2_000 - 3_600_000);
    expect(isGap(columns, 2)).toBe(true);
  });

  test('[ST-08] [LR-03] after hours in a frozen page the recording writes once, and the chart has a gap', async () => {
    const rig = await setUpRecording();
    rig.recording.start();
    await rig.clock.advance(5_000);
    await rig.recording.flush();
    const before = rig.archive.saves();
    rig.clock.freeze(8 * 3_600_000);
    await rig.clock.advance(1_500);
    expect(rig.archive.saves() - before).toBeLessThanOrEqual(2);
    const { columns, length } = (await rig.opened()).series;
    expect(isGap(columns, length - 1)).toBe(true);
  });
});
