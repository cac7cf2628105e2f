import { expect, test } from 'vitest';
import { createFakeClock } from '@batbot/core/fakes';
import { CHUNK_TIMEOUT_MS, ChunkLoadError, loadWithin } from './load-within.ts';

test('[ERR-40] [CONST-21] a chunk that has not loaded after 120 s is a chunk-load error', async () => {
  const clock = createFakeClock();
  let outcome: unknown = 'pending';
  loadWithin(() => new Promise(() => undefined), clock.after).catch((error: unknown) => {
    outcome = error;
  });
  await clock.advance(CHUNK_TIMEOUT_MS - 1);
  expect(outcome).toBe('pending');
  await clock.advance(1);
  expect(outcome).toBeInstanceOf(ChunkLoadError);
  expect(CHUNK_TIMEOUT_MS).toBe(120_000);
});

test('[RT-08] a chunk that the server no longer has is a chunk-load error at once', async () => {
  const clock = createFakeClock();
  const cause = new TypeError('Failed to fetch dynamically imported module');
  const loading = loadWithin(() => Promise.reject(cause), clock.after);
  await expect(loading).rejects.toMatchObject({ name: 'ChunkLoadError', cause });
});

test('a chunk that loads in time is returned, and its timer is cancelled', async () => {
  const clock = createFakeClock();
  let isCancelled = false;
  const after: typeof clock.after = (delayMs, callback) => {
    const cancel = clock.after(delayMs, callback);
    return () => {
      isCancelled = true;
      cancel();
    };
  };
  await expect(loadWithin(() => Promise.resolve('chunk'), after)).resolves.toBe('chunk');
  await Promise.resolve();
  expect(isCancelled).toBe(true);
});
