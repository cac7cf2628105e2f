import { Subject } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { createFakeStorage } from '../fakes/fake-key-value-store.ts';
import { createLive } from '../prelude/live.ts';
import { aPack, liveSample } from '../telemetry/pack.fixture.ts';
import type { LiveData } from '../telemetry/telemetry.ts';
import { planOf, setUpAlarms } from './alarms.fixture.ts';
import { createAlarms } from './alarms.ts';
import { ALARM_FILE } from './plan.ts';

const cell = ['cellVoltage', 'high', 3.35] as const;

/** Stops the device from receiving and sending. */
const silence = (rig: Awaited<ReturnType<typeof setUpAlarms>>): void => {
  rig.fake.device.onWrite(() => undefined);
};

describe('limits that are not monitored', () => {
  test('[OBD-115] without live data no limit is compared, and the app shows since when the data is missing', async () => {
    const rig = await setUpAlarms(cell);
    await rig.replies(2);
    const since = rig.clock.wallNow();
    expect(rig.alarms.monitoring$.value).toEqual({ kind: 'monitored', gaps: [] });
    const [lastReply] = [rig.core.telemetry.liveData$.value];
    silence(rig);
    await rig.clock.advance(7_000);
    expect(rig.alarms.monitoring$.value.kind).toBe('notMonitored');
    expect(await rig.logged()).toEqual([]); // two lost replies are not reported
    await rig.clock.advance(4_000);
    expect(rig.alarms.monitoring$.value).toEqual({
      kind: 'notMonitored',
      reason: 'noReply',
      since: lastReply.kind === 'sample' ? lastReply.receivedAt : 0,
    });
    expect(since).toBeGreaterThan(0);
    const [line = ''] = await rig.logged();
    expect(line).toMatch(/^Limits not monitored since \d\d:\d\d:\d\d: the device does not answer$/);
  });

  test('[OBD-115] an alarm outlasts the silence; the count of consecutive replies does not', async () => {
    const rig = await setUpAlarms(cell, ['cellSpread', 'high', 60]);
    rig.pack.cellsMv = [3_302, 3_352, 3_303, 3_302];
    await rig.replies(2);
    expect(rig.raised()).toEqual(['active cellVoltage']);
    rig.pack.cellsMv = [3_302, 3_366, 3_303, 3_302];
    await rig.replies(1); // one reply beyond the spread's limit
    const answer = rig.pack.says;
    rig.pack.says = 'nothing to be understood';
    await rig.clock.advance(13_000);
    expect(rig.alarms.monitoring$.value).toMatchObject({ kind: 'notMonitored' });
    expect(rig.raised()).toEqual(['active cellVoltage']);
    if (answer === undefined) delete rig.pack.says;
    await rig.clock.advance(2_000);
    expect(rig.raised()).toEqual(['active cellVoltage']);
    await rig.replies(1);
    expect(rig.raised()).toEqual(['active cellVoltage', 'active cellSpread']);
    expect(await rig.logged()).toContain('Limits are monitored again');
  });

  test('[OBD-111] a restart of the device ends the count of consecutive replies', async () => {
    for (const [banner, raised] of [
      ['', ['active cellVoltage']],
      ['\r\nREADY\r\n', []],
    ] as const) {
      const rig = await setUpAlarms(cell);
      await rig.replies(2);
      rig.pack.cellsMv = [3_302, 3_352, 3_303, 3_302];
      await rig.replies(1);
      rig.fake.device.send(banner);
      await rig.replies(1);
      expect(rig.raised()).toEqual(raised);
    }
  });

  test('[OBD-116] an unplug is reported by log, sound and notification; the pack that returns still has its alarms', async () => {
    const rig = await setUpAlarms(cell);
    await rig.alarms.signals.choose('sound', true);
    await rig.alarms.signals.choose('notices', true);
    rig.pack.cellsMv = [3_302, 3_352, 3_303, 3_302];
    await rig.replies(2);
    rig.alarms.acknowledge();
    rig.rung.length = 0;
    rig.shown.length = 0;
    rig.fake.unplug();
    await rig.clock.advance(100);
    expect(rig.alarms.monitoring$.value).toMatchObject({
      kind: 'notMonitored',
      reason: 'notConnected',
    });
    expect(rig.shown).toHaveLength(1);
    expect(rig.rung).toHaveLength(1);
    await rig.clock.advance(60_000);
    expect(rig.rung).toHaveLength(1); // an acknowledged alarm does not alert
    expect(rig.raised()).toEqual(['acknowledged cellVoltage']);
    expect(rig.alarms.raised$.value).toMatchObject([{ now: undefined }]);
    rig.fake.plug();
    await rig.connect();
    await rig.replies(2);
    expect(rig.alarms.monitoring$.value).toEqual({ kind: 'monitored', gaps: [] });
    expect(rig.raised()).toEqual(['acknowledged cellVoltage']);
    expect(rig.alarms.isOtherPack$.value).toBe(false);
  });

  test('[OBD-116] disconnecting or opening another tab of the app does not alert', async () => {
    const rig = await setUpAlarms(cell);
    await rig.alarms.signals.choose('sound', true);
    rig.rung.length = 0;
    rig.core.showPath('/mainpage/terminal');
    rig.alarms.setSection('terminal');
    await rig.clock.advance(3_000);
    expect(rig.alarms.monitoring$.value.kind).toBe('monitored'); // the current data are not old yet
    await rig.clock.advance(4_000);
    expect(rig.alarms.monitoring$.value).toMatchObject({
      kind: 'notMonitored',
      reason: 'elsewhere',
    });
    await rig.clock.advance(4_000);
    expect(await rig.logged()).toHaveLength(1);
    await rig.core.link.disconnect();
    await rig.clock.advance(10_000);
    expect(rig.alarms.monitoring$.value).toEqual({ kind: 'notMonitored', reason: 'notConnected' });
    expect(rig.rung).toEqual([]);
    expect(await rig.logged()).toHaveLength(1);
  });

  test('[OBD-116] a user who disconnects while limits are monitored causes no alert and no entry in the log', async () => {
    const rig = await setUpAlarms(cell);
    await rig.alarms.signals.choose('notices', true);
    await rig.replies(2);
    expect(rig.alarms.monitoring$.value.kind).toBe('monitored');
    await rig.core.link.disconnect();
    await rig.clock.advance(20_000);
    expect(rig.alarms.monitoring$.value).toStrictEqual({
      kind: 'notMonitored',
      reason: 'notConnected',
    });
    expect([rig.shown, await rig.logged()]).toEqual([[], []]);
  });

  test('[OBD-116] without limits a loss of the live data is not reported', async () => {
    const rig = await setUpAlarms(cell);
    await rig.alarms.signals.choose('notices', true);
    await rig.replies(2);
    silence(rig);
    await rig.clock.advance(7_000);
    expect(rig.alarms.monitoring$.value.kind).toBe('notMonitored');
    rig.alarms.save(planOf([]));
    await rig.clock.advance(20_000);
    expect([rig.shown, await rig.logged()]).toEqual([[], []]);
  });

  test('[OBD-116] live data that disappear at once are reported at once', async () => {
    const rig = await setUpAlarms();
    const liveData = createLive<LiveData>(liveSample(aPack(0)));
    const marks: string[] = [];
    const alarms = createAlarms({
      link: rig.core.link,
      telemetry: { ...rig.core.telemetry, liveData$: liveData.live },
      clock: rig.clock,
      store: rig.store,
      bell: rig.bell,
      packChanged$: new Subject(),
      mark: (text) => marks.push(text),
    });
    alarms.setSection('home');
    alarms.save(planOf([cell]));
    expect(alarms.monitoring$.value.kind).toBe('monitored');
    liveData.set({ kind: 'none' });
    expect(marks).toEqual(['Limits not monitored: the device does not answer']);
  });

  test('[OBD-363] limits that only another version of the app can read are not monitored, until others are set', async () => {
    const rig = await setUpAlarms();
    const newer = ALARM_FILE.format(planOf([cell])).replace(/("version":\s*)1/, '$12');
    const alarms = createAlarms({
      ...rig.core,
      clock: rig.clock,
      store: createFakeStorage({ alarmLimits: newer }).openTab(),
      bell: rig.bell,
      packChanged$: new Subject(),
      mark: () => undefined,
    });
    alarms.setSection('home');
    await rig.replies(1);
    expect(alarms.plan$.value.limits).toEqual([]);
    expect(alarms.monitoring$.value).toEqual({ kind: 'notMonitored', reason: 'otherVersion' });
    alarms.save(planOf([cell]));
    expect(alarms.monitoring$.value).toEqual({ kind: 'monitored', gaps: [] });
  });

  test('[OBD-130] limits are monitored on every tab if the user chose so, while there are limits', async () => {
    const rig = await setUpAlarms();
    rig.core.showPath('/mainpage/terminal');
    rig.alarms.setSection('terminal');
    rig.alarms.save(planOf([cell], { isEverywhere: true }));
    await rig.replies(10);
    expect(rig.alarms.monitoring$.value).toEqual({ kind: 'monitored', gaps: [] });
    rig.pack.cellsMv = [3_302, 3_352, 3_303, 3_302];
    await rig.replies(2);
    expect(rig.raised()).toEqual(['active cellVoltage']);
    silence(rig);
    await rig.clock.advance(8_000);
    expect(rig.alarms.monitoring$.value).toMatchObject({ kind: 'notMonitored', reason: 'noReply' });
    rig.alarms.save(planOf([], { isEverywhere: true }));
    await rig.clock.advance(5_000); // the pending poll ends
    rig.fake.device.forgetWritten();
    await rig.clock.advance(10_000);
    expect(rig.fake.device.writtenText()).toBe('');
  });

  test('[OBD-130] after sign-out nothing is polled on another tab', async () => {
    const rig = await setUpAlarms(cell);
    rig.core.showPath('/mainpage/terminal');
    rig.alarms.setSection('terminal');
    await rig.clock.advance(5_000); // the pending poll ends
    rig.fake.device.forgetWritten();
    rig.alarms.dispose();
    await rig.clock.advance(10_000);
    expect(rig.fake.device.writtenText()).toBe('');
  });

  test('[OBD-117] a cell that is not read clears no alarm, and the app reports that it is not read', async () => {
    const rig = await setUpAlarms(cell);
    rig.pack.cellsMv = [3_302, 3_303, 3_380, 3_302];
    await rig.replies(2);
    rig.pack.cellsMv = [3_302, 3_303, 0, 3_302]; // 0 mV means that the cell was not read
    await rig.replies(5);
    expect(rig.raised()).toEqual(['active cellVoltage']);
    expect(rig.alarms.raised$.value).toMatchObject([{ now: undefined }]);
    expect(rig.alarms.monitoring$.value).toMatchObject({
      kind: 'monitored',
      gaps: [{ reason: 'unread', numbers: [3] }],
    });
    rig.pack.cellsMv = [3_302, 3_303, 3_304, 3_302];
    await rig.replies(2);
    expect(rig.raised()).toEqual(['returned cellVoltage']);
  });

  test.each([
    ['is often unread', [3_900, 0]],
    ['jumps beyond its limit', [3_900, 4_100]],
  ])(
    '[OBD-131] only readings of its own raise the alarm of a cell that %s',
    async (_what, millivolts) => {
      const rig = await setUpAlarms(cell);
      for (let index = 0; index < 18; index += 1) {
        rig.pack.cellsMv = [3_302, 3_303, millivolts[index % millivolts.length] ?? 0, 3_302];
        await rig.replies(1);
      }
      expect(rig.raised()).toEqual(['active cellVoltage']);
      expect(rig.alarms.monitoring$.value).toMatchObject({
        gaps: [{ reason: 'unread', numbers: [3] }],
      });
    },
  );

  test('[OBD-131] an unread sensor clears no alarm, and the app reports it', async () => {
    const rig = await setUpAlarms(['temperature', 'high', 45]);
    for (let index = 0; index < 12; index += 1) {
      rig.pack.celsius = [25, index % 2 === 0 ? 62 : 50];
      await rig.replies(1);
    }
    expect(rig.raised()).toEqual(['active temperature']);
  });

  test('[OBD-117] a cell that is unconfirmed in every other reply is reported; a single implausible value is not', async () => {
    const rig = await setUpAlarms(cell);
    await rig.replies(4);
    const gaps: unknown[] = [];
    for (const third of [3_900, 3_303, 3_303, 3_303, 3_900, 3_303, 3_900, 3_303, 3_900]) {
      rig.pack.cellsMv = [3_302, 3_304, third, 3_302];
      await rig.replies(1);
      const monitoring = rig.alarms.monitoring$.value;
      gaps.push(
        monitoring.kind === 'monitored'
          ? monitoring.gaps.flatMap(({ numbers }) => numbers)
          : monitoring,
      );
    }
    expect(gaps).toEqual([[], [], [], [], [], [], [3], [3], [3]]);
    expect(rig.raised()).toEqual([]); // each confirmed reading is within the limit
  });

  test('[OBD-117] an alarm of two cells is not cleared while one of them is unread', async () => {
    const rig = await setUpAlarms(cell);
    for (const [second, third] of [[3_360, 3_370], [3_360, 0], [3_304, 0]]) {
      rig.pack.cellsMv = [3_302, second ?? 0, third ?? 0, 3_302];
      await rig.replies(4);
    } // oxfmt-ignore
    expect(rig.raised()).toEqual(['active cellVoltage']);
    rig.pack.cellsMv = [3_302, 3_304, 3_303, 3_302];
    await rig.replies(3);
    expect(rig.raised()).toEqual(['returned cellVoltage']);
  });

  test('[OBD-118] a quantity that the device does not report is shown, and raises no alarm', async () => {
    const rig = await setUpAlarms();
    rig.pack.says = '+ADATA: V=13.211,I=-12.40';
    await rig.core.link.disconnect();
    await rig.connect();
    rig.alarms.save(
      planOf([['cellVoltage', 'low', 2.5], ['stateOfCharge', 'low', 20], ['packVoltage', 'low', 10]]), // oxfmt-ignore
    );
    await rig.replies(3);
    const data = rig.core.telemetry.liveData$.value;
    expect(data).toMatchObject({ kind: 'sample', sample: { packVoltageV: 13.211 } });
    expect([...(rig.alarms.reported$.value ?? [])]).toEqual([
      'packVoltage',
      'chargeCurrent',
      'dischargeCurrent',
      'power',
    ]);
    expect(rig.alarms.monitoring$.value).toMatchObject({
      kind: 'monitored',
      gaps: [
        { limit: { quantity: 'cellVoltage' }, reason: 'notReported' },
        { limit: { quantity: 'stateOfCharge' }, reason: 'notReported' },
      ],
    });
    expect(rig.raised()).toEqual([]);
  });
});

