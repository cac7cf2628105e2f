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

test('[OBD-125] each signal asks for its own permission and is saved on its own; only the sound is heard', async () => {
  const asked: string[] = [];
  const store = createFakeKeyValueStore();
  const bell = {
    ...createFakePorts().alarmBell,
    allowSound: () => Promise.resolve(asked.push('sound') > 0),
    allowNotices: () => Promise.resolve(asked.push('notices') > 0),
    ring: () => asked.push('ring'),
  };
  const open = () => createAlarmSignals(bell, store, createFakeClock());
  expect(await open().choose('notices', true)).toBe(true);
  expect(asked).toEqual(['notices']);
  expect(open().choice$.value).toEqual({ sound: false, notices: true });
  expect(await open().choose('sound', true)).toBe(true);
  expect(asked).toEqual(['notices', 'sound', 'ring']);
  expect(await open().choose('notices', false)).toBe(false);
  expect(open().choice$.value).toEqual({ sound: true, notices: false });
  expect(asked).toHaveLength(3);
});
