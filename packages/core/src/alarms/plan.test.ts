import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeStorage } from '../fakes/fake-key-value-store.ts';
import { planOf, setUpAlarms } from './alarms.fixture.ts';
import { createPlanShelf } from './plan-shelf.ts';
import { checkPlan, EMPTY_PLAN } from './plan.ts';
import { formatAlarmPlan, parseAlarmPlan } from './plan-file.ts';
import { ALARM_PRESETS } from './presets.ts';
import { createAlarmSignals, noAlarmBell } from './signals.ts';

const problemOf = (plan: unknown): string => {
  const checked = checkPlan(plan);
  return checked.ok ? '' : `${checked.error.path} ${checked.error.problem}`;
};

describe('limits', () => {
  test('[OBD-120] lie within their range, in whole steps of what devices tell', () => {
    expect(problemOf(planOf([['cellVoltage', 'high', 36.5]]))).toBe(
      'cellVoltage.high must be a number from 0.5 to 5 V',
    );
    expect(problemOf(planOf([['temperature', 'low', -41]]))).toBe(
      'temperature.low must be a number from -40 to 120 °C',
    );
    expect(problemOf(planOf([['power', 'high', Number.NaN]]))).toContain('5 to 5,000,000 W');
    expect(problemOf(planOf([['cellSpread', 'low', 50]]))).toBe('limits.1.side is none of high');
    expect(problemOf(planOf([], { readings: 0 }))).toBe('readings must be from 1 to 30');
    expect(problemOf(planOf([], { readings: 1.5 }))).toBe('readings is no whole number');
    const fine = checkPlan(planOf([['cellVoltage', 'high', 3.650_4]]));
    expect(fine).toMatchObject({ value: { limits: [{ value: 3.65 }] } });
  });

  test('[OBD-120] do not contradict each other: low stands below high with room between', () => {
    const between = (low: number, high: number) =>
      problemOf(planOf([['cellVoltage', 'low', low], ['cellVoltage', 'high', high]])); // prettier-ignore
    expect(between(3.65, 2.5)).toBe(
      'cellVoltage.low must be at least 0.02 V below the high limit of 2.5 V',
    );
    expect(between(3.3, 3.31)).toContain('at least 0.02 V below');
    expect(between(3.3, 3.32)).toBe('');
    expect(problemOf(planOf([['power', 'high', 10], ['power', 'high', 20]]))).toBe('power.high is set twice'); // prettier-ignore
  });

  test('[OBD-121] of a chemistry are offered, not set, and pass their own check', () => {
    expect(ALARM_PRESETS.map(({ id }) => id)).toEqual(['lfp', 'nmc']);
    for (const { limits } of ALARM_PRESETS) {
      expect(checkPlan({ ...EMPTY_PLAN, limits }).ok).toBe(true);
    }
    expect(createPlanShelf(createFakeStorage().openTab()).plan$.value.limits).toEqual([]);
  });

  test('[OBD-122] go out as a file and come in unchanged', () => {
    const plan = planOf([['cellVoltage', 'low', 2.5], ['stateOfCharge', 'low', 20]], { readings: 4, isLatched: false }); // prettier-ignore
    expect(parseAlarmPlan(formatAlarmPlan(plan))).toEqual({ ok: true, value: plan });
  });

  test.each([
    ['not json', ' is no JSON'],
    ['{"limits":[]}', ' holds no alarm limits of this program'],
    ['{"format":"batbot-alarm-limits","version":2,"limits":[]}', 'version is not 1'],
    ['{"format":"batbot-alarm-limits","version":1}', 'limits is no list of at most 16 entries'],
    [
      '{"format":"batbot-alarm-limits","version":1,"limits":[{"quantity":"__proto__","side":"high","value":1}]}',
      'limits.1.quantity is none of cellVoltage',
    ],
    [
      '{"format":"batbot-alarm-limits","version":1,"limits":[{"quantity":"power","side":"high","value":"9"}]}',
      'power.high must be a number',
    ],
    [' '.repeat(70_000), ' is larger than 64 KiB'],
  ])('[OBD-122] [ST-09] a foreign file is refused whole, with the place: %.40s', (text, told) => {
    const parsed = parseAlarmPlan(text);
    expect(parsed.ok ? '' : `${parsed.error.path} ${parsed.error.problem}`).toContain(told);
  });

  test('[OBD-123] are kept on this computer, followed from tab to tab, and gone after logout', () => {
    const storage = createFakeStorage();
    const shelf = createPlanShelf(storage.openTab());
    const other = createPlanShelf(storage.openTab());
    const plan = planOf([['packVoltage', 'high', 58.4]]);
    expect(shelf.save(plan)).toEqual({ ok: true, value: { kept: true } });
    expect(other.plan$.value).toEqual(plan);
    expect(createPlanShelf(storage.openTab()).plan$.value).toEqual(plan);
    storage.refuse('full');
    expect(shelf.save(planOf([['packVoltage', 'high', 60]]))).toMatchObject({ value: { kept: false } }); // prettier-ignore
    expect(shelf.plan$.value.limits[0]?.value).toBe(60);
    storage.refuse(undefined);
    storage.openTab().clear(); // as logout does
    expect(other.plan$.value).toEqual(EMPTY_PLAN);
  });

  test('[OBD-123] of a user who left, limits, alarms and signals are gone', async () => {
    const rig = await setUpAlarms(['cellVoltage', 'high', 3.35]);
    await rig.alarms.signals.choose('sound', true);
    rig.pack.cellsMv = [3_302, 3_370, 3_303, 3_302];
    await rig.replies(2);
    expect(rig.raised()).toHaveLength(1);
    rig.store.clear();
    rig.alarms.forgetUser();
    expect(rig.raised()).toEqual([]);
    expect(rig.alarms.watch$.value).toEqual({ kind: 'off' });
    expect(rig.alarms.signals.choice$.value).toEqual({ sound: false, notices: false });
  });

  test('[OBD-123] text of others under our key counts as none', () => {
    const store = createFakeStorage({ alarmLimits: '{"limits":7}' }).openTab();
    expect(createPlanShelf(store).plan$.value).toEqual(EMPTY_PLAN);
    expect(createAlarmSignals(noAlarmBell, store, createFakeClock()).choice$.value.sound).toBe(
      false,
    );
  });
});
