import type { Chemistry } from '../battery/chemistry.ts';
import { faultBits } from './reading.ts';
import type { FaultName } from './reading.ts';

/** The values that the protections monitor. Sensors that cannot be read are left out. */
export interface ProtectionView {
  readonly minCell: number;
  readonly maxCell: number;
  /** Index of the cell, from 0. */
  readonly minCellAt: number;
  readonly maxCellAt: number;
  readonly packVoltage: number;
  readonly minTemperature: number;
  readonly maxTemperature: number;
  /** Present current in A, positive = discharge. */
  readonly current: number;
  /** Current in A that would flow if all switches were closed. */
  readonly requested: number;
  /** Number of trips by current protections in the last ten minutes. */
  readonly recentTrips: number;
  /** Seconds for which a charger has been connected. */
  readonly chargingS: number;
}

/** A protection. It trips when its quantity has been beyond the limit for the delay, and resets with hysteresis. */
export interface ProtectionRule {
  readonly name: FaultName;
  readonly delayS: number;
  /** The switch that it opens. */
  readonly opens: 'charge' | 'discharge' | 'both';
  /**
   * Returns the quantity in wire units (mV, 10 mA, °C; s for the charge timeout, a count for the software lock) and its
   * cell (from 1; 0 = none).
   */
  readonly measure: (v: ProtectionView) => number;
  readonly limit: number;
  readonly reset: number;
  readonly direction: 'above' | 'below';
  readonly cell?: (v: ProtectionView) => number;
  /** Seconds between the trip and the first attempt to reset. */
  readonly holdS?: number;
}

export interface CurrentLimits {
  /** Current limit in A while charging. */
  readonly charge: number;
  readonly discharge: number;
  readonly short: number;
}

const celsius = { chargeMin: 0, chargeMax: 45, dischargeMin: -20, dischargeMax: 45, hysteresis: 5 };

/** Number of current trips within `lockWindowS` after which the switches stay open until a restart. */
const lockTrips = 5;
export const lockWindowS = 600;
/** Time in seconds after which a charger that has not finished is switched off. */
const chargeTimeoutS = 36_000;

/** True for a protection that trips on current. `softwareLock` counts its trips. */
export const isCurrentGuard = ({ name }: ProtectionRule): boolean =>
  name === 'chargeOverCurrent' || name === 'dischargeOverCurrent' || name === 'shortCircuit';

/**
 * Returns the protections of a pack: cell voltage 2 s, currents 320 ms, temperatures 5 °C of hysteresis (LibreSolar's
 * defaults).
 */
export const protectionRules = (
  chemistry: Chemistry,
  cells: number,
  limits: CurrentLimits,
): readonly ProtectionRule[] => {
  const { overVoltage: high, underVoltage: low } = chemistry;
  const milli = (volt: number) => Math.round(volt * 1000);
  const minCell = { measure: (v: ProtectionView) => milli(v.minCell), cell: atMin };
  const maxCell = { measure: (v: ProtectionView) => milli(v.maxCell), cell: atMax };
  const packOf = (volt: number) => milli(volt * cells);
  const pack = (v: ProtectionView) => milli(v.packVoltage);
  const coldest = (v: ProtectionView) => v.minTemperature;
  const hottest = (v: ProtectionView) => v.maxTemperature;
  const over = { direction: 'above', delayS: 2, opens: 'charge' } as const;
  const under = { direction: 'below', delayS: 2, opens: 'discharge' } as const;
  const current = { direction: 'above', reset: 0, holdS: 10 } as const;
  const warm = celsius.hysteresis;
  return [
    {
      ...over,
      ...maxCell,
      name: 'cellOverVoltage',
      limit: milli(high.trip),
      reset: milli(high.reset),
    },
    {
      ...under,
      ...minCell,
      name: 'cellUnderVoltage',
      limit: milli(low.trip),
      reset: milli(low.reset),
    },
    {
      ...over,
      measure: pack,
      name: 'packOverVoltage',
      limit: packOf(high.trip),
      reset: packOf(high.reset),
    },
    {
      ...under,
      measure: pack,
      name: 'packUnderVoltage',
      limit: packOf(low.trip),
      reset: packOf(low.reset),
    },
    {
      ...over,
      measure: hottest,
      name: 'chargeOverTemperature',
      limit: celsius.chargeMax,
      reset: celsius.chargeMax - warm,
    },
    {
      ...under,
      opens: 'charge',
      measure: coldest,
      name: 'chargeUnderTemperature',
      limit: celsius.chargeMin,
      reset: celsius.chargeMin + warm,
    },
    {
      ...over,
      opens: 'discharge',
      measure: hottest,
      name: 'dischargeOverTemperature',
      limit: celsius.dischargeMax,
      reset: celsius.dischargeMax - warm,
    },
    {
      ...under,
      measure: coldest,
      name: 'dischargeUnderTemperature',
      limit: celsius.dischargeMin,
      reset: celsius.dischargeMin + warm,
    },
    {
      ...current,
      name: 'chargeOverCurrent',
      delayS: 0.32,
      opens: 'charge',
      measure: (v) => Math.round(-v.current * 100),
      limit: limits.charge * 100,
    },
    {
      ...current,
      name: 'dischargeOverCurrent',
      delayS: 0.32,
      opens: 'discharge',
      measure: (v) => Math.round(v.current * 100),
      limit: limits.discharge * 100,
    },
    {
      ...current,
      name: 'shortCircuit',
      delayS: 0,
      opens: 'both',
      measure: (v) => Math.round(v.current * 100),
      limit: limits.short * 100,
    },
    {
      name: 'softwareLock',
      direction: 'above',
      delayS: 0,
      opens: 'both',
      measure: (v) => v.recentTrips,
      limit: lockTrips - 1,
      // Never reached, because only a restart releases this lock.
      reset: -1,
    },
    {
      name: 'chargeTimeout',
      direction: 'above',
      delayS: 0,
      opens: 'charge',
      measure: (v) => Math.round(v.chargingS),
      limit: chargeTimeoutS,
      // The value is 0 again when the charger is disconnected.
      reset: 0,
    },
  ];
};

