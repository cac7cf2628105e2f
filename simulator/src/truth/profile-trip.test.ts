import { BUILT_IN_IDS, type BuiltInId } from '@batbot/core/profiles';
import { describe, expect, test } from 'vitest';
import { faultBits, type FaultName, type Reading } from '../bms/reading.ts';
import { readingOf } from '../device/foreign/reading.fixture.ts';
import {
  foreignDevices,
  foreignNames,
  type ForeignName,
} from '../device/foreign/foreign-devices.ts';
import {
  currentFaults as currents,
  temperatureFaults as temperatures,
  voltageFaults as volts,
} from '../device/foreign/faults.ts';
import { tripOf, type Trip } from './profile-trip.fixture.ts';

/** The precision with which a protocol encodes each value that the profile reads. */
interface Steps {
  readonly packVoltage: number;
  readonly current?: number;
  readonly soc?: number;
  readonly soh?: number;
  readonly remaining?: number;
  readonly capacity?: number;
  readonly cycles?: number;
  readonly uptime?: number;
  readonly cells?: number;
}

interface Row {
  readonly id: BuiltInId;
  readonly dialect: ForeignName;
  readonly steps: Steps;
  /**
   * Returns the sensors that the profile shows, in its order. Some devices have sensors that do not belong to the pack.
   */
  readonly temps: (celsius: readonly number[]) => readonly number[];
  /** Precision of temperatures in °C. Default: exact. */
  readonly tempStep?: number;
  readonly switches: boolean;
  readonly balancing?: boolean;
  /** True if the capacity is that of a full pack now, not the design capacity. */
  readonly fullCapacity?: boolean;
  /** The fault that is read when the BMS protects or warns. */
  readonly protections: FaultMap;
  readonly alarms: FaultMap;
}

type FaultMap = Readonly<Partial<Record<FaultName, string>>>;

/** Maps each fault to itself as a `protection` or an `alarm`. */
const asIs = (kind: 'protection' | 'alarm', ...names: readonly FaultName[]): FaultMap =>
  Object.fromEntries(names.map((name) => [name, `${kind}:${name}`]));

/** The faults of a device that monitors only the pack voltage. */
const packVoltageOnly = {
  cellOverVoltage: 'alarm:packOverVoltage',
  packOverVoltage: 'alarm:packOverVoltage',
  cellUnderVoltage: 'alarm:packUnderVoltage',
  packUnderVoltage: 'alarm:packUnderVoltage',
};

const all = (celsius: readonly number[]): readonly number[] => celsius;
const first =
  (count: number) =>
  (celsius: readonly number[]): readonly number[] =>
    celsius.slice(0, count);
const none = { protections: {}, alarms: {} };

