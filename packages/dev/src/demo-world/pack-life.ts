import type { Fault, PackSample } from '@batbot/core';
import {
  buildPack,
  cellVoltages,
  chemistries,
  meanSoc,
  packVoltage,
  stepPack,
  type SeededRandom,
} from '@batbot/simulator';

const YEAR_MS = 365 * 86_400_000;
const HOUR_MS = 3_600_000;
const WORN_PERCENT = 80;
const MEASURED_A = 20;
/** Time between the samples of a recording. */
export const POLL_MS = 2_000;
/** A recording: 20 s of rest, 34 steps of load of 6 s each, 20 s of rest. The load is high and low in turn. */
const REST_SAMPLES = 10;
const STEP_SAMPLES = 3;
const LOAD_SAMPLES = 34 * STEP_SAMPLES;
/** Standard deviation of the reading of a cell, in V. */
const NOISE_V = 0.0005;
const SENSORS = 4;

const models = [
  { model: 'BX48-100', chemistry: 'lfp', cells: 16, capacityAh: 100, installedIn: 'Forklift' },
  { model: 'BX24-50', chemistry: 'lfp', cells: 8, capacityAh: 50, installedIn: 'Golf cart' },
  { model: 'MX52-40', chemistry: 'nmc', cells: 14, capacityAh: 40, installedIn: 'Scooter' },
  { model: 'MX400-150', chemistry: 'nmc', cells: 108, capacityAh: 150, installedIn: 'Van' },
] as const;

const round = (value: number, digits: number): number => Number(value.toFixed(digits));

/** The faults of two packs by their index. */
const FAULTY: ReadonlyMap<number, Fault> = new Map([
  [41, 'cellImbalance'],
  [207, 'cellUnderVoltage'],
]);

