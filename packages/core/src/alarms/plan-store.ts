import type { Live } from '../prelude/live.ts';
import { ok, type Result } from '../prelude/result.ts';
import { saved } from '../prelude/saved.ts';
import type { FileProblem } from '../prelude/schema.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import { ALARM_FILE, checkPlan, EMPTY_PLAN, type AlarmPlan } from './plan.ts';

/**
 * The user's limits, until sign-out. They do not depend on the kind of device: that identifies the USB adapter, which is
 * used with packs of every chemistry.
 */
export interface PlanStore {
  readonly plan$: Live<AlarmPlan>;
  /** `kept` is false when the storage refused: the limits count until the page closes. */
  readonly save: (plan: AlarmPlan) => Result<{ readonly kept: boolean }, FileProblem>;
  readonly dispose: () => void;
}

export const createPlanStore = (store: KeyValueStore): PlanStore => {
  const plan = saved(store, 'alarmLimits', ALARM_FILE, EMPTY_PLAN);
  return {
    plan$: plan.value$,
    save: (wanted) => {
      const checked = checkPlan(wanted);
      return checked.ok ? ok({ kept: plan.set(checked.value).ok }) : checked;
    },
    dispose: plan.dispose,
  };
};
