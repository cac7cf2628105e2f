import { describe, expect, test } from 'vitest';
import { setUpRecording } from './recording.fixture.ts';

type Rig = Awaited<ReturnType<typeof setUpRecording>>;
const logOf = async ({ clock, core }: Rig): Promise<readonly string[]> => {
  await clock.advance(100); // the log is published in intervals
  return core.terminal.log$.value.entries().map(({ text }) => text);
};
const eventsOf = async (rig: Rig, index = 0) =>
  (await rig.opened(index)).events.map(({ kind, text }) => [kind, text]);

describe('notes and marks', () => {
  test('[OBD-95] a note is in the session and in the log, with at most 500 characters; an empty one is not', async () => {
    const rig = await setUpRecording();
    rig.recording.start();
    await rig.clock.advance(1_000);
    expect(rig.recording.note(' \n ')).toBeUndefined();
    rig.recording.note('x'.repeat(600));
    await rig.recording.stop();
    expect(await eventsOf(rig)).toEqual([['note', 'x'.repeat(500)]]);
    expect((await logOf(rig)).filter((text) => text.startsWith('Note'))).toEqual([
      `Note: ${'x'.repeat(500)}`,
    ]);
  });

  test('[REC-131] a typed note is saved when the user signs out, stops the recording, or connects another pack', async () => {
    const ends: readonly ((rig: Rig) => Promise<void>)[] = [
      (rig) => rig.signIn(undefined).then(() => rig.signIn('u1')),
      (rig) => rig.core.link.disconnect(),
      (rig) => {
        rig.pack.cellsMv = [3302, 3304, 3303, 3302, 3301];
        return rig.clock.advance(4_000);
      },
    ];
    for (const end of ends) {
      const rig = await setUpRecording();
      rig.recording.start();
      await rig.clock.advance(3_000);
      rig.recording.typeNote('load on');
      await end(rig);
      await rig.clock.settle();
      expect(await eventsOf(rig, rig.sessions().length - 1)).toContainEqual(['note', 'load on']);
      expect(rig.recording.typedNote$.value).toBe('');
    }
  });

  test('[REC-131] if nothing can be saved any more, a typed note is in the log', async () => {
    const rig = await setUpRecording();
    rig.recording.start();
    rig.archive.refuse('full');
    rig.recording.typeNote('load on');
    await rig.clock.advance(15_000);
    expect(rig.recording.state$.value.kind).toBe('off');
    expect(await logOf(rig)).toContain('Note: load on');
    expect(rig.recording.typedNote$.value).toBe('');
  });

  test('[TERM-211] a mark of another module is in the session and in the log', async () => {
    const rig = await setUpRecording();
    rig.recording.start();
    rig.recording.mark(`Check started\n${'x'.repeat(600)}`);
    await rig.recording.stop();
    const text = `Check started ${'x'.repeat(600)}`.slice(0, 500);
    expect(await eventsOf(rig)).toEqual([['marker', text]]);
    expect(await logOf(rig)).toContain(text);
  });

  test('[ST-02] the loss of earlier data is in the session and in the log', async () => {
    const rig = await setUpRecording();
    rig.recording.start();
    await rig.clock.advance(3_000);
    rig.archive.clear();
    await rig.recording.stop();
    const text = 'The browser deleted what was recorded before';
    expect(await eventsOf(rig)).toContainEqual(['marker', text]);
    expect(await logOf(rig)).toContain(text);
  });
});

