/**
 * The state of charge that the BMS assumes: a coulomb counter that drifts and is set to 100 % when the pack is full.
 */
export interface SocCounter {
  /** State of charge, 0..1, not rounded. */
  readonly soc: number;
  /** Seconds for which the pack has looked full. */
  readonly fullFor: number;
}

/** Seconds that the pack must be full and idle before the counter is set to 100 %. */
const settleS = 60;

/**
 * Advances the counter. `measured` is the current in A that the BMS measures, positive = discharge. `full` is true if
 * the highest cell is at its charging limit.
 */
export const stepSocCounter = (
  counter: SocCounter,
  input: { readonly measured: number; readonly capacityAh: number; readonly full: boolean },
  dt: number,
): SocCounter => {
  const { measured, capacityAh, full } = input;
  const fullFor = full && Math.abs(measured) < capacityAh / 20 ? counter.fullFor + dt : 0;
  const counted = counter.soc - (measured * dt) / (3600 * capacityAh);
  return { soc: fullFor >= settleS ? 1 : Math.min(1, Math.max(0, counted)), fullFor };
};
