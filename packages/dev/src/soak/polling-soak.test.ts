import { expect, test } from 'vitest';
import { HEAP_GROWTH_LIMIT } from './memory.ts';
import { soakPolling } from './polling-soak.ts';

test('[LR-04] in two hours of polling, every poll is sent and answered, and neither memory nor timers grow', async () => {
  const figures = await soakPolling(2);
  expect(Math.abs(figures.polls - figures.expected)).toBeLessThanOrEqual(1);
  expect(figures.polls - figures.answered).toBeLessThanOrEqual(1);
  expect(figures).toMatchObject({ timerGrowth: 0 });
  expect(figures.heapGrowth).toBeLessThan(HEAP_GROWTH_LIMIT);
});
