/** Positions of `switches` in the dialect's FET bits. */
export interface PackSwitches {
  readonly charge: boolean;
  readonly discharge: boolean;
  readonly precharge: boolean;
}

/**
 * What a device told of its pack in one reply. A value it did not tell is absent; a cell or sensor it could not
 * read is `null` and keeps its number: index 0 is cell 1, always.
 */
export interface PackSample {
  /** Number of the reply; proves the pairing of poll and reply. */
  readonly sequence?: number;
  readonly uptimeS?: number;
  readonly packVoltageV?: number;
  /** Positive = charging. */
  readonly currentA?: number;
  readonly socPercent?: number;
  readonly sohPercent?: number;
  readonly designCapacityAh?: number;
  readonly remainingAh?: number;
  readonly cycles?: number;
  readonly switches?: PackSwitches;
  /** Names of the active alarms; see `FAULTS`. */
  readonly alarms: readonly Fault[];
  /** Names of the active protections. */
  readonly protections: readonly Fault[];
  /** Neither alarms nor protections were told in a way that can be read: that none is listed says nothing. */
  readonly lacksFaults?: true;
  readonly cellVoltagesV: readonly (number | null)[];
  readonly temperaturesC: readonly (number | null)[];
  /** As long as `cellVoltagesV`. */
  readonly balancing: readonly boolean[];
}

/** Alarm and protection bits, bit 0 first (device protocol, part 1). */
export const FAULTS = [
  'cellOverVoltage',
  'cellUnderVoltage',
  'packOverVoltage',
  'packUnderVoltage',
  'chargeOverTemperature',
  'chargeUnderTemperature',
  'dischargeOverTemperature',
  'dischargeUnderTemperature',
  'chargeOverCurrent',
  'dischargeOverCurrent',
  'shortCircuit',
  'frontEndError',
  'softwareLock',
  'chargeTimeout',
  'cellImbalance',
  'temperatureSensorFault',
] as const;

export type Fault = (typeof FAULTS)[number];

/** At most this many cells (release notes of the desktop tool). */
export const MAX_CELLS = 128;

export const faultsOf = (bits: number): readonly Fault[] =>
  FAULTS.filter((_, bit) => (bits & (1 << bit)) !== 0);
