import { describe, expect, test } from 'vitest';
import { profileOfFields, replyProfile } from '../profiles/index.ts';
import type { ReplyProfile } from '../protocol/reply-decoder.ts';
import { setUpRecording } from './recording.fixture.ts';

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
    expect((await after.replay()).ok).toBe(true);
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
});
