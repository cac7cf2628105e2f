import { rounded } from './numbers.ts';

/** The limits of 16 and 32 bits, which devices write for a value that they do not measure. */
const UNSIGNED: readonly number[] = [65_535, 4_294_967_295];
const SIGNED: readonly number[] = [32_767, -32_768, 2_147_483_647, -2_147_483_648];
/** The largest number of decimals with which such a number is written: `65.535 A`. */
const MOST_DECIMALS = 3;

/**
 * True if a number stands for a missing value, whatever the place of its decimal point. `isSigned` is true for a value
 * that may be negative: 327.67 V may be the voltage of a vehicle.
 */
export const isFillValue = (value: number, isSigned: boolean): boolean =>
  Array.from({ length: MOST_DECIMALS + 1 }, (_, decimals) => rounded(value * 10 ** decimals)).some(
    (digits) => UNSIGNED.includes(digits) || (isSigned && SIGNED.includes(digits)),
  );
