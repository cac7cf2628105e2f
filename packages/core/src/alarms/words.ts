import { isSuspectTemperature } from '../telemetry/pack-summary.ts';
import { timeOfDay } from '../log/log-time.ts';
import type { AlarmLimit } from './plan.ts';
import { TRAITS, type Quantity } from './quantities.ts';
import { isBeyond, type Reading } from './reading.ts';
import type { Monitoring } from './monitoring.ts';

/*
 * The names of the quantities. The log, the recorded session, the strip on the screen and the browser's notification
 * use the same names.
 */

export const QUANTITY_NAMES: Readonly<Record<Quantity, string>> = {
  cellVoltage: 'Cell voltage',
  cellSpread: 'Cell spread',
  temperature: 'Temperature',
  packVoltage: 'Pack voltage',
  chargeCurrent: 'Charge current',
  dischargeCurrent: 'Discharge current',
  power: 'Power',
  stateOfCharge: 'State of charge',
};

export type QuantityWriter = (value: number, decimals: number, unit: string) => string;

/** Formats a value as in records, which is the same in every locale: '−3.65 A'. */
const plain: QuantityWriter = (value, decimals, unit) =>
  `${value.toFixed(decimals).replace('-', '−')} ${unit}`;

/** Formats a value: '3.650 V'. Temperatures are in whole degrees or in tenths. */
export const quantityText = (quantity: Quantity, value: number, write = plain): string => {
  const { digits, unit } = TRAITS[quantity];
  const decimals = quantity === 'temperature' ? (Number.isInteger(value) ? 0 : 1) : digits;
  return write(value, decimals, unit);
};

/** Returns the text about the other cells: ' and 15 other cells above 3.650 V'. */
const othersText = (
  limit: AlarmLimit,
  { value, numbers }: Reading,
  noun: string,
  write: QuantityWriter,
): string => {
  if (numbers.length < 2 || !isBeyond(limit, value)) return '';
  const others = numbers.length - 1;
  const side = limit.side === 'high' ? 'above' : 'below';
  return ` and ${others} other ${noun}${others === 1 ? '' : 's'} ${side} ${quantityText(limit.quantity, limit.value, write)}`;
};

/** Returns the place of a value: 'Cell 7', 'Cells 2 and 1', 'Pack voltage'. */
const placeText = ({ quantity }: AlarmLimit, { numbers }: Reading): string => {
  switch (quantity) {
    case 'cellVoltage':
      return `Cell ${numbers[0] ?? '?'}`;
    case 'temperature':
      return `Sensor ${numbers[0] ?? '?'}`;
    case 'cellSpread':
      return `Cells ${numbers.join(' and ')}`;
    default:
      return QUANTITY_NAMES[quantity];
  }
};

const valueText = ({ quantity }: AlarmLimit, { value }: Reading, write: QuantityWriter): string => {
  const text = quantityText(quantity, value, write);
  if (quantity === 'cellSpread') return `${text} apart`;
  return quantity === 'temperature' && isSuspectTemperature(value)
    ? `${text} (check sensor)`
    : text;
};

/** Returns the text of a reading: 'Cell 7: 3.702 V and 2 other cells above 3.650 V'. */
export const readingText = (limit: AlarmLimit, reading: Reading, write = plain): string => {
  const noun = limit.quantity === 'temperature' ? 'sensor' : 'cell';
  const others =
    limit.quantity === 'cellVoltage' || limit.quantity === 'temperature'
      ? othersText(limit, reading, noun, write)
      : '';
  return `${placeText(limit, reading)}: ${valueText(limit, reading, write)}${others}`;
};

/**
 * Returns the text of a worst reading: 'lowest: cell 5, 3.264 V', or 'highest: 59.1 V' for a quantity of the whole
 * pack.
 */
export const worstText = (limit: AlarmLimit, worst: Reading, write = plain): string => {
  const place = worst.numbers.length === 0 ? '' : `${placeText(limit, worst).toLowerCase()}, `;
  return `${limit.side === 'low' ? 'lowest' : 'highest'}: ${place}${valueText(limit, worst, write)}`;
};

/** Returns the text of a limit: 'high limit 3.650 V'. */
export const limitText = ({ quantity, side, value }: AlarmLimit, write = plain): string =>
  `${side} limit ${quantityText(quantity, value, write)}`;

export const raisedText = (limit: AlarmLimit, reading: Reading, write = plain): string =>
  `Alarm: ${readingText(limit, reading, write)}, ${limitText(limit, write)}`;

/** Returns the text of a cleared alarm: 'Cleared: cell voltage above 3.290 V again, lowest: cell 5, 3.264 V'. */
export const endedText = (limit: AlarmLimit, worst: Reading): string => {
  const side = limit.side === 'low' ? 'above' : 'below';
  const name = QUANTITY_NAMES[limit.quantity].toLowerCase();
  return `Cleared: ${name} ${side} ${quantityText(limit.quantity, limit.value)} again, ${worstText(limit, worst)}`;
};

export const acknowledgedText = (limit: AlarmLimit): string =>
  `Alarm acknowledged: ${QUANTITY_NAMES[limit.quantity]}, ${limitText(limit)}`;

const REASONS: Readonly<
  Record<Extract<Monitoring, { readonly kind: 'notMonitored' }>['reason'], string>
> = {
  notConnected: 'the device is not connected',
  elsewhere: 'live data runs on Home only',
  otherVersion: 'another version of the app saved them',
  noReply: 'the device does not answer',
  busy: 'your command is using the connection',
  unreadable: 'its replies are unreadable',
};

/** Returns the text that says why no limit is monitored, and since when. */
export const notMonitoredText = (
  { reason, since }: Extract<Monitoring, { readonly kind: 'notMonitored' }>,
  timeText = (at: number): string => timeOfDay(at).slice(0, 8),
): string => {
  const last = since === undefined ? '' : ` since ${timeText(since)}`;
  return `Limits not monitored${last}: ${REASONS[reason]}`;
};
