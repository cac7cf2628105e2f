/** The limits of 16 and 32 bits, which devices write for a value that they do not measure. */
const UNSIGNED: readonly number[] = [65_535, 4_294_967_295];
const SIGNED: readonly number[] = [32_767, -32_768, 2_147_483_647, -2_147_483_648];
/** Such a number is written with at most three decimals: `65.535 A`. */
const DIVISORS: readonly number[] = [1, 10, 100, 1000];

/**
 * True if a number stands for a missing value, whatever the place of its decimal point. `isSigned` is true for a value
 * that may be negative: 327.67 V may be the voltage of a vehicle.
 */
export const isFillValue = (value: number, isSigned: boolean): boolean =>
  [...UNSIGNED, ...(isSigned ? SIGNED : [])].some((limit) =>
    DIVISORS.some((divisor) => value === limit / divisor),
  );
