import { expect, test } from 'vitest';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeKeyValueStore } from '../fakes/fake-key-value-store.ts';
import { createAlarmSignals, noAlarmBell } from './signals.ts';

test('[OBD-132] leave that the platform gives after its user has left switches nothing on for the next', async () => {
  let give: (isGiven: boolean) => void = () => undefined;
  let rung = 0;
  const asked = () => new Promise<boolean>((resolve) => (give = resolve));
  const store = createFakeKeyValueStore();
  const bell = {
    ...noAlarmBell,
    allowSound: asked,
    allowNotices: asked,
    ring: () => (rung += 1),
  };
  const signals = createAlarmSignals(bell, store, createFakeClock());
  for (const signal of ['sound', 'notices'] as const) {
    const chosen = signals.choose(signal, true);
    signals.reload();
    give(true);
    expect(await chosen).toBe(false);
  }
  signals.reload();
  expect(signals.choice$.value).toEqual({ sound: false, notices: false });
  expect(rung).toBe(0);
  const chosen = signals.choose('sound', true);
  give(true);
  expect(await chosen).toBe(true);
  expect(rung).toBe(1);
});
