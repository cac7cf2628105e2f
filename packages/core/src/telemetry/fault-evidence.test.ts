import { expect, test } from 'vitest';
import { faultEvidence } from './fault-evidence.ts';
import { aPack } from './pack.fixture.ts';

const FAULTY = aPack(0, {
  cellVoltagesV: [3.302, 3.712, null, 2.1],
  temperaturesC: [null, -21, 61, 61, -21],
});

test.each([
  ['cellOverVoltage', { kind: 'cell', number: 2, volts: 3.712 }],
  ['cellUnderVoltage', { kind: 'cell', number: 4, volts: 2.1 }],
  ['cellImbalance', { kind: 'spread', deltaMv: 1_612 }],
  ['packOverVoltage', { kind: 'pack', volts: 13.211 }],
  ['packUnderVoltage', { kind: 'pack', volts: 13.211 }],
  ['chargeOverCurrent', { kind: 'current', amps: -12.4 }],
  ['dischargeOverCurrent', { kind: 'current', amps: -12.4 }],
  ['shortCircuit', { kind: 'current', amps: -12.4 }],
  ['chargeOverTemperature', { kind: 'sensor', number: 3, celsius: 61 }],
  ['dischargeOverTemperature', { kind: 'sensor', number: 3, celsius: 61 }],
  ['chargeUnderTemperature', { kind: 'sensor', number: 2, celsius: -21 }],
  ['dischargeUnderTemperature', { kind: 'sensor', number: 2, celsius: -21 }],
] as const)('[OBD-47] %s is shown with the value that proves it', (fault, evidence) => {
  expect(faultEvidence(fault, FAULTY)).toEqual(evidence);
});

test.each(['frontEndError', 'softwareLock', 'chargeTimeout', 'temperatureSensorFault'] as const)(
  '[OBD-47] no value proves %s',
  (fault) => {
    expect(faultEvidence(fault, FAULTY)).toBeUndefined();
  },
);

test.each([
  'cellOverVoltage',
  'cellUnderVoltage',
  'cellImbalance',
  'packOverVoltage',
  'packUnderVoltage',
  'shortCircuit',
  'chargeOverTemperature',
  'chargeUnderTemperature',
] as const)('[OBD-47] %s is shown without a value if the device does not report it', (fault) => {
  const none = { alarms: [], protections: [], cellVoltagesV: [null], temperaturesC: [null] };
  expect(faultEvidence(fault, none)).toBeUndefined();
});
