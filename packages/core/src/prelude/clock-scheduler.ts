import { Subscription, type SchedulerAction, type SchedulerLike } from 'rxjs';

export interface TimerSource {
  readonly monotonicNow: () => number;
  readonly after: (delayMs: number, callback: () => void) => () => void;
}

/** Makes RxJS operators use the core's clock. The clock is virtual in tests and uses a web worker in a page. */
export const clockScheduler = (clock: TimerSource): SchedulerLike => ({
  now: clock.monotonicNow,
  schedule: <T>(
    work: (this: SchedulerAction<T>, state?: T) => void,
    delay?: number,
    state?: T,
  ): Subscription => {
    let cancel = (): void => undefined;
    const action: SchedulerAction<T> = Object.assign(new Subscription(), {
      schedule: (next?: T, wait = 0): Subscription => {
        cancel();
        if (!action.closed) cancel = clock.after(wait, () => work.call(action, next));
        return action;
      },
    });
    action.add(() => cancel());
    return action.schedule(state, delay);
  },
});
