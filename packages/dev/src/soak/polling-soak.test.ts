import { expect, test } from 'vitest';
import { HEAP_GROWTH_LIMIT } from './memory.ts';
import { soakPolling } from './polling-soak.ts';

test('[LR-04] two hours of polling: every poll goes out and is answered, nothing grows', async () => {
  const figures = await soakPolling(2);
  expect(Math.abs(figures.polls - figures.expected)).toBeLessThanOrEqual(1);
  expect(figures.polls - figures.answered).toBeLessThanOrEqual(1);
  expect(figures).toMatchObject({ timerGrowth: 0 });
  expect(figures.heapGrowth).toBeLessThan(HEAP_GROWTH_LIMIT);
}, 60_000);
