import { faultBits } from '../../bms/reading.ts';
import type { FaultName, Reading } from '../../bms/reading.ts';

const has = (mask: number, names: readonly FaultName[]): boolean =>
  names.some((name) => (mask & (1 << faultBits[name])) !== 0);

/** True if the BMS has opened a switch for one of these reasons. */
export const protects = (reading: Reading, ...names: readonly FaultName[]): boolean =>
  has(reading.protections, names);

/** True if the BMS warns of one of these faults. */
export const warns = (reading: Reading, ...names: readonly FaultName[]): boolean =>
  has(reading.alarms, names);

/** Encodes faults as the mask of a device. The list contains the fault of each bit. */
export const bitsOf = (
  set: (reading: Reading, ...names: readonly FaultName[]) => boolean,
  reading: Reading,
  bits: Readonly<Record<number, FaultName | readonly FaultName[]>>,
): number =>
  Object.entries(bits).reduce(
    (mask, [bit, names]) =>
      set(reading, ...(typeof names === 'string' ? [names] : names))
        ? mask + 2 ** Number(bit)
        : mask,
    0,
  );

export const canCharge = (reading: Reading): boolean => (reading.fets & 1) !== 0;
export const canDischarge = (reading: Reading): boolean => (reading.fets & 2) !== 0;