const rows: readonly Row[] = [
  {
    id: 'jbd',
    dialect: 'jbd',
    steps: {
      packVoltage: 0.01,
      current: 0.01,
      soc: 1,
      remaining: 0.01,
      capacity: 0.01,
      cycles: 1,
      cells: 0.001,
    },
    temps: all,
    switches: true,
    balancing: true,
    protections: asIs(
      'protection',
      ...volts,
      ...temperatures,
      ...currents,
      'shortCircuit',
      'frontEndError',
      'softwareLock',
    ),
    alarms: {},
  },
  {
    id: 'jk-rs485',
    dialect: 'jk',
    steps: {
      packVoltage: 0.01,
      current: 0.01,
      soc: 1,
      capacity: 1,
      cycles: 1,
      uptime: 60,
      cells: 0.001,
    },
    temps: first(2),
    switches: true,
    protections: {
      ...asIs('alarm', ...volts, ...currents),
      shortCircuit: 'alarm:dischargeOverCurrent',
    },
    alarms: asIs('alarm', 'cellImbalance'),
  },
  {
    id: 'jk-pb',
    dialect: 'jk-modbus',
    steps: {
      packVoltage: 0.001,
      current: 0.001,
      soc: 1,
      soh: 1,
      remaining: 0.001,
      capacity: 0.001,
      cycles: 1,
      uptime: 1,
      cells: 0.001,
    },
    temps: first(4),
    switches: true,
    fullCapacity: true,
    protections: asIs(
      'protection',
      ...volts,
      ...temperatures.slice(0, 3),
      ...currents,
      'shortCircuit',
    ),
    alarms: {},
  },
  {
    id: 'daly-uart',
    dialect: 'daly',
    steps: { packVoltage: 0.1, current: 0.1, soc: 0.1, remaining: 0.001, cycles: 1, cells: 0.001 },
    temps: all,
    switches: true,
    balancing: true,
    protections: asIs(
      'protection',
      ...volts,
      ...temperatures,
      ...currents,
      'shortCircuit',
      'cellImbalance',
    ),
    alarms: {
      ...asIs('alarm', ...volts, ...temperatures, ...currents, 'frontEndError', 'cellImbalance'),
      temperatureSensor: 'alarm:temperatureSensorFault',
    },
  },
  {
    id: 'pylontech',
    dialect: 'pylontech',
    steps: {
      packVoltage: 0.001,
      current: 0.001,
      soc: 1,
      remaining: 0.001,
      capacity: 0.001,
      cells: 0.001,
    },
    // Each cell has the sensor that it shares with three others.
    temps: (celsius) => Array.from({ length: 15 }, (_, at) => celsius[Math.floor(at / 4)] ?? 0),
    switches: false,
    ...none,
  },
  {
    id: 'seplos-v2',
    dialect: 'seplos',
    steps: {
      packVoltage: 0.01,
      current: 0.01,
      soc: 0.1,
      soh: 0.1,
      remaining: 0.01,
      capacity: 0.01,
      cycles: 1,
      cells: 0.001,
    },
    temps: all,
    switches: true,
    fullCapacity: true,
    protections: asIs('protection', ...volts, ...temperatures, ...currents, 'shortCircuit'),
    alarms: asIs('alarm', ...volts, ...temperatures, ...currents),
  },
  {
    id: 'seplos-v3',
    dialect: 'seplos-v3',
    steps: {
      packVoltage: 0.01,
      current: 0.01,
      soc: 0.1,
      soh: 0.1,
      remaining: 0.01,
      capacity: 0.01,
      cycles: 1,
      cells: 0.001,
    },
    temps: first(4),
    switches: true,
    fullCapacity: true,
    ...none,
  },
  {
    id: 'pace',
    dialect: 'pace',
    steps: {
      packVoltage: 0.001,
      current: 0.01,
      remaining: 0.01,
      capacity: 0.01,
      cycles: 1,
      cells: 0.001,
    },
    temps: all,
    switches: true,
    balancing: true,
    protections: asIs('protection', ...volts, ...temperatures, ...currents, 'shortCircuit'),
    alarms: {},
  },
  {
    id: 've-direct',
    dialect: 'vedirect',
    steps: { packVoltage: 0.001, current: 0.001, soc: 0.1, cycles: 1 },
    temps: first(1),
    switches: false,
    protections: packVoltageOnly,
    alarms: {},
  },
  {
    id: 'voltronic-pi30',
    dialect: 'voltronic',
    steps: { packVoltage: 0.01, current: 1, soc: 1 },
    temps: () => [],
    switches: false,
    protections: {
      ...packVoltageOnly,
      cellUnderVoltage: 'protection:packUnderVoltage',
      packUnderVoltage: 'protection:packUnderVoltage',
      shortCircuit: 'protection:shortCircuit',
    },
    alarms: {
      cellUnderVoltage: 'alarm:packUnderVoltage',
      packUnderVoltage: 'alarm:packUnderVoltage',
    },
  },
  {
    id: 'junctek-kg-f',
    dialect: 'junctek',
    steps: { packVoltage: 0.01, current: 0.01, remaining: 0.001, capacity: 0.1 },
    temps: first(1),
    switches: false,
    ...none,
  },
  {
    id: 'elm327-hyundai-kia',
    dialect: 'elm327-kia',
    steps: { packVoltage: 0.1, current: 0.1, soc: 0.5, soh: 0.1, cells: 0.02 },
    temps: all,
    switches: false,
    ...none,
  },
  {
    id: 'elm327-nissan-leaf',
    dialect: 'elm327-leaf',
    steps: { packVoltage: 0.01, soc: 0.0001, cells: 0.001 },
    temps: all,
    // The temperature is computed from the thermistor.
    tempStep: 0.1,
    switches: false,
    ...none,
  },
  {
    id: 'epever',
    dialect: 'epever',
    steps: { packVoltage: 0.01, current: 0.01, soc: 1 },
    temps: first(1),
    switches: false,
    protections: packVoltageOnly,
    alarms: {},
  },
  {
    id: 'srne-renogy',
    dialect: 'srne',
    steps: { packVoltage: 0.1, soc: 1 },
    temps: first(1),
    switches: false,
    // The device has a name of its own for a battery that was discharged too far.
    protections: {
      cellOverVoltage: 'alarm:packOverVoltage',
      packOverVoltage: 'alarm:packOverVoltage',
    },
    alarms: {},
  },
  {
    id: 'growatt-spf',
    dialect: 'growatt',
    steps: { packVoltage: 0.01, soc: 1 },
    temps: () => [],
    switches: false,
    ...none,
  },
];

const packOf = (dialect: ForeignName, parts: Partial<Reading> = {}): Reading => {
  const { cells, temperatures: sensors } = foreignDevices[dialect].pack ?? {
    cells: 16,
    temperatures: 4,
  };
  const millivolts = Array.from({ length: cells }, (_, at) => 3205 + ((at * 37) % 113));
  return readingOf({
    cells: millivolts,
    packMv: millivolts.reduce((sum, mv) => sum + mv, 0),
    temperatures: Array.from({ length: sensors }, (_, at) => 23 + at),
    balancing: millivolts.map(() => false),
    ...parts,
  });
};

