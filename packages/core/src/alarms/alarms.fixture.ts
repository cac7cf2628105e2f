import type { AlarmBell } from '../ports/alarm-bell.ts';
import { setUpRecording } from '../recording/recording.fixture.ts';
import { createAlarms } from './alarms.ts';
import { EMPTY_PLAN, type AlarmPlan } from './plan.ts';
import type { Quantity, Side } from './quantities.ts';

type LimitTuple = readonly [Quantity, Side, number];

export const planOf = (
  limits: readonly LimitTuple[],
  change: Partial<AlarmPlan> = {},
): AlarmPlan => ({
  ...EMPTY_PLAN,
  limits: limits.map(([quantity, side, value]) => ({ quantity, side, value })),
  ...change,
});

/** Sets up telemetry, recording and alarms on a device that is polled every 2 s, on each even second. */
export const setUpAlarms = async (...limits: readonly LimitTuple[]) => {
  const rig = await setUpRecording();
  const rung: number[] = [];
  const shown: string[] = [];
  let taken = 0;
  let isGranted = true;
  const bell: AlarmBell = {
    allowSound: () => Promise.resolve(isGranted),
    ring: () => rung.push(rig.clock.monotonicNow()),
    allowNotices: () => Promise.resolve(isGranted),
    show: (text) => shown.push(text),
    takeAway: () => (taken += 1),
  };
  const alarms = createAlarms({
    link: rig.core.link,
    telemetry: rig.core.telemetry,
    clock: rig.clock,
    store: rig.store,
    bell,
    packChanged$: rig.recording.packChanged$,
    mark: rig.recording.mark,
  });
  alarms.setSection('home');
  if (limits.length > 0) alarms.save(planOf(limits));
  /** Waits for this many more replies. */
  const replies = (count: number): Promise<void> => rig.clock.advance(count * 2_000);
  const raised = () => alarms.raised$.value.map(({ kind, limit }) => `${kind} ${limit.quantity}`);
  /** Returns the alarm lines of the log, without the lines of the connection. */
  const logged = async (): Promise<readonly string[]> => {
    await rig.clock.advance(60); // the log is published every 50 ms
    const texts = rig.core.terminal.log$.value.entries().map(({ text }) => text);
    return texts.filter((text) => /alarm|cleared|limits/i.test(text));
  };
  return {
    ...rig,
    alarms,
    bell,
    replies,
    raised,
    logged,
    rung,
    shown,
    /** Returns how often notifications were removed. */
    taken: () => taken,
    refuse: () => {
      isGranted = false;
    },
  };
};
