import { unitMeaning, type Kind, type UnitMeaning } from '../protocol/infer/quantity.ts';
import type { Target } from './field-rule.ts';
import type { ProfileTarget } from './profile-targets.ts';

/** Units of electric charge that only profiles use: ampere-seconds. */
const AMPERE_SECONDS: ReadonlyMap<string, UnitMeaning> = new Map([
  ['as', { kind: 'charge', factor: 1 / 3_600 }],
  ['mas', { kind: 'charge', factor: 1 / 3_600_000 }],
]);

/** The quantity of each target that has a unit. */
const KINDS: Readonly<Partial<Record<ProfileTarget, Kind>>> = {
  packVoltage: 'voltage',
  cells: 'voltage',
  current: 'current',
  charging: 'current',
  discharging: 'current',
  soc: 'percent',
  soh: 'percent',
  remaining: 'charge',
  capacity: 'charge',
  temps: 'temperature',
  uptime: 'time',
};

/**
 * The plausible range of each value, in units of the sample. A value outside of it is a reading error and counts as not
 * reported.
 */
export const PLAUSIBLE: Readonly<
  Partial<Record<ProfileTarget | Target, readonly [number, number]>>
> = {
  packVoltage: [0, 1_500],
  current: [-5_000, 5_000],
  charging: [-5_000, 5_000],
  discharging: [-5_000, 5_000],
  soc: [0, 100],
  soh: [0, 100],
  cells: [0.001, 6],
  temps: [-60, 200],
  remaining: [0, 100_000],
  capacity: [0, 100_000],
  cycles: [0, 1_000_000],
};

/** Returns the conversion of a unit to the unit of a target; undefined if it measures another quantity. */
export const conversionTo = (target: ProfileTarget, unit: string): UnitMeaning | undefined => {
  const found = AMPERE_SECONDS.get(unit.toLowerCase()) ?? unitMeaning(unit);
  return found !== undefined && found.kind === KINDS[target] ? found : undefined;
};

export const hasUnit = (target: ProfileTarget): boolean => KINDS[target] !== undefined;
