import { expect, test } from 'vitest';
import { awakeTimer } from './awake-timer.ts';

/** Timers that fire only when the test says so, as in a page that was frozen. */
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

test('[MT-07] a freeze counts as one step of the timer, not as its end', () => {
  const timers = manualTimers();
  let fired = 0;
  awakeTimer(timers).after(250, () => {
    fired += 1;
  });
  timers.fire(); // the page wakes: everything due fires once
  expect(fired).toBe(0);
  timers.fire();
  expect(fired).toBe(0);
  timers.fire();
  expect([fired, timers.count(), timers.delays]).toEqual([1, 0, [100, 100, 50]]);
});

test('a cancelled timer leaves nothing behind, whichever step it is in', () => {
  const timers = manualTimers();
  const cancel = awakeTimer(timers).after(250, () => {
    throw new Error('fired after its cancel');
  });
  timers.fire();
  cancel();
  expect(timers.count()).toBe(0);
});
