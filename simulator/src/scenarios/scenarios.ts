import type { CellDefect } from '../battery/pack.ts';
import { soundSensors } from '../bms/sensors.ts';
import type { SensorFaults } from '../bms/sensors.ts';
import { chargerLoad, constantLoad, driveLoad, shortCircuitLoad } from './load.ts';
import type { Load, LoadSetting } from './load.ts';

/** A situation of the pack. */
export interface Scenario {
  /** The effect that a client must show; part of the help text. */
  readonly shows: string;
  /** True state of charge at the start, 0..1. */
  readonly soc: number;
  /** State of charge that the BMS assumes at the start. Default: the true one. */
  readonly believedSoc?: number;
  /** Temperatures in °C at the start, of the pack and of its surroundings. */
  readonly temperature: number;
  readonly ambient: number;
  readonly load: (setting: LoadSetting) => Load;
  readonly defects?: readonly CellDefect[];
  readonly sensors?: SensorFaults;
  /** The switch that stays closed whatever the BMS commands. */
  readonly stuck?: 'charge' | 'discharge';
  readonly cells?: number;
  readonly temperatures?: number;
}

const usual = { soc: 0.785, temperature: 25, ambient: 25 } as const;

const withThermistor = (state: 'open' | 'short'): SensorFaults => ({
  ...soundSensors,
  thermistors: new Map([[0, state]]),
});

const defectOf = (defect: Omit<CellDefect, 'cell'>): readonly CellDefect[] => [
  { cell: 4, ...defect },
];

export const scenarios = {
  idle: { ...usual, load: () => constantLoad(0.05), shows: 'a resting pack; no time to empty' },
  drive: { ...usual, load: driveLoad, shows: 'current up and down, braking charges' },
  discharge: {
    ...usual,
    soc: 0.2,
    load: ({ capacityAh }) => constantLoad(capacityAh),
    shows: '1C down to under-voltage: the discharge switch opens',
  },
  charge: {
    ...usual,
    soc: 0.9,
    load: (setting) => chargerLoad(setting, 0.5),
    defects: [{ cell: 2, socOffset: 0.015 }],
    shows: 'constant current, constant voltage, then top balancing',
  },
  cold: {
    ...usual,
    temperature: -30,
    ambient: -40,
    load: () => constantLoad(0.05),
    shows: 'cooling to -40 °C: both under-temperature protections',
  },
  hot: {
    ...usual,
    temperature: 42,
    ambient: 60,
    load: ({ capacityAh }) => constantLoad(0.5 * capacityAh),
    shows: 'over-temperature at 45 °C under load',
  },
  'weak-cell': {
    ...usual,
    soc: 0.5,
    defects: defectOf({ capacityScale: 0.85 }),
    load: ({ capacityAh }) => constantLoad(0.5 * capacityAh),
    shows: 'cell 5 has 15 % less capacity and falls behind',
  },
  'high-resistance': {
    ...usual,
    defects: defectOf({ resistanceScale: 2 }),
    load: driveLoad,
    shows: 'cell 5 sags twice as much under load',
  },
  'leaking-cell': {
    ...usual,
    defects: defectOf({ socOffset: -0.04, leakA: 1 }),
    load: () => constantLoad(0.05),
    shows: 'cell 5 loses 1 A at rest',
  },
  'soc-jump': {
    ...usual,
    soc: 0.985,
    believedSoc: 0.93,
    load: (setting) => chargerLoad(setting, 0.3),
    shows: 'the drifted state of charge jumps to 100 % when the pack is full',
  },
  'soc-red': {
    ...usual,
    soc: 0.213,
    load: ({ capacityAh }) => constantLoad(capacityAh),
    shows: 'state of charge crosses 21, 20, 19 %: the card turns red at 20',
  },
  'open-wire': {
    ...usual,
    load: driveLoad,
    sensors: { ...soundSensors, openWires: new Set([2]) },
    shows: 'cell 3 is not read (0 mV); the others keep their numbers',
  },
  'thermistor-open': {
    ...usual,
    load: driveLoad,
    sensors: withThermistor('open'),
    shows: 'temperature 1 reads -40 °C and is not believed',
  },
  'thermistor-short': {
    ...usual,
    load: driveLoad,
    sensors: withThermistor('short'),
    shows: 'temperature 1 reads 125 °C and is not believed',
  },
  'short-circuit': {
    ...usual,
    load: (setting) => shortCircuitLoad(setting, 20),
    shows: 'both switches open at 20 s and close again by themselves',
  },
  'stuck-switch': {
    ...usual,
    soc: 0.995,
    temperature: 10,
    ambient: 10,
    load: ({ capacityAh }) => constantLoad(-1.8 * capacityAh),
    stuck: 'charge',
    shows: 'the charge switch stays closed in spite of the protections',
  },
  'many-cells': {
    ...usual,
    load: driveLoad,
    cells: 128,
    temperatures: 64,
    shows: '128 cells and 64 temperatures',
  },
  'no-temperatures': {
    ...usual,
    load: driveLoad,
    temperatures: 0,
    shows: 'a pack without temperature sensors',
  },
} satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof scenarios;

export const isScenarioName = (name: string): name is ScenarioName =>
  Object.hasOwn(scenarios, name);

export const findScenario = (name: ScenarioName): Scenario => scenarios[name];