describe('the start and the end of a recording', () => {
  test('[OBD-95] stopping without a recording reports nothing, nor does one that could not be saved', async () => {
    const rig = await setUpRecording();
    await rig.recording.stop();
    expect(rig.notices).toEqual([]);
    rig.recording.start();
    rig.archive.refuse('failed');
    await rig.recording.stop();
    expect(rig.notices).toEqual([{ kind: 'recordingStopped', reason: 'failed' }]);
    expect((await logOf(rig)).filter((text) => text.startsWith('Recording stopped.'))).toHaveLength(
      1,
    );
  });

  test('[OBD-95] automatic recording starts on an open connection and does not interrupt a recording', async () => {
    const rig = await setUpRecording();
    rig.recording.setAutomatic(false);
    expect(rig.recording.state$.value.kind).toBe('off');
    rig.recording.setAutomatic(true);
    const running = rig.recording.state$.value;
    expect(running.kind).toBe('recording');
    rig.recording.setAutomatic(true);
    expect(rig.recording.state$.value).toBe(running);
    await rig.recording.stop();
    await rig.clock.advance(10_000);
    expect(rig.recording.state$.value.kind).toBe('off'); // until the next connection
    rig.recording.setAutomatic(false);
    await rig.core.link.disconnect();
    await rig.connect();
    expect(rig.recording.state$.value.kind).toBe('off');
  });

  test('[REC-8] [REC-10] automatic recording continues the session when the device returns', async () => {
    const rig = await setUpRecording();
    rig.recording.setAutomatic(true);
    await rig.clock.advance(3_000);
    rig.fake.unplug();
    await rig.clock.advance(1_000);
    rig.fake.plug();
    await rig.connect();
    await rig.clock.advance(5_000);
    await rig.recording.stop();
    expect(rig.sessions()).toHaveLength(1);
  });

  test('[OBD-73] the identity that was read before or during a recording is saved with the session', async () => {
    const rig = await setUpRecording();
    rig.core.terminal.send('ATI');
    await rig.clock.advance(1_000);
    rig.recording.start();
    await rig.recording.stop();
    expect(rig.sessions()[0]?.identity).toMatchObject({ hardware: '2.1', serial: 'A1' });
    await rig.core.link.disconnect();
    await rig.connect();
    await rig.clock.advance(3_000);
    rig.recording.start();
    await rig.clock.advance(1_000);
    rig.core.terminal.send('ATI');
    await rig.clock.advance(1_000);
    await rig.recording.stop();
    expect(rig.sessions()).toHaveLength(2);
    expect(rig.sessions()[0]?.identity).toMatchObject({ serial: 'A1' });
  });

  test('[OBD-95] a page that closes without a recording, or after its end, reports no interruption', async () => {
    const rig = await setUpRecording();
    rig.recording.leavePage();
    expect(rig.store.get('interruptedRecording')).toBeUndefined();
    rig.recording.start();
    await rig.clock.advance(3_000);
    rig.recording.leavePage();
    await rig.recording.stop();
    await rig.signIn('u1');
    expect(rig.notices.map(({ kind }) => kind)).not.toContain('recordingInterrupted');
    expect(rig.store.get('interruptedRecording')).toBeUndefined();
  });

  test('[OBD-95] while a session is recorded, it and an earlier session can be renamed, each to its own name', async () => {
    const rig = await setUpRecording();
    for (const name of ['first', 'second']) {
      rig.recording.start();
      await rig.clock.advance(3_000);
      await rig.recording.rename(rig.sessions()[0]?.id ?? '', name);
      if (name === 'first') await rig.recording.stop();
    }
    await rig.recording.rename(rig.sessions()[1]?.id ?? '', 'earlier');
    await rig.recording.stop();
    expect(rig.sessions().map(({ name }) => name)).toEqual(['second', 'earlier']);
  });

  test('[REC-138] a reply of bytes to the app is recorded as app traffic, chunk by chunk', async () => {
    const rig = await setUpRecording();
    rig.pack.ignores = '\uFFFDw';
    rig.recording.start();
    await rig.clock.advance(2_500);
    const replyEnd = {
      begin:
        () =>
        ([first]: Uint8Array) =>
          first === 0x77 ? 'complete' : 'more',
    } as const;
    void rig.core.link.execute({
      text: 'bytes?',
      bytes: Uint8Array.of(0xdd, 0x77),
      origin: 'background',
      replyEnd,
    });
    await rig.clock.advance(10);
    for (const byte of [0xdd, 0x0d, 0x03, 0x77]) {
      rig.fake.device.send(Uint8Array.of(byte));
      await rig.clock.advance(10);
    }
    await rig.recording.stop();
    const bytes = await (await rig.opened()).bytes();
    const records = bytes.ok ? bytes.value.records : [];
    expect(records.slice(-5).map(({ dir, background }) => [dir, background])).toEqual([
      ['tx', true],
      ['rx', true],
      ['rx', true],
      ['rx', true],
      ['rx', true],
    ]);
  });

  test('[OBD-95] the bytes of the user and of the app are distinguished, in both directions', async () => {
    const rig = await setUpRecording();
    rig.recording.start();
    await rig.clock.advance(2_500);
    rig.core.terminal.send('AT+X');
    await rig.clock.advance(500);
    rig.fake.device.send('log');
    await rig.clock.advance(400);
    rig.pack.says = '+LOG: 1';
    await rig.clock.advance(2_000);
    await rig.recording.stop();
    const bytes = await (await rig.opened()).bytes();
    const records = bytes.ok ? bytes.value.records : [];
    const said = records.map((each) => new TextDecoder().decode(each.bytes).trim().slice(0, 6));
    expect(records.map(({ dir, background }, at) => [dir, background, said[at]])).toEqual([
      ['tx', true, 'AT+ADA'],
      ['rx', true, '+ADATA'],
      ['tx', false, 'AT+X'],
      ['rx', false, 'OK'],
      ['rx', false, 'log'],
      ['tx', true, 'AT+ADA'],
      ['rx', false, '+LOG: '], // a line that no command asked for, and the result code of the poll
    ]);
    const lengthOf = (dir: 'rx' | 'tx') =>
      records.reduce((sum, each) => sum + (each.dir === dir ? each.bytes.length : 0), 0);
    expect(rig.sessions()[0]).toMatchObject({ rxBytes: lengthOf('rx'), txBytes: lengthOf('tx') });
  });
});

describe('the history of the pack', () => {
  test('[OBD-94] the history counts from its first sample, recorded or not, and begins again with another pack', async () => {
    const rig = await setUpRecording();
    let changes = 0;
    rig.recording.packChanged$.subscribe(() => {
      changes += 1;
    });
    await rig.clock.advance(6_000);
    const before = rig.recording.history$.value;
    expect([before.columns.ms[0], before.columns.ms[1]]).toEqual([0, 2_000]);
    expect(before.columns.wall[0]).toBe(before.startedAt);
    rig.pack.cellsMv = [3302, 3304, 3303, 3302, 3301];
    await rig.clock.advance(4_000);
    const after = rig.recording.history$.value;
    expect([changes, after.length, after.columns.ms[0]]).toEqual([1, 1, 0]);
    expect(after.startedAt).toBe(after.columns.wall[0]);
    expect(rig.sessions()).toEqual([]);
    expect(rig.recording.state$.value.kind).toBe('off');
    expect(await logOf(rig)).toContain('Another pack: number of cells changed');
  });
});