const states: readonly (readonly [state: string, parts: Partial<Reading>])[] = [
  ['discharging', { current10mA: -4217, soc: 427, remaining: 4227, fets: 3 }],
  [
    'charging, cold',
    { current10mA: 1893, soc: 991, remaining: 9811, fets: 3, temperatures: [-7, -1, 0, 4, 5, 6] },
  ],
  [
    'resting, charge switch open',
    { current10mA: 0, soc: 1000, remaining: 9900, fets: 2, soh: 1000 },
  ],
  ['discharge switch open', { current10mA: 12, soc: 3, remaining: 30, fets: 1, cycles: 0 }],
];

const truthOf = (r: Reading, isFull: boolean): Required<Omit<Steps, 'cells'>> => ({
  packVoltage: r.packMv / 1000,
  current: r.current10mA / 100,
  soc: r.soc / 10,
  soh: r.soh / 10,
  remaining: r.remaining / 100,
  capacity: (r.designCapacity / 100) * (isFull ? r.soh / 1000 : 1),
  cycles: r.cycles,
  uptime: r.uptimeS,
});

const expectWithin = (name: string, read: unknown, truth: number, step: number): void => {
  const off = typeof read === 'number' ? Math.abs(read - truth) : Infinity;
  expect({ name, read, truth, fits: off < step + 1e-9 }).toEqual({ name, read, truth, fits: true });
};

const faultsOf = ({ values }: Trip): readonly string[] => [
  ...(values.protections ?? []).map((fault) => `protection:${fault}`),
  ...(values.alarms ?? []).map((fault) => `alarm:${fault}`),
];

describe('reading simulated devices with profiles of the core', () => {
  test('each profile has a simulated device', () => {
    expect(rows.map(({ id }) => id).toSorted()).toEqual(BUILT_IN_IDS.toSorted());
    expect(rows.map(({ dialect }) => dialect).toSorted()).toEqual(foreignNames.toSorted());
  });

  describe.each(rows)(
    '$id',
    ({ id, dialect, steps, temps, switches, balancing, fullCapacity, tempStep = 0, ...faults }) => {
      test.each(states)(
        '%s: every value is correct within its resolution, and none is refused',
        async (_, { temperatures: cold, ...parts }) => {
          const count = foreignDevices[dialect].pack?.temperatures ?? 4;
          const reading = packOf(
            dialect,
            cold ? { ...parts, temperatures: cold.slice(0, count) } : parts,
          );
          const { values, refused, unanswered } = await tripOf(id, dialect, reading);
          expect({ refused, unanswered }).toEqual({ refused: [], unanswered: [] });
          const { cells: cellStep, ...scalars } = steps;
          const truth = truthOf(reading, fullCapacity === true);
          for (const name of Object.keys(truth) as (keyof typeof truth)[]) {
            const step = scalars[name];
            if (step === undefined) expect([name, values[name]]).toEqual([name, undefined]);
            else expectWithin(name, values[name], truth[name], step);
          }
          expect(values.cells?.length ?? 0).toBe(cellStep === undefined ? 0 : reading.cells.length);
          values.cells?.forEach((read, at) =>
            expectWithin(
              `cell ${at + 1}`,
              read,
              (reading.cells[at] ?? 0) / 1000,
              (cellStep ?? 0) / 2,
            ),
          );
          const celsius = temps(reading.temperatures);
          expect(values.temps ?? []).toHaveLength(celsius.length);
          celsius.forEach((each, at) =>
            expectWithin(`sensor ${at + 1}`, values.temps?.[at], each, tempStep),
          );
          const { charge, discharge, precharge } = values;
          expect({ charge, discharge, precharge }).toEqual(
            switches
              ? {
                  charge: (reading.fets & 1) !== 0,
                  discharge: (reading.fets & 2) !== 0,
                  precharge: undefined,
                }
              : {},
          );
          expect(faultsOf({ values, refused, unanswered })).toEqual([]);
        },
      );

      test('each protection and warning is read as itself or not at all', async () => {
        for (const name of Object.keys(faultBits) as FaultName[])
          for (const kind of ['protections', 'alarms'] as const) {
            const trip = await tripOf(
              id,
              dialect,
              packOf(dialect, { [kind]: 1 << faultBits[name] }),
            );
            const expected = faults[kind][name];
            expect([kind, name, ...faultsOf(trip)]).toEqual([
              kind,
              name,
              ...(expected ? [expected] : []),
            ]);
          }
      });

      test('balanced cells have the correct numbers', async () => {
        const bled = [3, 10, 16];
        const reading = packOf(dialect);
        const { values } = await tripOf(id, dialect, {
          ...reading,
          balancing: reading.cells.map((_, at) => bled.includes(at + 1)),
        });
        expect(values.balancing).toEqual(balancing ? bled : undefined);
      });
    },
  );
});
