import { BehaviorSubject, firstValueFrom, take, toArray } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLive } from '@batbot/core';
import type { Workspace } from '@batbot/core/workspace';
import { updateHold } from './update-hold.ts';

type Items = Workspace['outbox']['items$']['value'];

const rig = (names: readonly string[], unsent: number) => {
  const items = createLive(Array.from({ length: unsent }) as unknown as Items); // only their number counts
  const held = new BehaviorSubject(names);
  const workspace = createLive({ outbox: { items$: items.live } as Workspace['outbox'] });
  const query = (): Promise<LockManagerSnapshot> =>
    Promise.resolve({ held: held.value.map((name) => ({ name })), pending: [] });
  return { items, held, hold$: updateHold(workspace.live, { query }) };
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const first = async ({ hold$ }: ReturnType<typeof rig>): Promise<string | undefined> => {
  const value = firstValueFrom(hold$);
  await vi.advanceTimersByTimeAsync(0);
  return value;
};

test.each([
  [[], 0, undefined],
  [['batbot/usb-1'], 0, 'a device is connected'],
  [['batbot/workspace:ada', 'other'], 0, undefined],
  [[], 1, '1 change is not sent'],
  [['batbot/usb-1'], 3, 'a device is connected and 3 changes are not sent'],
])(
  '[OFF-9] with the locks %j and %i unsent changes, the reason is %s',
  async (names, count, words) => {
    expect(await first(rig(names, count))).toBe(words);
  },
);

test('[OFF-9] the reason ends when the device of another tab is disconnected', async () => {
  const { held, hold$ } = rig(['batbot/usb-1'], 0);
  const seen = firstValueFrom(hold$.pipe(take(2), toArray()));
  await vi.advanceTimersByTimeAsync(0);
  held.next([]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await seen).toEqual(['a device is connected', undefined]);
});
