import { chemistries } from '../battery/chemistry.ts';
import type { ChemistryName } from '../battery/chemistry.ts';
import type { RawValues } from './parameter-table.ts';

/** The pack for which a device was made. */
export interface PackFacts {
  readonly chemistry: ChemistryName;
  readonly capacityAh: number;
  readonly cells: number;
}

/**
 * Returns the factory values that depend on the pack: Libre Solar's voltages of the chemistry, and 2C, 3C and 8C as the
 * limits of the current.
 */
export const factoryValues = ({ chemistry, capacityAh, cells }: PackFacts): RawValues => {
  const { name, overVoltage, underVoltage, balanceAbove, chargeTo } = chemistries[chemistry];
  const values = {
    COVP: overVoltage.trip * 1000,
    COVR: overVoltage.reset * 1000,
    CUVP: underVoltage.trip * 1000,
    CUVR: underVoltage.reset * 1000,
    POVP: overVoltage.trip * cells * 1000,
    POVR: overVoltage.reset * cells * 1000,
    PUVP: underVoltage.trip * cells * 1000,
    PUVR: underVoltage.reset * cells * 1000,
    CHOC: 2 * capacityAh * 100,
    DIOC: 3 * capacityAh * 100,
    SCC: 8 * capacityAh * 100,
    BALV: balanceAbove * 1000,
    BALI: (capacityAh / 20) * 100,
    CAP: capacityAh * 100,
    CHEM: name === 'lfp' ? 0 : 1,
    FULLV: (chargeTo - 0.1) * 1000,
    FULLI: (capacityAh / 20) * 100,
  };
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, String(Math.round(value))]),
  );
};
