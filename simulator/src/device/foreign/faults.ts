import { faultBits } from '../../bms/reading.ts';
import type { FaultName, Reading } from '../../bms/reading.ts';

/** Faults in the order in which most protocols number them. */
export const voltageFaults: readonly FaultName[] = [
  'cellOverVoltage',
  'cellUnderVoltage',
  'packOverVoltage',
  'packUnderVoltage',
];
export const temperatureFaults: readonly FaultName[] = [
  'chargeOverTemperature',
  'chargeUnderTemperature',
  'dischargeOverTemperature',
  'dischargeUnderTemperature',
];
export const currentFaults: readonly FaultName[] = ['chargeOverCurrent', 'dischargeOverCurrent'];

const has = (mask: number, names: readonly FaultName[]): boolean =>
  names.some((name) => (mask & (1 << faultBits[name])) !== 0);

/** True if the BMS has opened a switch for one of these reasons. */
export const protects = (reading: Reading, ...names: readonly FaultName[]): boolean =>
  has(reading.protections, names);

/** True if the BMS warns of one of these faults. */
export const warns = (reading: Reading, ...names: readonly FaultName[]): boolean =>
  has(reading.alarms, names);

/** Encodes faults as the mask of a device. `bits` lists the faults from bit 0, or maps bit numbers to faults. */
export const bitsOf = (
  set: (reading: Reading, ...names: readonly FaultName[]) => boolean,
  reading: Reading,
  bits: readonly FaultName[] | Readonly<Record<number, FaultName | readonly FaultName[]>>,
): number =>
  Object.entries(bits).reduce(
    (mask, [bit, names]) =>
      set(reading, ...(typeof names === 'string' ? [names] : names))
        ? mask + 2 ** Number(bit)
        : mask,
    0,
  );

/** Encodes two bits for each fault, a warning and a protection, beginning with the lower two bits. */
export const pairsOf = (reading: Reading, names: readonly FaultName[]): number =>
  names.reduce(
    (mask, name, at) =>
      mask |
      ((warns(reading, name) ? 1 : 0) << (at * 2)) |
      ((protects(reading, name) ? 2 : 0) << (at * 2)),
    0,
  );

export const canCharge = (reading: Reading): boolean => (reading.fets & 1) !== 0;
export const canDischarge = (reading: Reading): boolean => (reading.fets & 2) !== 0;
