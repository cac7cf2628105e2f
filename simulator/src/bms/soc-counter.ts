/** The BMS's own idea of the state of charge: a coulomb counter that drifts, then jumps to full. */
export interface SocCounter {
  /** 0..1, unrounded. */
  readonly soc: number;
  /** Seconds the pack has looked full. */
  readonly fullFor: number;
}

/** Seconds of a full, idle pack before the counter is set to 100 %. */
const settleS = 60;

/** `measured`: A, positive = discharge, as the BMS's own sensor sees it. `full`: the highest cell is at its charging limit. */
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
