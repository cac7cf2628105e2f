import { describe, expect, test } from 'vitest';
import { setUpAlarms } from './alarms.fixture.ts';

const cell = ['cellVoltage', 'high', 3.65] as const;

const setUp = async () => {
  const rig = await setUpAlarms(cell);
  await rig.alarms.signals.choose('notices', true);
  await rig.replies(2);
  const sendLong = (): void => {
    const bytes = new TextEncoder().encode('AT+LONG\r\n');
    void rig.core.link.execute({ text: 'AT+LONG', bytes, origin: 'user', timeoutMs: 20_000 });
  };
  return { ...rig, sendLong };
};

describe('reasons for missing live data', () => {
  test('[OBD-134] a long command of the user is shown as the reason and does not alert', async () => {
    const rig = await setUp();
    rig.pack.ignores = 'AT+LONG';
    rig.sendLong();
    await rig.clock.advance(15_000);
    expect(rig.alarms.monitoring$.value).toMatchObject({ kind: 'notMonitored', reason: 'busy' });
    expect(rig.shown).toEqual([]);
    expect(await rig.logged()).toEqual([
      expect.stringMatching(/^Limits not monitored.*: your command is using the connection$/),
    ]);
    await rig.clock.advance(10_000);
    expect(rig.alarms.monitoring$.value).toEqual({ kind: 'monitored', gaps: [] });
    expect(rig.shown).toEqual([]);
    expect((await rig.logged()).at(-1)).toBe('Limits are monitored again');
  });

  test('[OBD-134] if the device stays silent after the command, it alerts once', async () => {
    const rig = await setUp();
    rig.fake.device.onWrite(() => undefined);
    rig.sendLong();
    await rig.clock.advance(40_000);
    expect(rig.alarms.monitoring$.value).toMatchObject({ kind: 'notMonitored', reason: 'noReply' });
    expect(rig.shown).toEqual([expect.stringMatching(/the device does not answer$/)]);
    rig.sendLong();
    await rig.clock.advance(40_000);
    expect(rig.shown).toHaveLength(1);
  });

  test('[OBD-134] a device that did not answer on Home counts as silent on Terminal until it sends something', async () => {
    const rig = await setUp();
    rig.fake.device.onWrite(() => undefined);
    await rig.clock.advance(12_000);
    expect(rig.alarms.monitoring$.value).toMatchObject({ kind: 'notMonitored', reason: 'noReply' });
    rig.core.showPath('/mainpage/terminal');
    rig.alarms.setSection('terminal');
    rig.sendLong();
    await rig.clock.advance(30_000);
    expect(rig.alarms.monitoring$.value).toMatchObject({ reason: 'noReply', isUnpolled: true });
    expect(rig.shown).toHaveLength(1);
    rig.fake.device.onWrite(() => rig.fake.device.send('\r\nOK\r\n'));
    rig.sendLong();
    await rig.clock.advance(1_000);
    expect(rig.alarms.monitoring$.value).toMatchObject({ reason: 'elsewhere', isUnpolled: true });
    expect(rig.shown).toHaveLength(1);
  });

  test('[OBD-134] a device that left one poll on Home unanswered counts as silent on Terminal', async () => {
    const rig = await setUp();
    rig.fake.device.onWrite(() => undefined);
    await rig.clock.advance(3_000);
    expect(rig.core.telemetry.health$.value.timeouts).toBe(1);
    rig.core.showPath('/mainpage/terminal');
    rig.alarms.setSection('terminal');
    await rig.clock.advance(10_000);
    expect(rig.alarms.monitoring$.value).toMatchObject({ reason: 'noReply', isUnpolled: true });
    expect(rig.shown).toEqual([expect.stringMatching(/the device does not answer$/)]);
  });

  test('[OBD-134] a device that was not asked on Home yet does not count as silent on Terminal', async () => {
    const rig = await setUp();
    await rig.core.link.disconnect();
    rig.fake.device.onWrite(() => undefined);
    await rig.connect();
    rig.core.showPath('/mainpage/terminal');
    rig.alarms.setSection('terminal');
    await rig.clock.advance(20_000);
    expect(rig.alarms.monitoring$.value).toEqual({
      kind: 'notMonitored',
      reason: 'elsewhere',
      isUnpolled: true,
    });
  });

  test('[OBD-134] unreadable replies are not reported as a missing answer', async () => {
    const rig = await setUp();
    rig.pack.says = 'nothing to be understood';
    await rig.clock.advance(15_000);
    expect(rig.alarms.monitoring$.value).toMatchObject({
      kind: 'notMonitored',
      reason: 'unreadable',
    });
    expect(rig.shown).toEqual([expect.stringMatching(/its replies are unreadable$/)]);
  });

  test('[OBD-134] a device that was not polled on Home because of a command does not count as silent on Terminal', async () => {
    const rig = await setUp();
    rig.pack.ignores = 'AT+LONG';
    rig.sendLong();
    await rig.clock.advance(5_000);
    rig.core.showPath('/mainpage/terminal');
    rig.alarms.setSection('terminal');
    await rig.clock.advance(10_000);
    expect(rig.alarms.monitoring$.value).toMatchObject({ reason: 'elsewhere', isUnpolled: true });
  });

  test('[OBD-116] the return to Home is not reported as a loss', async () => {
    const rig = await setUp();
    rig.core.showPath('/mainpage/terminal');
    rig.alarms.setSection('terminal');
    await rig.clock.advance(15_000);
    rig.alarms.setSection('home');
    rig.core.showPath('/mainpage/home');
    await rig.replies(2);
    expect(rig.shown).toEqual([]);
    expect(await rig.logged()).toEqual([
      expect.stringMatching(/^Limits not monitored.*: live data runs on Home only$/),
      'Limits are monitored again',
    ]);
  });

  test('[OBD-134] a device that did not answer does not count as silent on the next connection', async () => {
    const rig = await setUp();
    rig.fake.device.onWrite(() => undefined);
    await rig.clock.advance(12_000);
    rig.core.showPath('/mainpage/terminal');
    rig.alarms.setSection('terminal');
    await rig.core.link.disconnect();
    await rig.connect();
    expect(rig.alarms.monitoring$.value).toMatchObject({ reason: 'elsewhere', isUnpolled: true });
  });

  test('[OBD-134] limits that were not monitored before a long command are not reported as lost after it', async () => {
    const rig = await setUp();
    await rig.core.link.disconnect();
    rig.fake.device.onWrite(() => undefined);
    await rig.connect();
    const before = await rig.logged();
    rig.sendLong();
    await rig.clock.advance(40_000);
    expect(rig.alarms.monitoring$.value).toMatchObject({ kind: 'notMonitored', reason: 'noReply' });
    expect(await rig.logged()).toEqual(before);
    expect(rig.shown).toEqual([]);
  });
});
