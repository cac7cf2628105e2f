import type { Fault, FaultEvidence } from '@batbot/core';
import { fixed } from './numbers.ts';

/** Alarms and protections in words. */
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
  chargeTimeout: 'Charge time-out',
  cellImbalance: 'Cell imbalance',
  temperatureSensorFault: 'Temperature sensor fault',
};

export const evidenceText = (evidence: FaultEvidence | undefined): string => {
  switch (evidence?.kind) {
    case undefined:
      return '';
    case 'cell':
      return `cell ${evidence.number}, ${fixed(evidence.volts, 3)} V`;
    case 'spread':
      return `${evidence.deltaMv} mV apart`;
    case 'pack':
      return `${fixed(evidence.volts, 3)} V`;
    case 'current':
      return `${fixed(evidence.amps, 2)} A`;
    case 'sensor':
      return `sensor ${evidence.number}, ${fixed(evidence.celsius, 0)} °C`;
  }
};
