import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { createAlarmBell } from './alarm-bell.ts';

test('[OBD-125] [OBD-341] Chromium plays three beeps, and the sound device is released after the last one', async () => {
  const started = vi.spyOn(AudioScheduledSourceNode.prototype, 'start');
  const closed = vi.spyOn(AudioContext.prototype, 'close');
  const bell = createAlarmBell({
    appName: 'Voltcare',
    AudioContext,
    notices: undefined,
    page: document,
    focus: () => undefined,
    clock: { after: () => () => undefined },
  });
  await userEvent.click(document.body); // Chromium plays no sound before
  bell.ring();
  await expect.poll(() => started.mock.calls.length).toBe(3);
  expect(closed).not.toHaveBeenCalled();
  await expect.poll(() => closed.mock.calls.length).toBe(1);
  expect(await bell.allowSound()).toBe(true);
  expect(closed).toHaveBeenCalledTimes(2);
});
