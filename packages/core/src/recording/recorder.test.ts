import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeKeepAwake } from '../fakes/fake-keep-awake.ts';
import { done, err, type Result } from '../prelude/result.ts';
import type { ArchiveChunk, ArchiveError } from '../ports/session-archive.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import { createRecorder, type LineBytes } from './recorder.ts';
import type { SessionInfo } from './session-info.ts';

const DEVICE = { linkId: 'serial', label: 'BMS' };
const SAMPLE: PackSample = {
  alarms: ['cellImbalance'],
  protections: [],
  cellVoltagesV: [3.3, 3.31],
  temperaturesC: [25],
};
const line = (dir: 'rx' | 'tx', length: number): LineBytes => ({
  dir,
  background: false,
  bytes: new Uint8Array(length),
  at: 0,
});

const setUp = () => {
  const clock = createFakeClock();
  const saves: { readonly info: SessionInfo; readonly chunks: readonly ArchiveChunk[] }[] = [];
  const failures: ArchiveError[] = [];
  const answers: { next: (count: number) => Promise<Result<void, ArchiveError>> } = {
    next: () => Promise.resolve(done),
  };
  const recorder = createRecorder({
    clock,
    keepAwake: createFakeKeepAwake().keepAwake,
    save: (_, info, chunks) => {
      saves.push({ info, chunks });
      return answers.next(saves.length);
    },
    onFailed: (error) => failures.push(error),
  });
  const begin = (): SessionInfo => recorder.begin('u1', DEVICE, 9_600);
  return { clock, saves, failures, answers, recorder, begin, saved: () => saves.at(-1)?.info };
};

describe('the info of a recording', () => {
  test('[OBD-95] the info counts the bytes of each direction, and has the duration of the session itself', async () => {
    const { clock, recorder, begin, saved } = setUp();
    await clock.advance(60_000);
    begin();
    for (const [dir, length] of [['rx', 7] as const, ['tx', 3] as const, ['rx', 5] as const]) {
      recorder.bytes(line(dir, length));
    }
    await clock.advance(5_000);
    recorder.sample(SAMPLE);
    await recorder.end();
    expect(saved()).toMatchObject({ rxBytes: 12, txBytes: 3, durationMs: 5_000, samples: 1 });
  });

  test('[REC-132] samples without cells or sensors leave their numbers, as when their record is older than the sample', async () => {
    const { recorder, begin, saved } = setUp();
    begin();
    recorder.sample(SAMPLE);
    recorder.sample({ ...SAMPLE, cellVoltagesV: [] });
    recorder.sample({ ...SAMPLE, cellVoltagesV: [], temperaturesC: [] });
    await recorder.end();
    expect(saved()).toMatchObject({ samples: 3, cells: 2, temperatures: 1 });
  });

  test('[REC-117] while the device is unplugged for a minute, the session is saved every 10 s, so that no other tab deletes it', async () => {
    const { clock, recorder, begin, saved } = setUp();
    begin();
    recorder.interrupt(true);
    for (let second = 1; second <= 60; second += 1) {
      await clock.advance(1_000);
      expect(clock.wallNow() - (saved()?.lastAt ?? clock.wallNow())).toBeLessThan(15_000);
    }
    await recorder.end();
    expect(clock.pendingTimers()).toBe(0);
  });

  test('[OBD-99] a sample that arrives during a write is not counted as recorded until it is saved', async () => {
    const { clock, recorder, begin, answers } = setUp();
    const shown = () => {
      const state = recorder.state$.value;
      return state.kind === 'recording' ? [state.info.samples, state.info.name] : undefined;
    };
    begin();
    recorder.sample(SAMPLE);
    let end = (): void => undefined;
    answers.next = () => new Promise((resolve) => (end = () => resolve(done)));
    await clock.advance(1_000);
    recorder.sample(SAMPLE);
    recorder.rename('Drive');
    recorder.sample(SAMPLE);
    end();
    await clock.settle();
    expect(shown()).toEqual([1, 'Drive']);
    await clock.advance(1_000);
    end();
    await clock.settle();
    expect(shown()).toEqual([3, 'Drive']);
  });

  test('[OBD-95] notes are counted apart from markers; a change of the connection is neither', async () => {
    const { recorder, begin, saved } = setUp();
    expect(recorder.noteCount()).toBe(0);
    begin();
    expect(recorder.noteCount()).toBe(0);
    recorder.event('system', 'connected');
    recorder.event('marker', 'another pack');
    recorder.event('note', 'first');
    recorder.event('note', 'second');
    expect(recorder.noteCount()).toBe(2);
    await recorder.end();
    expect(saved()?.summary).toEqual({ notes: 2, marks: 3, firstNote: 'first' });
  });

  test('[OBD-91] a fault that begins is counted as a mark', async () => {
    const { recorder, begin, saved } = setUp();
    begin();
    recorder.sample(SAMPLE);
    recorder.sample(SAMPLE);
    await recorder.end();
    expect(saved()?.summary).toEqual({ notes: 0, marks: 1, worstSpreadMv: 10 });
  });

  test('[OBD-366] a pack of which one cell was read has no worst spread', async () => {
    const { recorder, begin, saved } = setUp();
    begin();
    recorder.sample({ ...SAMPLE, cellVoltagesV: [3.3, null] });
    await recorder.end();
    expect(saved()?.summary).not.toHaveProperty('worstSpreadMv');
  });

  test('[OBD-95] the reported identity and a new name are saved with it', async () => {
    const { recorder, begin, saved } = setUp();
    begin();
    recorder.identify({ model: 'ACME', serial: 'A1' });
    recorder.rename('Bus 12');
    expect(recorder.state$.value).toMatchObject({ info: { name: 'Bus 12' } });
    await recorder.end();
    expect(saved()).toMatchObject({ identity: { model: 'ACME', serial: 'A1' }, name: 'Bus 12' });
  });
});

