import { createFakeClock } from '@batbot/core/fakes';
import { describe, expect, test } from 'vitest';
import { createAfterPaint, postTask } from './after-paint.ts';

const setUp = (visibilityState: DocumentVisibilityState = 'visible') => {
  const clock = createFakeClock();
  const frames = new Map<number, () => void>();
  const posted: (() => void)[] = [];
  let ran = 0;
  const afterPaint = createAfterPaint(
    {
      requestAnimationFrame: (callback) => {
        frames.set(frames.size + 1, callback);
        return frames.size;
      },
      cancelAnimationFrame: (id) => frames.delete(id),
      document: { visibilityState },
    },
    clock,
    (callback) => posted.push(callback),
  );
  return {
    clock,
    ask: () =>
      afterPaint(() => {
        ran += 1;
      }),
    frame: () => {
      for (const callback of frames.values()) callback();
    },
    task: () => {
      for (const callback of posted.splice(0)) callback();
    },
    ran: () => ran,
  };
};

describe('running work after a paint', () => {
  test('[LR-05] the work runs once, in the task after the next frame', async () => {
    const { ask, frame, task, ran, clock } = setUp();
    ask();
    task();
    expect(ran()).toBe(0);
    frame();
    expect(ran()).toBe(0);
    task();
    expect(ran()).toBe(1);
    await clock.advance(1_000);
    expect(ran()).toBe(1);
    expect(clock.pendingTimers()).toBe(0);
  });

  test('[LR-05] without a frame, the work runs after 100 ms; a frame after that does not run it again', async () => {
    const { ask, frame, task, ran, clock } = setUp();
    ask();
    await clock.advance(99);
    expect(ran()).toBe(0);
    await clock.advance(1);
    frame();
    task();
    expect(ran()).toBe(1);
  });

  test('[LR-05] in a hidden tab, the work runs at once', () => {
    const { ask, ran, clock } = setUp('hidden');
    ask();
    expect(ran()).toBe(1);
    expect(clock.pendingTimers()).toBe(0);
  });

  test('[LR-05] work that is cancelled before the frame, or between frame and task, never runs', async () => {
    const { ask, frame, task, ran, clock } = setUp();
    ask()?.();
    frame();
    const cancel = ask();
    frame();
    cancel?.();
    cancel?.();
    task();
    await clock.advance(1_000);
    expect(ran()).toBe(0);
    expect(clock.pendingTimers()).toBe(0);
  });

  test('[LR-05] tasks posted through a channel run later and in order', async () => {
    const post = postTask(() => new MessageChannel());
    const order: number[] = [];
    const all = new Promise<void>((resolve) => {
      post(() => order.push(1));
      post(() => {
        order.push(2);
        resolve();
      });
    });
    expect(order).toEqual([]);
    await all;
    expect(order).toEqual([1, 2]);
  });
});
