import { CHECK_QUANTITIES, type QuantityId, type Reading } from './quantity.ts';

/** Both ends included; an end that is absent is open. */
export interface Limits {
  readonly least?: number;
  readonly most?: number;
}

export interface QuantityLimits extends Limits {
  readonly quantity: QuantityId;
}

/** A binary fraction away from a limit is at it: 1.1 × 3 is 3.3000000000000003. */
const SLACK = 1e-9;

export const isWithin = (value: number, { least, most }: Limits): boolean =>
  Number.isFinite(value) &&
  (least === undefined || value >= least - SLACK * Math.max(1, Math.abs(least))) &&
  (most === undefined || value <= most + SLACK * Math.max(1, Math.abs(most)));

const withUnit = (text: string, unit: string): string => (unit === '' ? text : `${text} ${unit}`);
const signed = (text: string): string => text.replace('-', '−');

export const numberText = (value: number, unit: string, digits?: number): string =>
  withUnit(signed(digits === undefined ? String(value) : value.toFixed(digits)), unit);

/** "at most 30 mV", "0 to 45 °C"; '' without limits. */
export const limitsText = ({ least, most }: Limits, unit: string): string => {
  if (least !== undefined && most !== undefined) {
    return least === most
      ? `exactly ${numberText(least, unit)}`
      : `${numberText(least, '')} to ${numberText(most, unit)}`;
  }
  if (least !== undefined) return `at least ${numberText(least, unit)}`;
  return most === undefined ? '' : `at most ${numberText(most, unit)}`;
};

/** "12 mV (cells 1 and 4)"; undefined is what the device does not tell. */
export const readingText = (id: QuantityId, reading: Reading | undefined): string => {
  if (reading === undefined) return 'not told by the device';
  const { unit, digits } = CHECK_QUANTITIES[id];
  const text = numberText(reading.value, unit, digits);
  return reading.where === undefined ? text : `${text} (${reading.where})`;
};
