/** The values that the device reports, in the units of its wire format. */
export interface Reading {
  readonly uptimeS: number;
  readonly packMv: number;
  /** Current in units of 10 mA, positive = charging. */
  readonly current10mA: number;
  /** State of charge in units of 0.1 %. */
  readonly soc: number;
  /** State of health in units of 0.1 %. */
  readonly soh: number;
  /** Design capacity in units of 10 mAh. */
  readonly designCapacity: number;
  /** Remaining capacity in units of 10 mAh. */
  readonly remaining: number;
  readonly cycles: number;
  /** Closed switches: bit 0 charge, bit 1 discharge, bit 2 precharge. */
  readonly fets: number;
  readonly alarms: number;
  readonly protections: number;
  /** Cell voltages in mV; 0 = not read. */
  readonly cells: readonly number[];
  /** Temperatures in °C; −127 = missing sensor. */
  readonly temperatures: readonly number[];
  readonly balancing: readonly boolean[];
}

/** Bit numbers of alarms and protections. */
export const faultBits = {
  cellOverVoltage: 0,
  cellUnderVoltage: 1,
  packOverVoltage: 2,
  packUnderVoltage: 3,
  chargeOverTemperature: 4,
  chargeUnderTemperature: 5,
  dischargeOverTemperature: 6,
  dischargeUnderTemperature: 7,
  chargeOverCurrent: 8,
  dischargeOverCurrent: 9,
  shortCircuit: 10,
  frontEndError: 11,
  softwareLock: 12,
  chargeTimeout: 13,
  cellImbalance: 14,
  temperatureSensor: 15,
} as const;

export type FaultName = keyof typeof faultBits;
