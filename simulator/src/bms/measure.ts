import { createRandom, noiseAt } from '../random/seeded-random.ts';
import { faultBits } from './reading.ts';
import type { FaultName, Reading } from './reading.ts';
import { thermistorReading } from './sensors.ts';
import type { SensorFaults } from './sensors.ts';
import type { BmsSettings } from './settings.ts';

const stateOfHealth = 0.99;

/**
 * Creates the shunt of this BMS. It reports a current (A) with a gain error of 0.3 % and an offset of 30 mA, in steps
 * of 10 mA.
 */
export const createShunt = (seed: number): ((current: number) => number) => {
  const random = createRandom(seed).fork('shunt');
  const gain = 1 + 0.003 * random.gaussian();
  const offset = 0.03 * random.gaussian();
  return (current) => Math.round((current * gain + offset) * 100) / 100;
};

/** The true state of the pack and of its switches at one moment. */
export interface Facts {
  readonly seed: number;
  /** Standard deviation of a cell reading in mV. */
  readonly noiseMv: number;
  /** Number of the step. It selects the noise. */
  readonly moment: number;
  readonly uptimeS: number;
  readonly packVoltage: number;
  /** Current in A as the shunt reports it, positive = discharge. */
  readonly measuredCurrent: number;
  /** State of charge that the BMS assumes, 0..1. */
  readonly soc: number;
  readonly cycles: number;
  readonly charge: boolean;
  readonly discharge: boolean;
  readonly protections: number;
  readonly settings: BmsSettings;
  readonly volts: readonly number[];
  readonly celsius: readonly number[];
  readonly sensors: SensorFaults;
  readonly bleeding: readonly boolean[];
}

/**
 * Converts the true state to the reading that the device reports. The sign of the current is inverted here: positive =
 * charging.
 */
export const readPack = (f: Facts): Reading => {
  const { CAP, TOFF } = f.settings;
  const cells = f.volts.map((volt, i) =>
    f.sensors.openWires.has(i)
      ? 0
      : Math.max(1, Math.round(volt * 1000 + f.noiseMv * noiseAt(f.seed, f.moment, i))),
  );
  const temperatures = f.celsius.map((celsius, i) => {
    const broken = f.sensors.thermistors.get(i);
    const corrected = celsius + (TOFF[i] ?? 0) / 10;
    return broken ? thermistorReading[broken] : Math.max(-40, Math.round(corrected));
  });
  const soc = Math.floor(f.soc * 1000 + 1e-6);
  return {
    uptimeS: f.uptimeS,
    packMv: Math.round(f.packVoltage * 1000),
    // Adding 0 converts −0 to 0, because −0 would be printed as "-0".
    current10mA: Math.round(-f.measuredCurrent * 100) + 0,
    soc,
    soh: stateOfHealth * 1000,
    designCapacity: CAP,
    remaining: Math.round((CAP * stateOfHealth * soc) / 1000),
    cycles: f.cycles,
    fets: (f.charge ? 1 : 0) | (f.discharge ? 2 : 0),
    alarms: warnings(f, cells, temperatures),
    protections: f.protections,
    cells,
    temperatures,
    balancing: f.bleeding,
  };
};

/**
 * Returns the warnings. They begin before protections, by the warning margins, and at a large spread of the cells.
 */
const warnings = (f: Facts, cells: readonly number[], temperatures: readonly number[]): number => {
  const read = cells.filter((mv) => mv > 0);
  const believed = temperatures.filter((_, i) => !f.sensors.thermistors.has(i));
  const highest = Math.max(...read);
  const lowest = Math.min(...read);
  const { COVP, CUVP, WVOLT, DOTP, CUTP, DUTP, WTEMP, WDIFF } = f.settings;
  const holds: Partial<Record<FaultName, boolean>> = {
    cellOverVoltage: highest > COVP - WVOLT,
    cellUnderVoltage: lowest < CUVP + WVOLT,
    dischargeOverTemperature: believed.some((celsius) => celsius * 10 > DOTP - WTEMP),
    chargeUnderTemperature: believed.some((celsius) => celsius * 10 < CUTP + WTEMP),
    dischargeUnderTemperature: believed.some((celsius) => celsius * 10 < DUTP + WTEMP),
    frontEndError: f.sensors.openWires.size > 0,
    cellImbalance: highest - lowest > WDIFF,
    temperatureSensor: f.sensors.thermistors.size > 0,
  };
  return (Object.keys(faultBits) as FaultName[]).reduce(
    (bits, name) => (holds[name] ? bits | (1 << faultBits[name]) : bits),
    0,
  );
};
