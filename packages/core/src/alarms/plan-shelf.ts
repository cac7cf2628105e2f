import { filter } from 'rxjs';
import type { FileProblem } from '../prelude/foreign-json.ts';
import { createLive, type Live } from '../prelude/live.ts';
import { ok, type Result } from '../prelude/result.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import { checkPlan, EMPTY_PLAN, type AlarmPlan } from './plan.ts';
import { formatAlarmPlan, parseAlarmPlan } from './plan-file.ts';

const KEY = 'alarmLimits';

/**
 * The limits of this computer. Not by kind of device: that tells the adapter, and one adapter meets packs of every
 * chemistry. Gone after logout, as all settings are.
 */
export interface PlanShelf {
  readonly plan$: Live<AlarmPlan>;
  /** `kept` is false when the storage refused: they count until the page closes. */
  readonly save: (plan: AlarmPlan) => Result<{ readonly kept: boolean }, FileProblem>;
  readonly reload: () => void;
  readonly dispose: () => void;
}

export const createPlanShelf = (store: KeyValueStore): PlanShelf => {
  const read = (): AlarmPlan => {
    const parsed = parseAlarmPlan(store.get(KEY) ?? '');
    return parsed.ok ? parsed.value : EMPTY_PLAN; // someone else's text under our key counts as none
  };
  const plan = createLive(read());
  const reload = (): void => {
    plan.set(read());
  };
  // Limits changed in another tab of the browser are meant for the pack, which this tab may hold.
  const others = store.changes$
    .pipe(filter((key) => key === KEY || key === undefined))
    .subscribe(reload);
  return {
    plan$: plan.live,
    save: (wanted) => {
      const checked = checkPlan(wanted);
      if (!checked.ok) return checked;
      plan.set(checked.value);
      return ok({ kept: store.set(KEY, formatAlarmPlan(checked.value)).ok });
    },
    reload,
    dispose: () => {
      others.unsubscribe();
      plan.dispose();
    },
  };
};
