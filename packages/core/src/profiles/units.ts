import type { Target } from './field-rule.ts';
import type { ProfileTarget } from './profile-targets.ts';

/** The quantity that a unit measures. */
type Dimension = 'V' | 'A' | 'Ah' | '%' | 'degC' | 's';

interface Conversion {
  readonly of: Dimension;
  readonly scale: number;
  readonly offset?: number;
}

const of = (dimension: Dimension, scale = 1, offset?: number): Conversion => ({
  of: dimension,
  scale,
  ...(offset === undefined ? {} : { offset }),
});

/** The units in lower case, because devices write both mAH and mAh. */
const UNITS: ReadonlyMap<string, Conversion> = new Map([
  ['v', of('V')],
  ['mv', of('V', 1e-3)],
  ['uv', of('V', 1e-6)],
  ['volts', of('V')],
  ['a', of('A')],
  ['ma', of('A', 1e-3)],
  ['ua', of('A', 1e-6)],
  ['ah', of('Ah')],
  ['mah', of('Ah', 1e-3)],
  ['uah', of('Ah', 1e-6)],
  ['as', of('Ah', 1 / 3_600)],
  ['mas', of('Ah', 1 / 3_600_000)],
  ['%', of('%')],
  ['percent', of('%')],
  ['c', of('degC')],
  ['degc', of('degC')],
  ['mc', of('degC', 1e-3)],
  ['k', of('degC', 1, -273.15)],
  ['degf', of('degC', 5 / 9, -160 / 9)],
  ['f', of('degC', 5 / 9, -160 / 9)],
  ['s', of('s')],
  ['min', of('s', 60)],
  ['h', of('s', 3_600)],
]);

const DIMENSIONS: Readonly<Partial<Record<ProfileTarget, Dimension>>> = {
  packVoltage: 'V',
  cells: 'V',
  current: 'A',
  charging: 'A',
  discharging: 'A',
  soc: '%',
  soh: '%',
  remaining: 'Ah',
  capacity: 'Ah',
  temps: 'degC',
  uptime: 's',
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
  soc: [0, 100],
  soh: [0, 100],
  cells: [0.001, 6],
  temps: [-60, 200],
  remaining: [0, 100_000],
  capacity: [0, 100_000],
  cycles: [0, 1_000_000],
};

/** Returns the conversion of a unit to the unit of a target; undefined if it measures another quantity. */
export const conversionTo = (target: ProfileTarget, unit: string): Conversion | undefined => {
  const found = UNITS.get(unit.toLowerCase());
  return found !== undefined && found.of === DIMENSIONS[target] ? found : undefined;
};

/** True if a target has a unit. */
export const hasUnit = (target: ProfileTarget): boolean => DIMENSIONS[target] !== undefined;