test('[OBD-118] a quantity that the device no longer reports is shown too', async () => {
  const rig = await setUpAlarms();
  rig.pack.says = '+ADATA: V=13.211,I=-12.40';
  await rig.core.link.disconnect();
  await rig.connect();
  rig.alarms.save(planOf([['dischargeCurrent', 'high', 50]]));
  await rig.replies(2);
  expect(rig.alarms.monitoring$.value).toEqual({ kind: 'monitored', gaps: [] });
  rig.pack.says = '+ADATA: V=13.211,SOC=77';
  await rig.replies(7);
  expect(rig.alarms.monitoring$.value).toMatchObject({ gaps: [{ reason: 'noValue' }] });
});

describe('a connected pack other than before', () => {
  test('[OBD-119] a new pack clears the alarms of the previous one, keeps the limits, and asks whether they are correct', async () => {
    const rig = await setUpAlarms(cell, ['cellVoltage', 'low', 3]);
    rig.pack.cellsMv = [3_302, 3_380, 3_303, 3_302];
    await rig.replies(2);
    expect(rig.raised()).toEqual(['active cellVoltage']);
    await rig.core.link.disconnect();
    rig.pack.cellsMv = [2_900, 3_101, 3_102, 3_100, 3_101];
    await rig.connect();
    await rig.clock.advance(100);
    expect(rig.raised()).toEqual([]);
    expect(rig.alarms.isOtherPack$.value).toBe(true);
    await rig.replies(2);
    expect(rig.alarms.raised$.value).toMatchObject([
      { limit: { side: 'low' }, incident: { last: { value: 2.9, numbers: [1] } } },
    ]);
    expect(await rig.logged()).toContain('Alarms of the previous pack cleared');
    rig.alarms.confirmPack();
    expect(rig.alarms.isOtherPack$.value).toBe(false);
  });

  test('[OBD-119] if the previous pack had no alarms, the app asks about a new pack only if there are limits', async () => {
    for (const limits of [[], [cell]]) {
      const rig = await setUpAlarms(...limits);
      await rig.replies(2);
      await rig.core.link.disconnect();
      rig.pack.cellsMv = [3_100, 3_101, 3_102, 3_100, 3_101];
      await rig.connect();
      await rig.clock.advance(100);
      expect(rig.alarms.isOtherPack$.value).toBe(limits.length > 0);
      expect(await rig.logged()).not.toContain('Alarms of the previous pack cleared');
    }
  });
});
