import type { CellParameters } from './cell.ts';
import { ocvCurves } from './ocv-curves.ts';

export type ChemistryName = 'lfp' | 'nmc';

/** A kind of cell: its model per ampere-hour and the limits of its BMS. */
export interface Chemistry {
  readonly name: ChemistryName;
  readonly cell: (capacityAh: number) => CellParameters;
  /** Limits in V: LibreSolar's defaults. */
  readonly overVoltage: { readonly trip: number; readonly reset: number };
  readonly underVoltage: { readonly trip: number; readonly reset: number };
  /** Cell voltage in V above which balancing starts. */
  readonly balanceAbove: number;
  /** Cell voltage in V that ends constant-current charging. */
  readonly chargeTo: number;
}

/** Scales resistances of a cell of 1 Ah. A cell of Q Ah is Q such cells in parallel. */
const scaled =
  (
    ocv: CellParameters['ocv'],
    ohm: { readonly r0: number; readonly r1: number; readonly r2: number },
    taus: { readonly tau1: number; readonly tau2: number },
  ) =>
  (capacityAh: number): CellParameters => {
    const z = {
      ...taus,
      r0: ohm.r0 / capacityAh,
      r1: ohm.r1 / capacityAh,
      r2: ohm.r2 / capacityAh,
    };
    return {
      capacityAh,
      ocv,
      impedance: () => z,
      resistanceScale: 1,
      chargeEfficiency: 0.9995,
      // Prismatic cells have about 20 g/Ah and 1000 J/(kg K). Cooling is proportional to the surface.
      heatCapacity: 20 * capacityAh,
      cooling: 0.07 * capacityAh ** (2 / 3),
    };
  };

export const chemistries: Readonly<Record<ChemistryName, Chemistry>> = {
  lfp: {
    name: 'lfp',
    cell: scaled(ocvCurves.lfp, { r0: 0.06, r1: 0.03, r2: 0.04 }, { tau1: 20, tau2: 600 }),
    overVoltage: { trip: 3.8, reset: 3.4 },
    underVoltage: { trip: 2.5, reset: 3.1 },
    balanceAbove: 3.3,
    chargeTo: 3.55,
  },
  nmc: {
    name: 'nmc',
    cell: scaled(ocvCurves.nmc, { r0: 0.09, r1: 0.05, r2: 0.05 }, { tau1: 25, tau2: 500 }),
    overVoltage: { trip: 4.25, reset: 4.05 },
    underVoltage: { trip: 3, reset: 3.5 },
    balanceAbove: 3.8,
    chargeTo: 4.15,
  },
};
