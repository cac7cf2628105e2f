import type { Reading } from '../../bms/reading.ts';
import { bytesOf, textOf } from './bytes.ts';
import { crcXmodem } from './checksums.ts';
import type { ForeignDevice } from './conversation.ts';
import { protects, warns } from './faults.ts';
import { createLineReader } from './request-readers.ts';

/*
 * Voltronic, Axpert, MPP Solar, "PI30 communication protocol": a command, its CRC and CR. The reply is "(", values
 * separated by spaces, CRC and CR. A byte of the CRC that has another meaning is increased by one.
 */

const reserved = [0x28, 0x0d, 0x0a];

const crcOf = (text: string): string => {
  const crc = crcXmodem(bytesOf(text));
  return textOf([crc >> 8, crc & 0xff].map((byte) => (reserved.includes(byte) ? byte + 1 : byte)));
};

export const voltronicFrame = (text: string): string => `${text}${crcOf(text)}\r`;

const fixed = (value: number, whole: number, decimals = 0): string =>
  value.toFixed(decimals).padStart(whole + (decimals === 0 ? 0 : decimals + 1), '0');

const bit = (is: boolean): string => (is ? '1' : '0');

const general = (r: Reading): string => {
  const volts = r.packMv / 1000;
  const charging = Math.max(0, r.current10mA / 100);
  const discharging = Math.max(0, -r.current10mA / 100);
  const load = Math.round(discharging * volts);
  const status = `000${bit(load > 0)}0${bit(charging > 0)}${bit(charging > 0)}0`;
  return [
    '000.0 00.0 230.0 50.0',
    fixed(load, 4),
    fixed(load, 4),
    fixed(load / 50, 3),
    '380',
    fixed(volts, 2, 2),
    fixed(charging, 3),
    fixed(Math.floor(r.soc / 10), 3),
    '0031',
    fixed(charging > 0 ? (charging * volts) / 120 : 0, 4),
    charging > 0 ? '120.0' : '000.0',
    fixed(charging > 0 ? volts : 0, 2, 2),
    fixed(discharging, 5),
    status,
    '00 00',
    fixed(charging * volts, 5),
    '010',
  ].join(' ');
};

const ratings = (r: Reading): string => {
  const cells = r.cells.length;
  const [recharge, under, bulk, float] = [3.0, 2.8, 3.5, 3.4].map((each) =>
    fixed(each * cells, 2, 1),
  );
  return `230.0 21.7 230.0 50.0 21.7 5000 5000 48.0 ${recharge} ${under} ${bulk} ${float} 2 30 060 1 2 3 9 01 0 0 54.0 0 1`;
};

/** Returns 36 characters. The first one is a0. */
const warnings = (r: Reading): string => {
  const set: readonly [at: number, is: boolean][] = [
    [9, protects(r, 'chargeOverTemperature', 'dischargeOverTemperature')],
    [11, protects(r, 'packOverVoltage', 'cellOverVoltage')],
    [12, warns(r, 'packUnderVoltage', 'cellUnderVoltage')],
    [14, protects(r, 'packUnderVoltage', 'cellUnderVoltage')],
    [16, protects(r, 'dischargeOverCurrent')],
    [24, protects(r, 'shortCircuit')],
  ];
  return Array.from({ length: 36 }, (_, at) =>
    bit(set.some(([place, is]) => place === at && is)),
  ).join('');
};

const answers: Readonly<Record<string, (reading: Reading) => string>> = {
  QPI: () => 'PI30',
  QID: () => '92931701100510',
  QVFW: () => 'VERFW:00072.70',
  QMOD: () => 'B',
  QPIGS: general,
  QPIRI: ratings,
  QPIWS: warnings,
};

/** Refuses a wrong checksum and an unknown command in the same way. */
const answer = (request: string, reading: Reading): string => {
  const command = request.slice(0, -2);
  const known = Object.hasOwn(answers, command) && crcOf(command) === request.slice(-2);
  return voltronicFrame(`(${known ? answers[command]?.(reading) : 'NAK'}`);
};

export const voltronic: ForeignDevice = {
  is: 'Voltronic, Axpert and MPP Solar inverters, PI30',
  places: { cells: 128, temperatures: 128 },
  open: () => ({ reader: createLineReader(), answer }),
};
