export const QUANTITIES = [
  'cellVoltage',
  'cellSpread',
  'temperature',
  'packVoltage',
  'chargeCurrent',
  'dischargeCurrent',
  'power',
  'stateOfCharge',
] as const;
export type Quantity = (typeof QUANTITIES)[number];

/** The sides of a limit. A low limit is compared with the lowest cell, a high limit with the highest. */
export const SIDES = ['low', 'high'] as const;
export type Side = (typeof SIDES)[number];

export interface QuantityTraits {
  readonly unit: 'V' | 'mV' | '°C' | 'A' | 'W' | '%';
  /** Fractional digits that devices report; finer differences are ignored. */
  readonly digits: number;
  /** The range of a limit. */
  readonly least: number;
  readonly most: number;
  readonly sides: readonly Side[];
  /**
   * Hysteresis: how far the value must come back from a limit before the alarm is cleared. It is more than the noise of
   * a good sensor and less than a difference that matters.
   */
  readonly back: (limit: number) => number;
}

const both = SIDES;
const high: readonly Side[] = ['high'];

/** Hysteresis of a cell voltage: ten times the noise of a cell's measurement (battery model: 0.8 mV). */
const CELL_BACK_V = 0.01;
const SPREAD_BACK_MV = 5;
/** Hysteresis of a temperature: sensors report whole degrees and fluctuate by one. */
const TEMPERATURE_BACK_C = 2;
/** Hysteresis of the state of charge: a gauge reports tenths of a percent or whole percents. */
const SOC_BACK_PERCENT = 1;
const PACK_BACK_SHARE = 0.005;
/** Hysteresis of currents and power, which fluctuate with any load. */
const FLOW_BACK_SHARE = 0.05;

export const TRAITS: Readonly<Record<Quantity, QuantityTraits>> = {
  cellVoltage: {
    unit: 'V',
    digits: 3,
    least: 0.5,
    most: 5,
    sides: both,
    back: () => CELL_BACK_V,
  },
  cellSpread: {
    unit: 'mV',
    digits: 0,
    least: 10,
    most: 2_000,
    sides: high,
    back: () => SPREAD_BACK_MV,
  },
  // −40 °C is the lowest value that a device reports (the specification, section 9).
  temperature: {
    unit: '°C',
    digits: 1,
    least: -40,
    most: 120,
    sides: both,
    back: () => TEMPERATURE_BACK_C,
  },
  packVoltage: {
    unit: 'V',
    digits: 3,
    least: 1,
    most: 1_500,
    sides: both,
    back: (limit) => limit * PACK_BACK_SHARE,
  },
  chargeCurrent: {
    unit: 'A',
    digits: 2,
    least: 0.5,
    most: 5_000,
    sides: high,
    back: (limit) => limit * FLOW_BACK_SHARE,
  },
  dischargeCurrent: {
    unit: 'A',
    digits: 2,
    least: 0.5,
    most: 5_000,
    sides: high,
    back: (limit) => limit * FLOW_BACK_SHARE,
  },
  power: {
    unit: 'W',
    digits: 0,
    least: 5,
    most: 5_000_000,
    sides: high,
    back: (limit) => limit * FLOW_BACK_SHARE,
  },
  stateOfCharge: {
    unit: '%',
    digits: 1,
    least: 0,
    most: 100,
    sides: both,
    back: () => SOC_BACK_PERCENT,
  },
};

/** Returns a value rounded to the digits that devices report. */
export const rounded = (quantity: Quantity, value: number): number => {
  const scale = 10 ** TRAITS[quantity].digits;
  return Math.round(value * scale) / scale;
};
