import { describe, expect, test } from 'vitest';
import { setUpAlarms } from './alarms.fixture.ts';
import { planOf } from './alarms.fixture.ts';

describe('exceeded limits', () => {
  test('[OBD-110] without limits nothing is monitored, whatever the values', async () => {
    const rig = await setUpAlarms();
    rig.pack.cellsMv = [100, 4_900, 3_303, 3_302];
    rig.pack.celsius = [110, -40];
    await rig.replies(5);
    expect(rig.raised()).toEqual([]);
    expect(rig.alarms.monitoring$.value).toEqual({ kind: 'off' });
    expect(await rig.logged()).toEqual([]);
  });

  test('[OBD-111] an alarm is raised after as many consecutive replies at the limit as the user chose', async () => {
    const rig = await setUpAlarms();
    rig.alarms.save(planOf([['cellVoltage', 'high', 3.35]], { readings: 3 }));
    rig.pack.cellsMv = [3_302, 3_304, 3_350, 3_302];
    await rig.replies(2);
    expect(rig.raised()).toEqual([]);
    rig.pack.cellsMv = [3_302, 3_304, 3_349, 3_302]; // a reply within the limit restarts the count
    await rig.replies(1);
    rig.pack.cellsMv = [3_302, 3_304, 3_361, 3_352];
    await rig.replies(2);
    expect(rig.raised()).toEqual([]);
    await rig.replies(1);
    expect(rig.alarms.raised$.value).toMatchObject([
      {
        kind: 'active',
        limit: { quantity: 'cellVoltage', side: 'high', value: 3.35 },
        incident: { last: { value: 3.361, numbers: [3, 4] }, worst: { value: 3.361 } },
      },
    ]);
    expect(await rig.logged()).toEqual([
      'Alarm: Cell 3: 3.361 V and 1 other cell above 3.350 V, high limit 3.350 V',
    ]);
  });

  test('[OBD-112] a value that fluctuates around its limit is one alarm with its worst value', async () => {
    const rig = await setUpAlarms(['cellVoltage', 'high', 3.35]);
    for (const mv of [3_352, 3_358, 3_347, 3_351, 3_345, 3_353, 3_341, 3_350]) {
      rig.pack.cellsMv = [3_302, mv, 3_303, 3_302];
      await rig.replies(1);
    }
    expect(rig.raised()).toEqual(['active cellVoltage']);
    expect(rig.alarms.raised$.value[0]?.incident.worst).toEqual({ value: 3.358, numbers: [2] });
    expect(await rig.logged()).toHaveLength(1);
    rig.pack.cellsMv = [3_302, 3_340, 3_303, 3_302];
    await rig.replies(1);
    expect(rig.raised()).toEqual(['returned cellVoltage']);
  });

  test('[OBD-133] within the limit but not by the hysteresis, the alarm stays active and shows the current value', async () => {
    const rig = await setUpAlarms(['stateOfCharge', 'low', 20]);
    rig.pack.soc = 200;
    await rig.replies(3);
    rig.pack.soc = 207;
    await rig.replies(30);
    expect(rig.raised()).toEqual(['active stateOfCharge']);
    expect(rig.alarms.raised$.value).toMatchObject([
      { now: { value: 20.7 }, incident: { last: { value: 20 }, worst: { value: 20 } } },
    ]);
    rig.pack.soc = 210;
    await rig.replies(1);
    expect(rig.alarms.raised$.value).toMatchObject([{ kind: 'returned', now: undefined }]);
  });

  test('[OBD-113] a single outlier never raises an alarm, even if one reply is enough', async () => {
    const rig = await setUpAlarms();
    rig.alarms.save(planOf([['cellVoltage', 'high', 3.6], ['temperature', 'high', 60]], { readings: 1 })); // oxfmt-ignore
    for (const [cell, celsius] of [
      [4_100, 25],
      [3_304, 25],
      [3_303, 90],
      [4_200, 26],
    ] as const) {
      // oxfmt-ignore
      rig.pack.cellsMv = [3_302, cell, 3_303, 3_302];
      rig.pack.celsius = [celsius, 26];
      await rig.replies(1);
      rig.pack.cellsMv = [3_302, 3_304, 3_303, 3_302];
      rig.pack.celsius = [25, 26];
      await rig.replies(1);
    }
    expect(rig.raised()).toEqual([]);
    // The second reply confirms a lasting change; then the live view shows it too.
    rig.pack.cellsMv = [3_302, 4_100, 3_303, 3_302];
    await rig.replies(1);
    expect(rig.raised()).toEqual([]);
    await rig.replies(1);
    expect(rig.raised()).toEqual(['active cellVoltage']);
  });

  test('[OBD-113] the first reply of a connection alone neither raises nor ends an alarm', async () => {
    const rig = await setUpAlarms();
    rig.alarms.save(planOf([['stateOfCharge', 'low', 20]], { readings: 1 }));
    await rig.core.link.disconnect();
    rig.pack.soc = 150; // a first reply has no previous value to be compared with
    await rig.connect();
    await rig.clock.advance(100);
    expect(rig.raised()).toEqual([]);
    await rig.replies(1);
    expect(rig.raised()).toEqual(['active stateOfCharge']);
    await rig.core.link.disconnect();
    rig.pack.soc = 785;
    await rig.connect();
    await rig.clock.advance(100);
    expect(rig.raised()).toEqual(['active stateOfCharge']);
    await rig.replies(1);
    expect(rig.raised()).toEqual(['returned stateOfCharge']);
  });
});

