import { describe, expect, test } from 'vitest';
import { profileOfFields, replyProfile } from '../profiles/index.ts';
import { ok } from '../prelude/result.ts';
import type { ReplyProfile } from '../protocol/reply-decoder.ts';
import { decodeSamples, encodeBytes, type ByteRecord, type SessionEvent } from './chunks.ts';
import { setUpRecording } from './recording.fixture.ts';
import { createRereader, rereadSession } from './reread.ts';
import { columnsOf, sampleRow } from './sample-columns.ts';
import { NEXT_SESSION, newSession } from './session-info.ts';

const PROFILE = replyProfile(
  profileOfFields('Workshop BMS', {
    A: { to: 'packVoltage', unit: 'mV', scale: 1 },
    B: { to: 'current', unit: 'mA', scale: 10 },
    C: { to: 'cells', unit: 'mV', scale: 1, index: 1 },
    D: { to: 'cells', unit: 'mV', scale: 1, index: 2 },
  }),
) as ReplyProfile; // it has no polls

/** Records a session of a device without a profile, `polls` polls long. */
const recordUnknown = async (
  polls: number,
  reply = (at: number) => `A=${13_000 + at}\r\nB=-150`,
) => {
  const rig = await setUpRecording();
  let at = 0;
  rig.fake.device.onWrite((bytes) => {
    const isPoll = new TextDecoder().decode(bytes).startsWith('AT+ADATA');
    rig.fake.device.send(isPoll ? `\r\n${reply(at++)}\r\n\r\nOK\r\n` : '\r\nOK\r\n');
  });
  await rig.core.link.disconnect();
  await rig.connect();
  await rig.clock.advance(100);
  at = 0;
  rig.recording.start();
  await rig.clock.advance(polls * 2_000);
  await rig.recording.stop();
  /** Opens the session. Decoding with a profile waits for timers, so the clock is advanced. */
  const open = async () => {
    const opening = rig.opened();
    await rig.clock.advance(100);
    return opening;
  };
  return { ...rig, open };
};

const CELLS = (at: number): string => `A=${6_600 + at}\r\nB=-150\r\nC=3300\r\nD=${3_300 + at}`;

