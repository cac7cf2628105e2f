import { unreachable } from '../prelude/unreachable.ts';
import { isSuspectTemperature } from '../telemetry/pack-summary.ts';
import { timeOfDay } from '../log/log-time.ts';
import type { AlarmLimit } from './plan.ts';
import { TRAITS, type Quantity } from './quantities.ts';
import { isBeyond, type Reading } from './reading.ts';
import type { AlarmWatch } from './watch.ts';

/*
 * The log, the recorded session, the strip on the screen and the notice outside of it say the same: so the words are
 * here, beside the log's other system lines.
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

/** '3.650 V'; temperatures and percents as fine as they are. */
export const quantityText = (quantity: Quantity, value: number): string => {
  const { digits, unit } = TRAITS[quantity];
  const text = quantity === 'temperature' ? String(value) : value.toFixed(digits);
  return `${text.replace('-', '−')} ${unit}`;
};

/** ', 15 more over': beyond the limit too, each at a value of its own. */
const othersText = (limit: AlarmLimit, { value, numbers }: Reading): string => {
  if (numbers.length < 2 || !isBeyond(limit, value)) return '';
  return `, ${numbers.length - 1} more ${limit.side === 'high' ? 'over' : 'under'}`;
};

/** 'Cell 7 at 3.702 V', the farthest; and how many others are beyond the limit with it. */
export const readingText = (limit: AlarmLimit, reading: Reading): string => {
  const { quantity } = limit;
  const { value, numbers } = reading;
  const text = quantityText(quantity, value);
  const others = othersText(limit, reading);
  switch (quantity) {
    case 'cellVoltage':
      return `Cell ${numbers[0] ?? '?'} at ${text}${others}`;
    case 'temperature':
      return `Sensor ${numbers[0] ?? '?'} at ${text}${isSuspectTemperature(value) ? ' (check sensor)' : ''}${others}`;
    case 'cellSpread':
      return `Cells ${numbers.join(' and ')} are ${text} apart`;
    default:
      return `${QUANTITY_NAMES[quantity]} at ${text}`;
  }
};

/** 'high limit 3.650 V'. */
export const limitText = ({ quantity, side, value }: AlarmLimit): string =>
  `${side} limit ${quantityText(quantity, value)}`;

export const raisedText = (limit: AlarmLimit, reading: Reading): string =>
  `Alarm: ${readingText(limit, reading)}, ${limitText(limit)}`;

export const endedText = (limit: AlarmLimit, worst: Reading): string =>
  `Alarm ended: ${QUANTITY_NAMES[limit.quantity]} is within its ${limitText(limit)} again, worst: ${readingText(limit, worst)}`;

export const acknowledgedText = (limit: AlarmLimit): string =>
  `Alarm acknowledged: ${QUANTITY_NAMES[limit.quantity]}, ${limitText(limit)}`;

/** Why nothing is watched, and since when; never that all is well. */
export const notWatchedText = ({
  reason,
  since,
}: Extract<AlarmWatch, { readonly kind: 'notWatched' }>): string => {
  const last = since === undefined ? '' : ` since ${timeOfDay(since).slice(0, 8)}`;
  switch (reason) {
    case 'notConnected':
      return `Limits are not watched: no live data${last}, the device is not connected`;
    case 'elsewhere':
      return `Limits are not watched: no live data${last}, they are asked for on Home only`;
    case 'noReply':
      return `Limits are not watched: no live data${last}, the device does not answer`;
    case 'busy':
      return `Limits are not watched: no live data${last}, a command of yours holds the line`;
    case 'unreadable':
      return `Limits are not watched: no live data${last}, the device answers nothing that can be read as such`;
    default:
      return unreachable(reason);
  }
};
