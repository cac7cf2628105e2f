import { expect, test, vi } from 'vitest';
import { createFakeClock } from '@batbot/core/fakes';
import { whenIdle } from './when-idle.ts';

// Node has no idle callbacks, as Safari.
test('[PAGE-269] without idle callbacks, the work is done after 2 s, unless it is cancelled', async () => {
  const clock = createFakeClock();
  const work = vi.fn<() => void>();
  const cancelled = vi.fn<() => void>();
  whenIdle(clock, work);
  whenIdle(clock, cancelled)();
  await clock.advance(1_999);
  expect(work).not.toHaveBeenCalled();
  await clock.advance(1);
  expect(work).toHaveBeenCalledOnce();
  expect(cancelled).not.toHaveBeenCalled();
});
