import { expect, test } from 'vitest';
import { awakeTimer } from './awake-timer.ts';

/** Timers that fire only when the test calls `fire`, as in a page that was frozen. */
const manualTimers = () => {
  let waiting: (() => void)[] = [];
  const delays: number[] = [];
  return {
    delays,
    after: (ms: number, action: () => void) => {
      delays.push(ms);
      waiting.push(action);
      return () => {
        waiting = waiting.filter((each) => each !== action);
      };
    },
    fire: () => {
      for (const action of waiting.splice(0)) action();
    },
    count: () => waiting.length,
  };
};

test('[MT-07] a freeze of the page counts as one step of the timer', () => {
  const timers = manualTimers();
  let fired = 0;
  awakeTimer(timers).after(250, () => {
    fired += 1;
  });
  timers.fire(); // when the page resumes, every timer that is due fires once
  expect(fired).toBe(0);
  timers.fire();
  expect(fired).toBe(0);
  timers.fire();
  expect([fired, timers.count(), timers.delays]).toEqual([1, 0, [100, 100, 50]]);
});

test('a timer that is cancelled after some steps leaves no pending timer', () => {
  const timers = manualTimers();
  const cancel = awakeTimer(timers).after(250, () => {
    throw new Error('fired after its cancel');
  });
  timers.fire();
  cancel();
  expect(timers.count()).toBe(0);
});
