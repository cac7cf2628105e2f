import type { Reading } from '../../bms/reading.ts';

/** Returns the reading of a pack without faults. `parts` replaces the values that a test is about. */
export const readingOf = (parts: Partial<Reading> = {}): Reading => ({
  uptimeS: 86_405,
  packMv: 52_800,
  current10mA: -1240,
  soc: 785,
  soh: 990,
  designCapacity: 10_000,
  remaining: 7772,
  cycles: 123,
  fets: 3,
  alarms: 0,
  protections: 0,
  cells: Array.from({ length: 16 }, (_, at) => 3300 + at),
  temperatures: [25, 26, 27, 28],
  balancing: Array.from({ length: 16 }, () => false),
  ...parts,
});

/** Converts pairs of hexadecimal digits to latin-1 text. */
export const hex = (digits: string): string =>
  Buffer.from(digits.replaceAll(/\s/g, ''), 'hex').toString('latin1');

export const inHex = (text: string): string =>
  Buffer.from(text, 'latin1').toString('hex').toUpperCase();