export const createPackLife = (random: SeededRandom, index: number, start: Date, end: Date) => {
  const { model, chemistry, cells, capacityAh, installedIn } =
    models[Math.floor(random.next() * models.length)] ?? models[0];
  const isAgeing = index % 30 === 17;
  const fault = FAULTY.get(index);
  const builtAt = new Date(start.getTime() - random.next() * YEAR_MS);
  const addedAt = new Date(start.getTime() + Math.floor(random.next() * 90 * 24) * HOUR_MS);
  const isForgotten = random.next() < 0.08;
  const unseenMs = isForgotten
    ? (100 + random.next() * 200) * 24 * HOUR_MS
    : random.next() ** 2 * 60 * 24 * HOUR_MS;
  const lastSeenAt = new Date(end.getTime() - unseenMs);
  const fadePerYear = isAgeing ? 0.11 : 0.015 + 0.01 * random.next();
  const weakCell = Math.floor(random.next() * cells);
  const isUpdated = random.next() < 0.7;
  const defects = fault
    ? [{ cell: weakCell, capacityScale: 0.8, resistanceScale: 2.4, socOffset: -0.25 }]
    : [];

  /**
   * Builds the pack for a given age and state of charge. The seed is always the same, so the differences between its
   * cells stay.
   */
  const buildAt = (years: number, soc: number, temperature = 22) => {
    const fresh = chemistries[chemistry].cell(capacityAh);
    const growth = 1 + 2.5 * fadePerYear * years;
    const cell = {
      ...fresh,
      capacityAh: capacityAh * (1 - fadePerYear * years),
      impedance: (at: number) => {
        const z = fresh.impedance(at);
        return { ...z, r0: z.r0 * growth };
      },
    };
    return buildPack({ count: cells, cell, soc, temperature, defects }, random.fork('cells'));
  };

  const conditionAt = (at: Date) => {
    const years = (at.getTime() - builtAt.getTime()) / YEAR_MS;
    const draw = random.fork(at.toISOString());
    return {
      years,
      soc: 0.35 + 0.55 * draw.next(),
      temperature: 20 + 8 * draw.next(),
      sohPercent: round(100 * (1 - fadePerYear * years), 1),
      cycles: Math.round(180 * years),
      hasFault: end.getTime() - at.getTime() < YEAR_MS,
    };
  };

  const snapshotAt = (at: Date) => {
    const { years, soc, temperature, sohPercent, cycles, hasFault } = conditionAt(at);
    const { parameters, state } = buildAt(years, soc);
    const resting = cellVoltages(parameters, state, 0);
    const loaded = cellVoltages(parameters, state, MEASURED_A);
    const ohms = resting.map((volt, cell) => (volt - (loaded[cell] ?? volt)) / MEASURED_A);
    const worst = ohms.indexOf(Math.max(...ohms));
    return {
      at: at.toISOString(),
      socPercent: round(100 * meanSoc(state), 1),
      sohPercent,
      packVoltageV: round(packVoltage(parameters, resting, 0), 2),
      packCurrentA: 0,
      highestTemperatureC: round(temperature, 1),
      spreadMv: round(1_000 * (Math.max(...resting) - Math.min(...resting)), 0),
      worstCell: worst + 1, // from 1
      worstCellMohm: round(1_000 * (ohms[worst] ?? 0), 3),
      cycles,
      faults: fault && hasFault ? [fault] : [],
    };
  };

  const recordAt = (at: Date): readonly PackSample[] => {
    const { years, soc, temperature, sohPercent, cycles, hasFault } = conditionAt(at);
    const built = buildAt(years, soc, temperature);
    const { parameters } = built;
    let { state } = built;
    const draw = random.fork(`load at ${at.toISOString()}`);
    let rate = 0;
    return Array.from({ length: 2 * REST_SAMPLES + LOAD_SAMPLES }, (_, step) => {
      const isLoaded = step >= REST_SAMPLES && step < REST_SAMPLES + LOAD_SAMPLES;
      const phase = Math.floor((step - REST_SAMPLES) / STEP_SAMPLES);
      const isStep = (step - REST_SAMPLES) % STEP_SAMPLES === 0;
      if (isStep) rate = phase % 2 === 0 ? 0.45 + 0.15 * draw.next() : 0.05 + 0.1 * draw.next();
      const current = isLoaded ? rate * capacityAh : 0;
      const volts = cellVoltages(parameters, state, current).map(
        (volt) => volt + NOISE_V * draw.gaussian(),
      );
      const sample: PackSample = {
        packVoltageV: packVoltage(parameters, volts, current),
        currentA: -current,
        socPercent: 100 * meanSoc(state),
        sohPercent,
        designCapacityAh: capacityAh,
        remainingAh: (meanSoc(state) * capacityAh * sohPercent) / 100,
        cycles,
        switches: { charge: true, discharge: true },
        alarms: fault && hasFault ? [fault] : [],
        protections: [],
        cellVoltagesV: volts,
        temperaturesC: Array.from(
          { length: SENSORS },
          (__, sensor) =>
            (state.cells[Math.floor((sensor * cells) / SENSORS)]?.temperature ?? temperature) -
            0.3 * sensor,
        ),
      };
      state = stepPack(
        parameters,
        state,
        { current, ambient: temperature, bleeding: [] },
        POLL_MS / 1_000,
      );
      return sample;
    });
  };

  const serial = `BB${String(builtAt.getUTCFullYear()).slice(2)}${model.slice(0, 2)}${String(index + 1).padStart(6, '0')}`;
  return {
    facts: {
      serial,
      maker: 'Demo Battery Works',
      model,
      chemistry: chemistry.toUpperCase(),
      cells,
      designCapacityAh: capacityAh,
      builtOn: builtAt.toISOString().slice(0, 10),
      installedIn,
      state: isForgotten ? 'STORED' : 'INUSE',
      firmware: isUpdated ? '1.4.0' : '1.3.0',
      firmwareBefore: '1.3.0',
      firmwareAt: isUpdated
        ? new Date(addedAt.getTime() + (lastSeenAt.getTime() - addedAt.getTime()) * 0.6)
        : undefined,
      addedAt,
    },
    addedAt,
    lastSeenAt,
    /** Distance from the center of the site, in degrees. */
    offset: { lat: 0.12 * random.gaussian(), lon: 0.18 * random.gaussian() },
    snapshotAt,
    /** Returns the samples of a load test that starts with the snapshot's state of charge. */
    recordAt,
    /** Classifies a snapshot like the server: 2 for a fault, 1 for a worn pack, 0 for neither. */
    attentionOf: ({ faults, sohPercent }: ReturnType<typeof snapshotAt>): number => {
      if (faults.length > 0) return 2;
      return sohPercent < WORN_PERCENT ? 1 : 0;
    },
  };
};

/** A pack over several years: its facts, and the values that its BMS reports at a given time. */
export type PackLife = ReturnType<typeof createPackLife>;
