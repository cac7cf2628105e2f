/** Faults of the wiring between cells and BMS. Cells and sensors are counted from 0. */
export interface SensorFaults {
  readonly openWires: ReadonlySet<number>;
  /** The state of each faulty thermistor: `open` decodes as −40 °C, `short` as 125 °C, `missing` as −127. */
  readonly thermistors: ReadonlyMap<number, 'open' | 'short' | 'missing'>;
}

export const soundSensors: SensorFaults = { openWires: new Set(), thermistors: new Map() };

export const thermistorReading = { open: -40, short: 125, missing: -127 } as const;

/** Returns the cell to which a sensor is attached if `sensors` are spread evenly over `cells`. */
export const sensorPlace = (sensor: number, sensors: number, cells: number): number =>
  Math.min(cells - 1, Math.floor(((sensor + 0.5) * cells) / sensors));
