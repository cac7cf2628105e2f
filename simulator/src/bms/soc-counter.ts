import type { BmsSettings } from './settings.ts';

/**
 * The state of charge that the BMS assumes: a coulomb counter that drifts and is set to 100 % when the pack is full.
 */
export interface SocCounter {
  /** State of charge, 0..1, not rounded. */
  readonly soc: number;
  /** Seconds for which the pack has looked full. */
  readonly fullFor: number;
}

/**
 * Advances the counter. `measured` is the current in A that the BMS measures, positive = discharge. `maxCell` is the
 * voltage of the highest cell.
 */
export const stepSocCounter = (
  counter: SocCounter,
  { measured, maxCell }: { readonly measured: number; readonly maxCell: number },
  { CAP, FULLV, FULLI, FULLS }: BmsSettings,
  dt: number,
): SocCounter => {
  const full = maxCell > FULLV / 1000 && Math.abs(measured) < FULLI / 100;
  const fullFor = full ? counter.fullFor + dt : 0;
  const counted = counter.soc - (measured * dt) / (36 * CAP);
  return { soc: fullFor >= FULLS ? 1 : Math.min(1, Math.max(0, counted)), fullFor };
};
