import type { Reading } from '../../bms/reading.ts';
import { sum } from './bytes.ts';
import type { ForeignDevice } from './conversation.ts';
import { protects } from './faults.ts';
import { createLineReader } from './request-readers.ts';

/*
 * Junctek KG-F, "KG series communication protocol": the request `:R50=address,checksum,…` gets the reply
 * `:r50=address,checksum,values,`. The checksum is the sum of the values modulo 255, plus 1. Measured values are also
 * sent unsolicited once a second.
 */

const address = 1;

const checksumOf = (values: readonly number[]): number => (sum(values) % 255) + 1;

export const junctekLine = (code: string, values: readonly number[]): string =>
  `:r${code}=${address},${checksumOf(values)},${values.map((value) => `${value},`).join('')}\r\n`;

/** Returns the state of the output: 0 on, 1 over voltage, 2 over current, 3 low voltage, 4 …, 6 over temperature. */
const output = (r: Reading): number => {
  if (protects(r, 'packOverVoltage', 'cellOverVoltage')) return 1;
  if (protects(r, 'chargeOverCurrent', 'dischargeOverCurrent', 'shortCircuit')) return 2;
  if (protects(r, 'packUnderVoltage', 'cellUnderVoltage')) return 3;
  return protects(r, 'chargeOverTemperature', 'dischargeOverTemperature') ? 6 : 0;
};

/** Returns the remaining time in minutes. */
const life = ({ current10mA, remaining, designCapacity }: Reading): number => {
  if (current10mA === 0) return 0;
  const left = current10mA < 0 ? remaining : designCapacity - remaining;
  return Math.round((left / Math.abs(current10mA)) * 60);
};

const measured = (r: Reading): string =>
  junctekLine('50', [
    Math.round(r.packMv / 10),
    Math.abs(r.current10mA),
    r.remaining * 10,
    r.cycles * r.designCapacity * 10,
    Math.round((r.cycles * r.designCapacity * r.packMv) / 1000),
    r.uptimeS,
    (r.temperatures[0] ?? 25) + 100,
    0,
    output(r),
    r.current10mA > 0 ? 1 : 0,
    life(r),
    4277,
  ]);

/** Returns the settings: protection limits off, capacity in 0.1 Ah, calibration 100 %. */
const settings = (r: Reading): string =>
  junctekLine('51', [
    0,
    0,
    0,
    0,
    0,
    100,
    0,
    0,
    Math.round(r.designCapacity / 10),
    100,
    100,
    100,
    0,
    0,
    1,
  ]);

const answers: Readonly<Record<string, (reading: Reading) => string>> = {
  '00': () => junctekLine('00', [2140, 110, 6]),
  '50': measured,
  '51': settings,
};

const answer = (request: string, reading: Reading): string => {
  const [, code = '', to = '', checksum = '', rest = ''] =
    /:R(\d\d)=(\d+),(\d+),((?:\d+,)*)$/.exec(request) ?? [];
  const values = rest.split(',').slice(0, -1).map(Number);
  const sound = Number(to) === address && Number(checksum) === checksumOf(values);
  return sound ? (answers[code]?.(reading) ?? '') : '';
};

export const junctek: ForeignDevice = {
  is: 'Junctek KG-F battery monitor, also unsolicited once a second',
  places: { cells: 128, temperatures: 128 },
  hasSensor: true,
  open: () => ({
    reader: createLineReader(),
    answer,
    stream: { everyMs: 1000, say: measured },
  }),
};
