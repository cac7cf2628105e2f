import type { SeededRandom } from '../random/seeded-random.ts';

/** The values of the pack on which a load or charger depends. */
export interface LoadView {
  readonly timeS: number;
  /** True mean state of charge, 0..1. */
  readonly soc: number;
  /** Voltage of the highest cell, in V. */
  readonly maxCell: number;
  /** Current of the last step in A, positive = discharge. */
  readonly current: number;
}

/** Returns the current (A, positive = discharge) of the load. It is called once per step of `dt` seconds. */
export type Load = (view: LoadView, dt: number) => number;

export interface LoadSetting {
  readonly capacityAh: number;
  /** Cell voltage in V at which charging changes from constant current to constant voltage. */
  readonly chargeTo: number;
  readonly random: SeededRandom;
}

export const constantLoad =
  (current: number): Load =>
  () =>
    current;

/** A charger: constant current, then constant voltage of the highest cell. It stops below C/25. */
export const chargerLoad = (setting: LoadSetting, rate: number): Load => {
  const { capacityAh, chargeTo } = setting;
  let amps = rate * capacityAh;
  let done = false;
  return ({ maxCell }, dt) => {
    if (maxCell > chargeTo) amps *= Math.exp(-dt / 8);
    else if (amps < rate * capacityAh) amps *= Math.exp(dt / 60);
    if (amps < capacityAh / 25) done = true;
    return done ? 0 : -Math.min(amps, rate * capacityAh);
  };
};

/**
 * City driving: acceleration, constant speed, braking and standing, with seeded durations and currents. Below 15 % the
 * pack is charged to 90 %.
 */
export const driveLoad = (setting: LoadSetting): Load => {
  const { capacityAh } = setting;
  const random = setting.random.fork('drive');
  let left = 0;
  let target = 0;
  let present = 0;
  let charging = false;
  const phases = [
    () => (0.5 + 0.6 * random.next()) * capacityAh,
    () => (0.12 + 0.15 * random.next()) * capacityAh,
    () => -(0.1 + 0.3 * random.next()) * capacityAh,
    () => 0.4,
  ] as const;
  let phase = 0;
  return ({ soc }, dt) => {
    if (soc < 0.15) charging = true;
    if (soc > 0.9) charging = false;
    left -= dt;
    if (left <= 0) {
      left = 3 + 9 * random.next();
      phase = (phase + 1) % phases.length;
      target = phases[phase]?.() ?? 0;
      if (soc > 0.95 && target < 0) target = 0.4;
    }
    const wanted = charging ? -0.5 * capacityAh : target;
    present += (wanted - present) * (1 - Math.exp(-dt / 0.7));
    return present;
  };
};

/** A short circuit of the terminals for two seconds, first at `atS`, then once a minute. */
export const shortCircuitLoad =
  (setting: LoadSetting, atS: number): Load =>
  ({ timeS }) =>
    timeS >= atS && (timeS - atS) % 60 < 2 ? 12 * setting.capacityAh : 0.1 * setting.capacityAh;
