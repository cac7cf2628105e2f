import { chemistries } from '../battery/chemistry.ts';
import type { ChemistryName } from '../battery/chemistry.ts';
import { buildPack, cellVoltages, meanSoc, packVoltage, stepPack } from '../battery/pack.ts';
import type { SeededRandom } from '../random/seeded-random.ts';
import type { Scenario } from '../scenarios/scenarios.ts';
import { cellsToBleed } from './balancer.ts';
import {
  allows,
  isCurrentGuard,
  noTrips,
  protectionBits,
  protectionRules,
  stepProtections,
} from './protections.ts';
import type { Trip } from './protections.ts';
import type { Reading } from './reading.ts';
import { createShunt, readPack } from './measure.ts';
import { extremes } from './extremes.ts';
import { sensorPlace, soundSensors } from './sensors.ts';
import type { SensorFaults } from './sensors.ts';
import type { BmsSettings } from './settings.ts';
import { stepSocCounter } from './soc-counter.ts';

export interface PlantOptions {
  readonly scenario: Scenario;
  readonly chemistry: ChemistryName;
  readonly capacityAh: number;
  readonly cells: number;
  readonly temperatures: number;
  readonly settings: BmsSettings;
  /** Standard deviation of a cell reading, in mV. */
  readonly noiseMv: number;
  /** State of charge, 0..1. Default: that of the scenario. */
  readonly soc?: number;
  readonly seed: number;
  readonly random: SeededRandom;
}

/** The values that the user of the control page has fixed. Default of each: the value of the scenario. */
export interface Overrides {
  /** Current in A, positive = discharge. */
  readonly current?: number;
  /** Temperature around the pack in °C. */
  readonly ambient?: number;
  readonly sensors?: SensorFaults;
}

export interface PlantTruth {
  readonly timeS: number;
  readonly soc: number;
  readonly packVoltage: number;
  readonly current: number;
  readonly temperature: number;
  readonly ambient: number;
  readonly cells: readonly number[];
}

/** Time step in seconds, short enough for the over-current delay of 320 ms. */
export const stepS = 0.1;
const balanceEverySteps = 10;
const noneHidden: ReadonlySet<number> = new Set();

