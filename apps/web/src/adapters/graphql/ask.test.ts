import { describe, expect, test } from 'vitest';
import { jsonResponse } from './account-server.fixture.ts';
import { calls, requested, setUp, unreachable } from './gateway-bench.fixture.ts';

describe('timeouts and retries of a call', () => {
  test.each(calls)('[NW-06] %s times out after 15 s and aborts the request', async (_, call) => {
    const { gateway, clock, seen } = setUp(() => new Promise<never>(() => undefined));
    const result = call(gateway);
    await requested(seen);
    await clock.advance(14_999);
    expect(seen[0]?.init.signal?.aborted).toBe(false);
    await clock.advance(1);
    expect(await result).toMatchObject(unreachable);
    expect(seen[0]?.init.signal?.aborted).toBe(true);
    expect(clock.pendingTimers()).toBe(0);
  });

  test('[NW-06] a response body that never ends times out too', async () => {
    const headers = { 'content-type': 'application/json' };
    const { gateway, clock, seen } = setUp(() => new Response(new ReadableStream(), { headers }));
    const result = gateway.getUserData('token', 'id');
    await requested(seen);
    await clock.advance(15_000);
    expect(await result).toMatchObject(unreachable);
  });

  const busy = (status: number, retryAfter?: string): Response =>
    jsonResponse(
      { errors: [{ message: 'Too many' }] },
      status,
      retryAfter === undefined ? {} : { 'retry-after': retryAfter },
    );
  const fine = (): Response => jsonResponse({ data: { getUserData: { status: true } } });

  test.each([429, 503])(
    '[NW-09] after status %i, a query is retried after the time in Retry-After',
    async (status) => {
      const { gateway, clock, seen } = setUp((_, index) =>
        index === 0 ? busy(status, '4') : fine(),
      );
      const result = gateway.getUserData('token', 'id');
      await requested(seen);
      await new Promise((resolve) => setImmediate(resolve));
      await clock.advance(4_249);
      expect(seen).toHaveLength(1);
      await clock.advance(1); // 4 s plus half of the jitter of 500 ms
      await requested(seen, 2);
      expect(await result).toMatchObject({ ok: true });
      expect(clock.pendingTimers()).toBe(0);
    },
  );

  test('[NW-09] without Retry-After the delays increase, and there are at most three attempts', async () => {
    const { gateway, clock, seen } = setUp(() => busy(503));
    const result = gateway.getUserData('token', 'id');
    for (const [count, waitMs] of [
      [1, 1_250],
      [2, 2_250],
    ] as const) {
      while (clock.pendingTimers() < 2) await new Promise((resolve) => setImmediate(resolve));
      await clock.advance(waitMs - 1);
      expect(seen).toHaveLength(count);
      await clock.advance(1);
      await requested(seen, count + 1);
    }
    expect(await result).toMatchObject(unreachable);
    expect(seen).toHaveLength(3);
  });

  test('[NW-09] a Retry-After beyond the timeout fails the call at once', async () => {
    const date = new Date(Date.UTC(2026, 0, 1, 0, 1)).toUTCString(); // a minute after the start of the fake clock
    for (const retryAfter of ['15', '3600', date]) {
      const { gateway, seen } = setUp(() => busy(429, retryAfter));
      expect(await gateway.getUserData('token', 'id')).toMatchObject(unreachable);
      expect(seen).toHaveLength(1);
    }
  });

  test('[NW-02] [NW-09] logins and mutations are never retried', async () => {
    for (const [, call] of calls.slice(0, 2)) {
      const { gateway, seen } = setUp(() => busy(503, '1'));
      expect(await call(gateway)).toMatchObject(unreachable);
      expect(seen).toHaveLength(1);
    }
  });
});