describe('a session whose device got a profile later', () => {
  test('[REC-132] a last reply without cells leaves the number of cells', async () => {
    const { pack, open } = await recordUnknown(3, (at) =>
      at < 2 ? CELLS(at) : 'A=6600\r\nB=-150',
    );
    pack.profile = PROFILE;
    expect((await open()).info).toMatchObject({ samples: 3, cells: 2 });
  });

  test('[REC-70] the session is decoded again from its bytes: charts, moments and CSV show the values', async () => {
    const { pack, open } = await recordUnknown(3, CELLS);
    const before = await open();
    expect(before.rereadWith).toBeUndefined();
    expect([...before.series.columns.packVoltageV]).not.toContain(6.6);
    pack.profile = PROFILE;
    const after = await open();
    expect(after.rereadWith).toBe(PROFILE);
    expect(after.info).toMatchObject({ samples: 3, cells: 2, temperatures: 0 });
    expect([...after.series.columns.packVoltageV]).toEqual([6.6, 6.601, 6.602]);
    expect([...after.series.columns.currentA]).toEqual([-1.5, -1.5, -1.5]);
    expect(Array.from(after.series.columns.ms, (ms) => Math.round(ms / 1_000))).toEqual([2, 4, 6]);
    expect(after.series.columns.wall[0]).toBe(
      after.info.startedAt + (after.series.columns.ms[0] ?? 0),
    );
    const moment = await after.sampleAt(2);
    expect(moment).toMatchObject({ value: { cellVoltagesV: [3.3, 3.302] } });
    const csv = await after.csv();
    const text = csv.ok ? [...csv.value].join('') : '';
    expect(text.split('\r\n')).toHaveLength(5);
    expect(text).toContain('3.3020');
    const replay = await after.replay();
    expect(replay.ok && replay.value.filter(({ direction }) => direction === 'sent')).toHaveLength(
      3,
    );
  });

  test('[REC-70] replies that the profile cannot decode keep their recorded values', async () => {
    const rig = await setUpRecording();
    rig.recording.start();
    await rig.clock.advance(4_000);
    await rig.recording.stop();
    rig.pack.profile = PROFILE;
    const opening = rig.opened();
    await rig.clock.advance(100);
    const session = await opening;
    expect(session.rereadWith).toBeUndefined();
    expect([...session.series.columns.packVoltageV]).toEqual([13.211, 13.211]);
  });

  test('[REC-70] user commands, URCs between polls and incomplete replies are not mixed up', async () => {
    const { core, fake, clock, pack, recording, opened } = await setUpRecording();
    let polls = 0;
    fake.device.onWrite((bytes) => {
      const text = new TextDecoder().decode(bytes);
      if (!text.startsWith('AT+ADATA')) fake.device.send('\r\nA=1\r\nOK\r\n');
      else fake.device.send(`\r\nA=1${(polls += 1)}000\r\n+ALARM: OV 3\r\nB=-150\r\n`);
    });
    recording.start();
    await clock.advance(2_500);
    core.terminal.send('at+adata');
    await clock.advance(1_000);
    await clock.advance(3_000);
    await recording.stop();
    pack.profile = PROFILE;
    const opening = opened();
    await clock.advance(100);
    const { columns, length } = (await opening).series;
    expect(length).toBe(polls);
    expect(columns.packVoltageV[0]).toBe(11);
    expect([...columns.currentA].every((each) => each === -1.5)).toBe(true);
  });

  test('[REC-70] an implausible value is held as on Home', async () => {
    const { pack, open } = await recordUnknown(
      5,
      (at) => `A=${at === 2 ? 60_000 : 13_000}\r\nB=-150`,
    );
    pack.profile = PROFILE;
    expect([...(await open()).series.columns.packVoltageV]).toEqual([13, 13, 13, 13, 13]);
  });

  test('[REC-125] of a device with several packs the recorded one is decoded again, in all its sessions', async () => {
    const rig = await setUpRecording();
    await rig.core.link.disconnect();
    rig.pack.says = '{"packs":[{"voltage":52.8,"soc":80},{"voltage":52.1,"soc":70}]}';
    await rig.connect();
    rig.recording.start();
    await rig.clock.advance(3_000);
    rig.core.telemetry.choosePack('2');
    await rig.clock.advance(3_000);
    await rig.recording.stop();
    const read = (label: string, packVoltageV: number) => {
      const none = { alarms: [], protections: [], cellVoltagesV: [], temperaturesC: [] };
      return { label, sample: { ...none, packVoltageV }, others: [] };
    };
    const packs = [read('1', 5.28), read('2', 5.21)];
    rig.pack.profile = { name: 'Two packs', read: () => ok({ ...read('1', 5.28), packs }) };
    const opening = Promise.all([rig.opened(1), rig.opened(0)]);
    await rig.clock.advance(100);
    const voltages = (await opening).map(({ series }) => new Set(series.columns.packVoltageV));
    expect(voltages).toEqual([new Set([5.28]), new Set([5.21])]);
  });

  test('[REC-125] which of several packs was recorded is not guessed', () => {
    const none = { alarms: [], protections: [], cellVoltagesV: [], temperaturesC: [] };
    const one = { label: '1', sample: { ...none, packVoltageV: 52 }, others: [] };
    const records = (
      [
        ['tx', 'AT+ADATA\r\n'],
        ['rx', 'A=1\r\nOK\r\n'],
      ] as const
    ).map(([dir, text], ms): ByteRecord => ({
      ...{ ms, dir, background: true },
      bytes: new TextEncoder().encode(text),
    }));
    const countOf = (packs: readonly (typeof one)[], label?: string): number =>
      createRereader({ name: 'Packs', read: () => ok({ ...one, packs }) }, label).take(records)
        .length;
    const two = { ...one, label: '2' };
    expect([countOf([one]), countOf([one, two]), countOf([one, two], '2')]).toEqual([1, 0, 1]);
    expect(countOf([one], '2')).toBe(0);
  });

  test('[REC-126] the samples keep their times of day after the computer slept', async () => {
    const rig = await recordUnknown(1, () => 'A=13000\r\nB=-150\r\nV=13.2V SOC=78%');
    rig.recording.start();
    await rig.clock.advance(2_000);
    rig.clock.jumpWall(3_600_000);
    await rig.clock.advance(2_000);
    await rig.recording.stop();
    const recorded = await rig.open();
    expect(recorded.series.length).toBe(2);
    rig.pack.profile = PROFILE;
    const after = await rig.open();
    expect(after.rereadWith).toBe(PROFILE);
    expect([...after.series.columns.wall]).toEqual([...recorded.series.columns.wall]);
  });
});