export const createPlant = (options: PlantOptions) => {
  const { scenario, capacityAh, seed, random, temperatures } = options;
  const chemistry = chemistries[options.chemistry];
  const plan = {
    count: options.cells,
    cell: chemistry.cell(capacityAh),
    soc: options.soc ?? scenario.soc,
    temperature: scenario.temperature,
    ...(scenario.defects ? { defects: scenario.defects } : {}),
  };
  const { parameters, state } = buildPack(plan, random);
  let { settings } = options;
  let rules = protectionRules(settings);
  const shunt = createShunt(seed);
  /** Returns the current in A that the BMS measures with its calibration, positive = discharge. */
  const measuredCurrent = (): number =>
    (shunt(current) * settings.IGAIN) / 1000 - settings.IOFF / 100;
  const load = scenario.load({ capacityAh, chargeTo: chemistry.chargeTo, random });
  let pack = state;
  let guards = noTrips(rules);
  let counter = { soc: scenario.believedSoc ?? plan.soc, fullFor: 0 };
  let overrides: Overrides = {};
  let steps = 0;
  let current = 0;
  let volts = cellVoltages(parameters, pack, 0);
  let bleeding: readonly boolean[] = volts.map(() => false);
  let throughputAh = 0;
  let chargingS = 0;
  let currentTrips: readonly number[] = [];

  const ambientNow = (): number => overrides.ambient ?? scenario.ambient;
  const sensors = (): SensorFaults => overrides.sensors ?? scenario.sensors ?? soundSensors;
  const places = Array.from({ length: temperatures }, (_, i) =>
    sensorPlace(i, temperatures, options.cells),
  );
  const celsiusAt = (place: number): number => pack.cells[place]?.temperature ?? 25;
  const closed = (way: 'charge' | 'discharge'): boolean =>
    scenario.stuck === way || allows(rules, guards, way);
  const gate = (wanted: number): number => {
    if (wanted > 0) return closed('discharge') ? wanted : 0;
    return closed('charge') ? wanted : 0;
  };

  const step = (): readonly Trip[] => {
    const maxCell = extremes(volts, noneHidden).max;
    const timeS = steps * stepS;
    const requested =
      overrides.current ?? load({ timeS, soc: meanSoc(pack), maxCell, current }, stepS);
    current = gate(requested);
    const ambient = ambientNow();
    pack = stepPack(parameters, pack, { current, ambient, bleeding }, stepS);
    volts = cellVoltages(parameters, pack, current);
    steps += 1;
    throughputAh += (Math.abs(current) * stepS) / 3600;
    const seen = extremes(volts, sensors().openWires);
    chargingS = requested < -capacityAh / 100 ? chargingS + stepS : 0;
    currentTrips = currentTrips.filter((at) => timeS - at < settings.LOCKW);
    const warm = extremes(places.map(celsiusAt), sensors().thermistors);
    const view = {
      minCell: seen.min,
      maxCell: seen.max,
      minCellAt: seen.minAt,
      maxCellAt: seen.maxAt,
      packVoltage: packVoltage(parameters, volts, current),
      minTemperature: warm.minAt < 0 ? 25 : warm.min,
      maxTemperature: warm.minAt < 0 ? 25 : warm.max,
      current,
      requested,
      recentTrips: currentTrips.length,
      chargingS,
    };
    const moved = stepProtections(rules, guards, view, stepS);
    guards = moved.state;
    const tripped = moved.trips.filter(({ rule }) => isCurrentGuard(rule)).length;
    currentTrips = [...currentTrips, ...Array.from({ length: tripped }, () => timeS)];
    if (steps % balanceEverySteps === 0) bleeding = cellsToBleed(volts, current, settings);
    const measured = { measured: measuredCurrent(), maxCell: seen.max };
    counter = stepSocCounter(counter, measured, settings, stepS);
    return moved.trips;
  };

  return {
    /** Advances to a time in seconds since the start; never back. Returns the protections that tripped meanwhile. */
    advance: (toS: number): readonly Trip[] => {
      const trips: Trip[] = [];
      const goal = Math.floor(toS / stepS + 1e-6);
      while (steps < goal) trips.push(...step());
      return trips;
    },
    reading: (uptimeS: number): Reading =>
      readPack({
        seed,
        noiseMv: options.noiseMv,
        moment: steps,
        uptimeS,
        packVoltage: packVoltage(parameters, volts, current),
        measuredCurrent: measuredCurrent(),
        soc: counter.soc,
        cycles: 123 + Math.floor(throughputAh / (2 * capacityAh)),
        charge: closed('charge'),
        discharge: closed('discharge'),
        protections: protectionBits(rules, guards),
        settings,
        volts,
        celsius: places.map(celsiusAt),
        sensors: sensors(),
        bleeding,
      }),
    /** Restarts the BMS: all switches close until a protection trips again. */
    restart: (): void => {
      guards = noTrips(rules);
      currentTrips = [];
      chargingS = 0;
    },
    /** Changes the settings of the BMS. Protections that have tripped stay tripped until their release. */
    configure: (next: BmsSettings): void => {
      settings = next;
      rules = protectionRules(next);
    },
    override: (next: Overrides): void => {
      overrides = next;
    },
    /** Changes the charge of every cell, and the value that the BMS assumes, by the same difference. */
    setSoc: (soc: number): void => {
      const shift = soc - meanSoc(pack);
      const moved = (value: number) => Math.min(1, Math.max(0, value + shift));
      pack = { cells: pack.cells.map((cell) => ({ ...cell, soc: moved(cell.soc) })) };
      counter = { soc: moved(counter.soc), fullFor: 0 };
      volts = cellVoltages(parameters, pack, current);
    },
    setTemperature: (celsius: number): void => {
      pack = { cells: pack.cells.map((cell) => ({ ...cell, temperature: celsius })) };
    },
    /** Returns the true values, for people and tests: 0..1, V, A (positive = discharge), °C. */
    truth: (): PlantTruth => ({
      timeS: steps * stepS,
      soc: meanSoc(pack),
      packVoltage: packVoltage(parameters, volts, current),
      current,
      temperature: pack.cells[0]?.temperature ?? 25,
      ambient: ambientNow(),
      cells: volts,
    }),
  };
};

/** A battery with its BMS, simulated in fixed steps of virtual time. */
export type Plant = ReturnType<typeof createPlant>;
