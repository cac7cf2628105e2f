import { faultBits } from './reading.ts';
import type { FaultName } from './reading.ts';
import type { BmsSettings } from './settings.ts';

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
  /** Current in A that flows now, positive = discharge. */
  readonly current: number;
  /** Current in A that would flow if all switches were closed. */
  readonly requested: number;
  /** Number of trips by current protections within the window of the lock. */
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

/** True for a protection that trips on current. `softwareLock` counts its trips. */
export const isCurrentGuard = ({ name }: ProtectionRule): boolean =>
  name === 'chargeOverCurrent' || name === 'dischargeOverCurrent' || name === 'shortCircuit';

/** Returns the protections of a BMS with these settings, always in the same order. */
export const protectionRules = (s: BmsSettings): readonly ProtectionRule[] => {
  const milli = (volt: number) => Math.round(volt * 1000);
  const minCell = { measure: (v: ProtectionView) => milli(v.minCell), cell: atMin };
  const maxCell = { measure: (v: ProtectionView) => milli(v.maxCell), cell: atMax };
  const pack = { measure: (v: ProtectionView) => milli(v.packVoltage) };
  const coldest = { measure: (v: ProtectionView) => v.minTemperature };
  const hottest = { measure: (v: ProtectionView) => v.maxTemperature };
  const charging = { measure: (v: ProtectionView) => Math.round(-v.current * 100) };
  const discharging = { measure: (v: ProtectionView) => Math.round(v.current * 100) };
  const above = { direction: 'above', opens: 'charge' } as const;
  const below = { direction: 'below', opens: 'discharge' } as const;
  const trip = (limit: number, reset: number, ms: number) => ({ limit, reset, delayS: ms / 1000 });
  const warm = (limit: number, reset: number) => trip(limit / 10, reset / 10, s.TMPD);
  const amp = (limit: number, ms: number, holdS: number) => ({ ...trip(limit, 0, ms), holdS });
  return [
    { ...above, ...maxCell, name: 'cellOverVoltage', ...trip(s.COVP, s.COVR, s.COVD) },
    { ...below, ...minCell, name: 'cellUnderVoltage', ...trip(s.CUVP, s.CUVR, s.CUVD) },
    { ...above, ...pack, name: 'packOverVoltage', ...trip(s.POVP, s.POVR, s.POVD) },
    { ...below, ...pack, name: 'packUnderVoltage', ...trip(s.PUVP, s.PUVR, s.PUVD) },
    { ...above, ...hottest, name: 'chargeOverTemperature', ...warm(s.COTP, s.COTR) },
    {
      ...below,
      ...coldest,
      opens: 'charge',
      name: 'chargeUnderTemperature',
      ...warm(s.CUTP, s.CUTR),
    },
    {
      ...above,
      ...hottest,
      opens: 'discharge',
      name: 'dischargeOverTemperature',
      ...warm(s.DOTP, s.DOTR),
    },
    { ...below, ...coldest, name: 'dischargeUnderTemperature', ...warm(s.DUTP, s.DUTR) },
    { ...above, ...charging, name: 'chargeOverCurrent', ...amp(s.CHOC, s.CHOCD, s.CHOCH) },
    {
      ...above,
      ...discharging,
      opens: 'discharge',
      name: 'dischargeOverCurrent',
      ...amp(s.DIOC, s.DIOCD, s.DIOCH),
    },
    { ...above, ...discharging, opens: 'both', name: 'shortCircuit', ...amp(s.SCC, 0, s.SCH) },
    {
      ...above,
      opens: 'both',
      name: 'softwareLock',
      measure: (v) => v.recentTrips,
      // The release is never reached, because only a restart releases this lock.
      ...trip(s.LOCKN - 1, -1, 0),
    },
    {
      ...above,
      name: 'chargeTimeout',
      measure: (v) => Math.round(v.chargingS),
      // The value is 0 again when the charger is disconnected.
      ...trip(s.CHGTO * 60, 0, 0),
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