describe("alarms and the user's actions", () => {
  const over = { cellsMv: [3_302, 3_370, 3_303, 3_302] };
  const well = { cellsMv: [3_302, 3_304, 3_303, 3_302] };

  test('[OBD-114] an alarm stays until it is acknowledged and its value is back', async () => {
    const rig = await setUpAlarms(['cellVoltage', 'high', 3.35]);
    Object.assign(rig.pack, over);
    await rig.replies(2);
    rig.alarms.acknowledge();
    expect(rig.raised()).toEqual(['acknowledged cellVoltage']);
    Object.assign(rig.pack, well);
    await rig.replies(1);
    expect(rig.raised()).toEqual([]);

    Object.assign(rig.pack, over);
    await rig.replies(2);
    Object.assign(rig.pack, well);
    await rig.replies(30);
    expect(rig.raised()).toEqual(['returned cellVoltage']); // not acknowledged
    rig.alarms.acknowledge('cellVoltage.high');
    expect(rig.raised()).toEqual([]);
    expect(await rig.logged()).toEqual([
      'Alarm: Cell 2: 3.370 V, high limit 3.350 V',
      'Alarm acknowledged: Cell voltage, high limit 3.350 V',
      'Cleared: cell voltage below 3.350 V again, highest: cell 2, 3.370 V',
      'Alarm: Cell 2: 3.370 V, high limit 3.350 V',
      'Cleared: cell voltage below 3.350 V again, highest: cell 2, 3.370 V',
      'Alarm acknowledged: Cell voltage, high limit 3.350 V',
    ]);
  });

  test('[OBD-114] if cleared alarms are not kept, an alarm disappears with its cause and is reported again when raised again', async () => {
    const rig = await setUpAlarms();
    rig.alarms.save(planOf([['cellVoltage', 'high', 3.35]], { isLatched: false }));
    Object.assign(rig.pack, over);
    await rig.replies(2);
    Object.assign(rig.pack, well);
    await rig.replies(1);
    expect(rig.raised()).toEqual([]);

    rig.alarms.save(planOf([['cellVoltage', 'high', 3.35]]));
    for (const state of [over, well, over]) {
      Object.assign(rig.pack, state);
      await rig.replies(2);
    }
    expect(rig.raised()).toEqual(['active cellVoltage']);
    expect((await rig.logged()).filter((text) => text.startsWith('Alarm:'))).toHaveLength(3);
  });

  test('[OBD-114] a limit that is removed or set to another value ends its alarm', async () => {
    const rig = await setUpAlarms(['cellVoltage', 'high', 3.35], ['cellSpread', 'high', 40]);
    Object.assign(rig.pack, over);
    await rig.replies(2);
    expect(rig.raised()).toEqual(['active cellVoltage', 'active cellSpread']);
    rig.alarms.save(planOf([['cellVoltage', 'high', 3.4], ['cellSpread', 'high', 40]])); // oxfmt-ignore
    expect(rig.raised()).toEqual(['active cellSpread']);
    rig.alarms.save(planOf([]));
    expect(rig.raised()).toEqual([]);
    rig.alarms.save(planOf([['cellSpread', 'high', 40]]));
    expect(rig.raised()).toEqual([]);
    await rig.replies(2);
    expect(rig.raised()).toEqual(['active cellSpread']);
    const reported = (await rig.logged()).filter((text) => text.startsWith('Alarm: Cells'));
    expect(reported).toHaveLength(2);
  });

  test('[OBD-124] log and recorded session contain raised, acknowledged and cleared alarms', async () => {
    const rig = await setUpAlarms(['temperature', 'high', 45]);
    rig.recording.start();
    rig.pack.celsius = [25, 46];
    await rig.replies(3); // a step of 20 °C is held for one reply
    rig.alarms.acknowledge();
    rig.pack.celsius = [25, 40];
    await rig.replies(3);
    await rig.recording.stop();
    const { events } = await rig.opened();
    const alarmed = events.filter(({ text }) => /^(Alarm|Cleared)/.test(text));
    expect(alarmed.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'marker Alarm: Sensor 2: 46 °C, high limit 45 °C',
      'marker Alarm acknowledged: Temperature, high limit 45 °C',
      'marker Cleared: temperature below 45 °C again, highest: sensor 2, 46 °C',
    ]);
  });

  test('[OBD-125] sound and notifications are opt-in; the sound repeats until the alarm is acknowledged', async () => {
    const rig = await setUpAlarms(['cellVoltage', 'high', 3.35]);
    Object.assign(rig.pack, over);
    await rig.replies(2);
    expect([rig.rung, rig.shown]).toEqual([[], []]);
    expect(await rig.alarms.signals.choose('sound', true)).toBe(true);
    expect(await rig.alarms.signals.choose('notices', true)).toBe(true);
    rig.rung.length = 0;
    const from = rig.clock.monotonicNow();
    await rig.clock.advance(16_000);
    expect(rig.rung.length).toBe(3); // every 5 s
    expect(rig.rung.every((at) => at > from)).toBe(true);
    rig.alarms.acknowledge();
    await rig.clock.advance(20_000);
    expect(rig.rung.length).toBe(3);
    rig.alarms.save(planOf([['cellSpread', 'high', 40]]));
    await rig.replies(2);
    expect(rig.shown).toEqual(['Alarm: Cells 2 and 1: 68\u202FmV apart, high limit 40\u202FmV']);
    expect(rig.rung.length).toBe(4);
  });

  test('[OBD-135] a notification stays until all alarms are acknowledged', async () => {
    const rig = await setUpAlarms(['cellVoltage', 'high', 3.35], ['cellSpread', 'high', 40]);
    Object.assign(rig.pack, over);
    await rig.replies(2);
    Object.assign(rig.pack, well);
    await rig.replies(10);
    rig.alarms.acknowledge('cellSpread.high');
    expect(rig.taken()).toBe(0); // a cleared alarm removes no notification: it is not acknowledged
    rig.alarms.acknowledge();
    expect(rig.taken()).toBe(1);
  });

  test('[OBD-135] the notification is removed with the last acknowledgement although values are beyond their limits, and a cleared alarm sends none', async () => {
    const rig = await setUpAlarms(['cellVoltage', 'high', 3.35], ['cellSpread', 'high', 40]);
    await rig.alarms.signals.choose('notices', true);
    Object.assign(rig.pack, over);
    await rig.replies(2);
    expect(rig.shown).toHaveLength(2);
    rig.alarms.acknowledge('cellSpread.high');
    expect(rig.taken()).toBe(0);
    rig.alarms.acknowledge('cellVoltage.high');
    expect(rig.taken()).toBe(1);
    Object.assign(rig.pack, well);
    await rig.replies(10);
    expect(rig.raised()).toEqual([]);
    expect(rig.shown).toHaveLength(2); // a cleared alarm sends no notification
  });

  test('[OBD-125] if the browser refuses the sound, its option stays off', async () => {
    const rig = await setUpAlarms(['cellVoltage', 'high', 3.35]);
    rig.refuse();
    expect(await rig.alarms.signals.choose('sound', true)).toBe(false);
    expect(rig.alarms.signals.choice$.value).toEqual({ sound: false, notices: false });
    Object.assign(rig.pack, over);
    await rig.replies(4);
    expect(rig.rung).toEqual([]);
  });
});
