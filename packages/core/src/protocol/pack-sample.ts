/** The state of each switch: true if it is closed. A switch that was not reported is absent. */
export interface PackSwitches {
  readonly charge?: boolean;
  readonly discharge?: boolean;
  readonly precharge?: boolean;
}

/**
 * The decoded values of one reply. A value that was not reported is absent. A cell or sensor that could not be read is
 * `null` and keeps its number: index 0 is always cell 1.
 */
export interface PackSample {
  /** Sequence number of the reply. A reply that repeats the previous number is rejected. */
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
  /** True if the device reported neither alarms nor protections in a known form. An empty list then proves nothing. */
  readonly lacksFaults?: true;
  readonly cellVoltagesV: readonly (number | null)[];
  readonly temperaturesC: readonly (number | null)[];
  /** The balancing state of each cell in `cellVoltagesV`; absent if the device does not report it. */
  readonly balancing?: readonly boolean[];
}

/** The values of a sample that are single numbers. */
export const SCALARS = [
  'packVoltageV',
  'currentA',
  'socPercent',
  'sohPercent',
  'designCapacityAh',
  'remainingAh',
  'cycles',
  'sequence',
  'uptimeS',
] as const satisfies readonly (keyof PackSample)[];
export type ScalarKey = (typeof SCALARS)[number];

/** Alarm and protection bits, bit 0 first (device protocol, part 1). The last name stands for all further bits. */
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
  'unknownFault',
] as const;

export type Fault = (typeof FAULTS)[number];

/** The largest number of cells (release notes of the desktop tool). */
export const MAX_CELLS = 128;

/** The largest mask in which all bits have a name. */
const NAMED_BITS = 2 ** (FAULTS.length - 1) - 1;

/** Returns the names of the bits that are set, bit 0 first; none for NaN. */
export const faultsOf = (bits: number): readonly Fault[] =>
  FAULTS.filter((name, bit) =>
    name === 'unknownFault' ? bits > NAMED_BITS : (bits & (1 << bit)) !== 0,
  );

/** Returns the state of each switch from the FET bits of the native dialect. */
export const switchesOf = (fet: number): Required<PackSwitches> => ({
  charge: (fet & 1) !== 0,
  discharge: (fet & 2) !== 0,
  precharge: (fet & 4) !== 0,
});

/** A value of a reply for which a sample has no field. It is shown as received. */
export interface OtherValue {
  readonly key: string;
  /** The name of a text whose meaning a profile knows. Any other value is shown under its key. */
  readonly name?: string;
  readonly text: string;
}
