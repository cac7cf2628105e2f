import type { Fault } from '@batbot/core';

/** The texts of alarms and protections. */
export const FAULT_WORDS: Readonly<Record<Fault, string>> = {
  cellOverVoltage: 'Cell over-voltage',
  cellUnderVoltage: 'Cell under-voltage',
  packOverVoltage: 'Pack over-voltage',
  packUnderVoltage: 'Pack under-voltage',
  chargeOverTemperature: 'Too hot to charge',
  chargeUnderTemperature: 'Too cold to charge',
  dischargeOverTemperature: 'Too hot to discharge',
  dischargeUnderTemperature: 'Too cold to discharge',
  chargeOverCurrent: 'Charge over-current',
  dischargeOverCurrent: 'Discharge over-current',
  shortCircuit: 'Short circuit',
  frontEndError: 'Front-end error',
  softwareLock: 'Software lock',
  chargeTimeout: 'Charge timeout',
  cellImbalance: 'Cell imbalance',
  temperatureSensorFault: 'Temperature sensor fault',
  unknownFault: 'Unknown fault',
};
