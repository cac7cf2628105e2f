import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakePorts } from '../fakes/fake-ports.ts';
import { createFakeStorage } from '../fakes/fake-key-value-store.ts';
import { planOf } from './alarms.fixture.ts';
import { ALARM_FILE, checkPlan, EMPTY_PLAN, createPlanStore } from './plan.ts';
import { ALARM_PRESETS } from './presets.ts';
import { createAlarmSignals } from './signals.ts';

const problemOf = (plan: unknown): string => {
  const checked = checkPlan(plan);
  return checked.ok ? '' : `${checked.error.path} ${checked.error.problem}`;
};

describe('the limits of a plan', () => {
  test('[OBD-120] limits are within their range and rounded as devices report', () => {
    expect(problemOf(planOf([['cellVoltage', 'high', 36.5]]))).toBe(
      'cellVoltage.high must be a number from 0.5 to 5 V',
    );
    expect(problemOf(planOf([['temperature', 'low', -41]]))).toBe(
      'temperature.low must be a number from -40 to 120 °C',
    );
    expect(problemOf(planOf([['power', 'high', Number.NaN]]))).toContain(
      '5 to 5\u202F000\u202F000 W',
    );
    expect(problemOf(planOf([['cellSpread', 'low', 50]]))).toBe(
      'cellSpread.low is not a limit: cellSpread has only high',
    );
    expect(problemOf(planOf([], { readings: 0 }))).toBe(
      'readings must be a whole number from 1 to 30',
    );
    expect(problemOf(planOf([], { readings: 1.5 }))).toBe(
      'readings must be a whole number from 1 to 30',
    );
    const fine = checkPlan(planOf([['cellVoltage', 'high', 3.650_4]]));
    expect(fine).toMatchObject({ value: { limits: [{ value: 3.65 }] } });
  });

  test('[OBD-120] limits do not contradict each other: the low one is below the high one by a minimum distance', () => {
    const between = (low: number, high: number) =>
      problemOf(planOf([['cellVoltage', 'low', low], ['cellVoltage', 'high', high]])); // oxfmt-ignore
    expect(between(3.65, 2.5)).toBe(
      'cellVoltage.low must be at least 0.02 V below the high limit of 2.5 V',
    );
    expect(between(3.3, 3.31)).toContain('at least 0.02 V below');
    expect(between(3.3, 3.32)).toBe('');
    expect(problemOf(planOf([['power', 'high', 10], ['power', 'high', 20]]))).toBe('power.high is set twice'); // oxfmt-ignore
  });

  test('[OBD-121] limits for a chemistry are valid, and are offered but not set', () => {
    const cells = ALARM_PRESETS.map(({ id, name, limits: [low, high] }) => [id, name, low, high]);
    const quantity = 'cellVoltage';
    expect(cells).toEqual([
      ['lfp', 'LFP', { quantity, side: 'low', value: 2.5 }, { quantity, side: 'high', value: 3.8 }],
      ['nmc', 'NMC', { quantity, side: 'low', value: 3 }, { quantity, side: 'high', value: 4.25 }],
    ]);
    for (const { limits } of ALARM_PRESETS) {
      expect(checkPlan({ ...EMPTY_PLAN, limits }).ok).toBe(true);
    }
    expect(createPlanStore(createFakeStorage().openTab()).plan$.value.limits).toEqual([]);
  });

  test('[OBD-120] the ends of a range are valid', () => {
    for (const value of [0.5, 5]) {
      expect(checkPlan(planOf([['cellVoltage', 'high', value]])).ok).toBe(true);
    }
  });

  test('[OBD-122] exported limits are unchanged when they are imported', () => {
    const plan = planOf([['cellVoltage', 'low', 2.5], ['stateOfCharge', 'low', 20]], { readings: 4, isLatched: false }); // oxfmt-ignore
    expect(ALARM_FILE.parse(ALARM_FILE.format(plan))).toEqual({ ok: true, value: plan });
  });

  test.each([
    ['not json', ' is not valid JSON'],
    ['{"limits":[]}', ' does not contain alarm limits of this app'],
    ['{"format":"batbot-alarm-limits","version":2,"limits":[]}', 'version must be 1'],
    ['{"format":"batbot-alarm-limits","version":1}', 'limits is missing'],
    [
      '{"format":"batbot-alarm-limits","version":1,"limits":[{"quantity":"__proto__","side":"high","value":1}]}',
      'limits.1.quantity must be one of: cellVoltage',
    ],
    [
      '{"format":"batbot-alarm-limits","version":1,"limits":[{"quantity":"power","side":"high","value":"9"}]}',
      'power.high must be a number',
    ],
    [' '.repeat(70_000), ' is larger than 66\u202FkB'],
  ])(
    '[OBD-122] [ST-09] a foreign file is refused as a whole, and the problem names its place: %.40s',
    (text, problem) => {
      const parsed = ALARM_FILE.parse(text);
      expect(parsed.ok ? '' : `${parsed.error.path} ${parsed.error.problem}`).toContain(problem);
    },
  );

  test('[OBD-123] limits are saved on this computer, shared by its tabs, and removed at sign-out', () => {
    const storage = createFakeStorage();
    const limits = createPlanStore(storage.openTab());
    const other = createPlanStore(storage.openTab());
    const plan = planOf([['packVoltage', 'high', 58.4]]);
    expect(limits.save(plan)).toEqual({ ok: true, value: { kept: true } });
    expect(other.plan$.value).toEqual(plan);
    expect(createPlanStore(storage.openTab()).plan$.value).toEqual(plan);
    storage.refuse('full');
    expect(limits.save(planOf([['packVoltage', 'high', 60]]))).toMatchObject({ value: { kept: false } }); // oxfmt-ignore
    expect(limits.plan$.value.limits[0]?.value).toBe(60);
    storage.refuse(undefined);
    storage.openTab().clear(); // as logout does
    expect(other.plan$.value).toEqual(EMPTY_PLAN);
  });

  test('[OBD-123] an unreadable saved text counts as no limits', () => {
    const store = createFakeStorage({ alarmLimits: '{"limits":7}' }).openTab();
    expect(createPlanStore(store).plan$.value).toEqual(EMPTY_PLAN);
    expect(
      createAlarmSignals(createFakePorts().alarmBell, store, createFakeClock()).choice$.value.sound,
    ).toBe(false);
  });
});