const atMin = (v: ProtectionView): number => v.minCellAt + 1;
const atMax = (v: ProtectionView): number => v.maxCellAt + 1;

export interface ProtectionState {
  /** Seconds for which each rule's quantity has been beyond its limit. */
  readonly past: readonly number[];
  /** Seconds since each rule tripped; negative = not tripped. */
  readonly tripped: readonly number[];
}

/** A rule that tripped in this step. */
export interface Trip {
  readonly rule: ProtectionRule;
  readonly value: number;
  /** Number of the cell, from 1; absent if no single cell is the cause. */
  readonly cell?: number;
}

export const noTrips = (rules: readonly ProtectionRule[]): ProtectionState => ({
  past: rules.map(() => 0),
  tripped: rules.map(() => -1),
});

const isPast = (rule: ProtectionRule, value: number): boolean =>
  rule.direction === 'above' ? value > rule.limit : value < rule.limit;

const isBack = (rule: ProtectionRule, value: number): boolean =>
  rule.direction === 'above' ? value <= rule.reset : value >= rule.reset;

/** Advances every protection by `dt` seconds. */
export const stepProtections = (
  rules: readonly ProtectionRule[],
  state: ProtectionState,
  view: ProtectionView,
  dt: number,
): { readonly state: ProtectionState; readonly trips: readonly Trip[] } => {
  const trips: Trip[] = [];
  const past: number[] = [];
  const tripped: number[] = [];
  rules.forEach((rule, i) => {
    const value = rule.measure(view);
    const since = state.tripped[i] ?? -1;
    // A current protection measures no current once it has opened the switch, so it uses the current that would flow.
    const wanted = rule.holdS ? rule.measure({ ...view, current: view.requested }) : value;
    const held = isPast(rule, value) ? (state.past[i] ?? 0) + dt : 0;
    past.push(held);
    if (since >= 0) {
      const released =
        since >= (rule.holdS ?? 0) && (rule.holdS ? !isPast(rule, wanted) : isBack(rule, value));
      tripped.push(released ? -1 : since + dt);
    } else if (held > 0 && held >= rule.delayS - 1e-9) {
      tripped.push(0);
      trips.push({ rule, value, ...(rule.cell ? { cell: rule.cell(view) } : {}) });
    } else tripped.push(-1);
  });
  return { state: { past, tripped }, trips };
};

/** Returns the tripped protections as bits. */
export const protectionBits = (rules: readonly ProtectionRule[], state: ProtectionState): number =>
  rules.reduce(
    (bits, { name }, i) => ((state.tripped[i] ?? -1) >= 0 ? bits | (1 << faultBits[name]) : bits),
    0,
  );

/** True if no protection keeps this switch open. */
export const allows = (
  rules: readonly ProtectionRule[],
  state: ProtectionState,
  way: 'charge' | 'discharge',
): boolean =>
  !rules.some(
    ({ opens }, i) => (state.tripped[i] ?? -1) >= 0 && (opens === way || opens === 'both'),
  );