describe('what is written', () => {
  test('[OBD-95] nothing is written without a recording, and no chunk without bytes', async () => {
    const { clock, recorder, begin, saves } = setUp();
    recorder.identify({ serial: 'A1' });
    recorder.rename('x');
    recorder.choosePack('2');
    recorder.rewrite();
    recorder.interrupt(true);
    recorder.bytes(line('rx', 1));
    await recorder.flush();
    await clock.advance(5_000);
    expect(saves).toEqual([]);
    expect(recorder.state$.value).toEqual({ kind: 'off' });
    begin();
    expect(recorder.state$.value).toMatchObject({ isInterrupted: false });
    recorder.bytes(line('rx', 0));
    await recorder.end();
    expect(saves.flatMap(({ chunks }) => chunks)).toEqual([]);
  });

  test('[ST-02] after the archive has lost its data, saved chunks in memory are written again within a second', async () => {
    const { clock, recorder, begin, saves } = setUp();
    begin();
    recorder.sample(SAMPLE);
    await clock.advance(3_000);
    const before = saves.length;
    recorder.rewrite();
    await clock.advance(1_000);
    expect(saves.slice(before).flatMap(({ chunks }) => chunks.map(({ kind }) => kind))).toEqual([
      'samples',
      'cells',
    ]);
  });

  test('[ST-01] a full archive is tried ten times before the recording stops', async () => {
    const { clock, recorder, begin, saves, failures, answers } = setUp();
    const error = { kind: 'full', message: '' } as const;
    answers.next = () => Promise.resolve(err(error));
    begin();
    await clock.advance(60_000);
    expect([saves.length, failures]).toEqual([10, [error]]);
    expect(recorder.state$.value).toEqual({ kind: 'off' });
  });

  test('[OBD-95] a write of the session before does not change the state of the next one', async () => {
    const { clock, recorder, begin, answers } = setUp();
    begin();
    recorder.sample(SAMPLE);
    let finish: (() => void) | undefined;
    answers.next = (count) =>
      count > 1
        ? Promise.resolve(done)
        : new Promise((resolve) => {
            finish = () => resolve(done);
          });
    const ended = recorder.end();
    await clock.settle();
    const { id } = begin();
    finish?.();
    await ended;
    expect(recorder.state$.value).toMatchObject({ kind: 'recording', info: { id, samples: 0 } });
  });

  test('[REC-128] on a slow storage the writes do not pile up: the end of a recording waits for two of them', async () => {
    const { clock, recorder, begin, answers, saved } = setUp();
    answers.next = () => new Promise((resolve) => clock.after(3_000, () => resolve(done)));
    begin();
    for (let second = 0; second < 60; second += 1) {
      recorder.event('note', 'x');
      await clock.advance(1_000);
    }
    let hasEnded = false;
    void recorder.end().then(() => {
      hasEnded = true;
    });
    await clock.advance(6_000);
    expect(hasEnded).toBe(true);
    expect(saved()).toMatchObject({ finished: true, summary: { notes: 60 } });
  });

  test('[OBD-92] nothing is reported if a write fails while the recording ends and the next write saves everything', async () => {
    const { clock, recorder, begin, answers, failures, saves } = setUp();
    const error = { kind: 'failed', message: '' } as const;
    answers.next = (count) =>
      new Promise((resolve) => clock.after(1_500, () => resolve(count === 1 ? err(error) : done)));
    begin();
    recorder.sample(SAMPLE);
    await clock.advance(1_200);
    const ended = recorder.end();
    await clock.advance(5_000);
    await ended;
    expect(saves.map(({ chunks }) => chunks.length)).toEqual([2, 2]);
    expect(failures).toEqual([]);
  });

  test('[OBD-92] a recording that the storage refuses is reported once, also if another write waits', async () => {
    const { clock, recorder, begin, answers, failures } = setUp();
    const error = { kind: 'blocked', message: '' } as const;
    answers.next = () => new Promise((resolve) => clock.after(1_500, () => resolve(err(error))));
    begin();
    await clock.advance(1_200);
    void recorder.flush();
    await clock.advance(5_000);
    expect(failures).toEqual([error]);
  });
});
