import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLive } from '@batbot/core';
import type { Workspace } from '@batbot/core/workspace';
import { followUpdateHold } from './update-hold.ts';

type Items = Workspace['outbox']['unsent$']['value'];

const follow = (names: readonly string[], unsent: number) => {
  const changes = Array.from({ length: unsent }, () => ({}));
  const items = createLive(changes as unknown as Items); // they are only counted
  const held = createLive(names);
  const workspace = createLive({ outbox: { unsent$: items.live } });
  const query = (): Promise<LockManagerSnapshot> =>
    Promise.resolve({ held: held.live.value.map((name) => ({ name })), pending: [] });
  const seen: (string | undefined)[] = [];
  const end = followUpdateHold(workspace.live, { query }, (hold) => seen.push(hold));
  return { held, seen, end };
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  [[], 0, undefined],
  [['batbot/usb-1'], 0, 'a device is connected'],
  [['batbot/workspace:ada', 'other'], 0, undefined],
  [[], 1, '1 change is not sent'],
  [['batbot/usb-1'], 3, 'a device is connected and 3 changes are not sent'],
  [[], 1_200, '1\u202F200 changes are not sent'],
])(
  '[OFF-9] with the locks %j and %i unsent changes, the reason is %s',
  async (names, count, words) => {
    const { seen, end } = follow(names, count);
    await vi.advanceTimersByTimeAsync(0);
    end();
    expect(seen).toEqual([words]);
  },
);

test('[OFF-9] the reason ends when the device of another tab is disconnected', async () => {
  const { held, seen, end } = follow(['batbot/usb-1'], 0);
  await vi.advanceTimersByTimeAsync(0);
  held.set([]);
  await vi.advanceTimersByTimeAsync(2_000);
  end();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(seen).toEqual(['a device is connected', undefined]);
});
