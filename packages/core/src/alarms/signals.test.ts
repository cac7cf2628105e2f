import { expect, test } from 'vitest';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeKeyValueStore } from '../fakes/fake-key-value-store.ts';
import { createFakePorts } from '../fakes/fake-ports.ts';
import { createAlarmSignals } from './signals.ts';

test('[OBD-132] a permission granted after sign-out enables nothing for the next user', async () => {
  let give: (isGiven: boolean) => void = () => undefined;
  let rung = 0;
  const asked = () => new Promise<boolean>((resolve) => (give = resolve));
  const store = createFakeKeyValueStore();
  const bell = {
    ...createFakePorts().alarmBell,
    allowSound: asked,
    allowNotices: asked,
    ring: () => (rung += 1),
  };
  for (const signal of ['sound', 'notices'] as const) {
    const left = createAlarmSignals(bell, store, createFakeClock());
    const chosen = left.choose(signal, true);
    left.dispose();
    give(true);
    expect(await chosen).toBe(false);
  }
  const signals = createAlarmSignals(bell, store, createFakeClock());
  expect(signals.choice$.value).toEqual({ sound: false, notices: false });
  expect(rung).toBe(0);
  const chosen = signals.choose('sound', true);
  give(true);
  expect(await chosen).toBe(true);
  expect(rung).toBe(1);
});