describe('recorded polls', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const poll = (ms: number): ByteRecord => ({
    ms,
    dir: 'tx',
    background: true,
    bytes: bytes('AT+ADATA\r\n'),
  });
  const received = (ms: number, text: string): ByteRecord => ({
    ms,
    dir: 'rx',
    background: true,
    bytes: bytes(text),
  });
  const reply = (ms: number, volts: number): readonly ByteRecord[] => [
    poll(ms),
    received(ms + 10, `A=${volts * 1_000}\r\nOK\r\n`),
  ];
  const voltagesOf = (...records: readonly ByteRecord[]): readonly unknown[] =>
    createRereader(PROFILE)
      .take(records)
      .map(({ ms, sample }) => [ms, sample.packVoltageV]);

  test('[OBD-24] a reply ends with its result code; echoes and later lines are no part of it', () => {
    const read: (readonly string[])[] = [];
    const rereader = createRereader({
      ...PROFILE,
      read: (lines) => {
        read.push(lines);
        return PROFILE.read(lines);
      },
    });
    const samples = rereader.take([
      poll(0),
      received(10, 'at+adata\r\nA=13000\r\nOK\r\nA=99\r\n'),
      poll(2_000),
      poll(4_000),
      received(4_010, '+ALARM: OV 3\r\n> \r\nA=13001\r\nOK\r\n'),
    ]);
    expect(samples.map(({ ms }) => ms)).toEqual([10, 4_010]);
    expect(read).toEqual([['A=13000'], ['A=13001']]);
    expect(rereader.end()).toEqual([]);
  });

  test('[OBD-24] a sample has the time of the end of its reply, not of a later unsolicited line', () => {
    const rereader = createRereader(PROFILE);
    const records = [poll(0), received(10, 'A=13000\r\n'), received(1_500, '+ALARM: OV 3\r\n')];
    expect(rereader.take(records)).toEqual([]);
    expect(rereader.end().map(({ ms }) => ms)).toEqual([10]);
  });

  test('[REC-70] a reply without a line break ends with its last bytes', () => {
    const rereader = createRereader(PROFILE);
    rereader.take([poll(0), received(10, 'A=13'), received(20, '000')]);
    expect(rereader.end()).toMatchObject([{ ms: 20, sample: { packVoltageV: 13 } }]);
  });

  test('[REC-122] a reply is not continued after bytes that cannot be read', () => {
    const rereader = createRereader(PROFILE);
    expect(rereader.take([poll(0), received(10, 'A=1')])).toEqual([]);
    expect(rereader.take(undefined)).toEqual([]);
    expect(rereader.take([received(4_000, '3000\r\nOK\r\n')])).toEqual([]);
    expect(rereader.take(reply(6_000, 13)).map(({ ms }) => ms)).toEqual([6_010]);
  });

  test('[OBD-9] a repeated reply is not another sample', () => {
    let sequence = 7;
    const rereader = createRereader({
      ...PROFILE,
      read: (lines) => {
        const decoded = PROFILE.read(lines);
        if (!decoded.ok) return decoded;
        return ok({ ...decoded.value, sample: { ...decoded.value.sample, sequence } });
      },
    });
    expect(rereader.take(reply(0, 13))).toHaveLength(1);
    expect(rereader.take(reply(2_000, 13))).toHaveLength(0);
    sequence = 8;
    expect(rereader.take(reply(4_000, 13))).toHaveLength(1);
  });

  test('[OBD-79] a jump is held for one poll, but not after a minute without replies', () => {
    expect(voltagesOf(...reply(100_000, 13), ...reply(102_000, 60), ...reply(104_000, 13))).toEqual(
      [
        [100_010, 13],
        [102_010, 13],
        [104_010, 13],
      ],
    );
    expect(voltagesOf(...reply(0, 13), ...reply(61_000, 60))).toEqual([
      [10, 13],
      [61_010, 60],
    ]);
  });

  test('[REC-70] the cells of a moment are read from their own chunk', async () => {
    const chunks = [reply(0, 13), reply(2_000, 14)];
    const session = await rereadSession(
      (kind) =>
        Promise.resolve(
          ok(
            kind === 'bytes'
              ? chunks.map((records, index) => ({ index, data: encodeBytes(records) }))
              : [{ index: 0, data: kind }],
          ),
        ),
      newSession('s1', 0, { linkId: 'serial', label: 'BMS' }, 9_600),
      PROFILE,
      () => Promise.resolve(),
    );
    const rows = await session?.read('cells', { from: 1, to: 1 });
    expect(rows?.ok && rows.value.map(({ index }) => index)).toEqual([1]);
    expect(await session?.read('samples')).toMatchObject({ value: [{ index: 0 }, { index: 1 }] });
    expect(await session?.read('events')).toEqual(ok([{ index: 0, data: 'events' }]));
  });

  /** Decodes a session with replies at 1 s, 4 s and 9 s again; returns the times of day of its samples. */
  const wallsOf = async (samplesAt: readonly number[], events: readonly SessionEvent[]) => {
    const none = { alarms: [], protections: [], cellVoltagesV: [], temperaturesC: [] };
    const replies = [1_000, 4_000, 9_000].flatMap((ms) => reply(ms - 10, 13));
    const data = {
      bytes: encodeBytes(replies),
      samples: columnsOf(samplesAt.map((ms) => sampleRow(none, ms, 1_000_000 + ms))),
      events: { events },
      cells: undefined,
    };
    const session = await rereadSession(
      (kind) => Promise.resolve(ok([{ index: 0, data: data[kind] }])),
      newSession('s1', 1_000_000, { linkId: 'serial', label: 'BMS' }, 9_600),
      PROFILE,
      () => Promise.resolve(),
    );
    const rows = await session?.read('samples');
    return rows?.ok === true
      ? rows.value.flatMap((row) => [...(decodeSamples(row.data)?.wall ?? [])])
      : [];
  };
  const event = (ms: number, wall: number, text = 'x', kind: SessionEvent['kind'] = 'note') =>
    ({ ms, wall, kind, text }) as const;

  test('[REC-126] a sample has the time of day of the nearest recorded moment, the earlier one of two', async () => {
    expect(await wallsOf([], [])).toEqual([1_001_000, 1_004_000, 1_009_000]);
    expect(await wallsOf([], [event(8_000, 5_000_000)])).toEqual([1_001_000, 1_004_000, 5_001_000]);
    expect(await wallsOf([7_999], [])).toEqual([1_001_000, 1_004_000, 1_009_000]);
    expect(await wallsOf([9_500], [event(3_000, 5_000_000)])).toEqual([
      1_001_000, 5_001_000, 1_009_000,
    ]);
  });

  test('[REC-126] after the last sample of a session that another one follows, no reply is used', async () => {
    const marker = event(9_500, 1_009_500, `Other pack${NEXT_SESSION}`, 'marker');
    expect(await wallsOf([4_000], [marker])).toEqual([1_001_000, 1_004_000]);
    expect(await wallsOf([4_000], [{ ...marker, kind: 'note' }])).toHaveLength(3);
    expect(await wallsOf([4_000], [{ ...marker, text: 'Other pack' }])).toHaveLength(3);
    expect(await wallsOf([], [marker])).toEqual([]);
  });

  test('[ST-03] if the bytes cannot be read, the recorded samples are used', async () => {
    const failed = { ok: false, error: { kind: 'failed', message: 'disk' } } as const;
    const info = newSession('s1', 0, { linkId: 'serial', label: 'BMS' }, 9_600);
    const reread = rereadSession(
      () => Promise.resolve(failed),
      info,
      PROFILE,
      () => Promise.resolve(),
    );
    expect(await reread).toBeUndefined();
  });
});
