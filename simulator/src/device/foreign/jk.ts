import type { Reading } from '../../bms/reading.ts';
import { bytesOf, padded, sum, textOf, u16, u32, u8 } from './bytes.ts';
import type { ForeignDevice } from './conversation.ts';
import { bitsOf, canCharge, canDischarge, protects, warns } from './faults.ts';
import { createHeaderReader } from './request-readers.ts';

/*
 * JK (Jikong) on UART or RS485, "BMS communication protocol 2.5": 4E 57, length, terminal number, command word, source,
 * transport type, data, record number, 68, two zeros and the sum of all bytes before. Data are tags with a fixed number
 * of bytes each; only 79 (cells) contains its length. Big-endian.
 */

const activate = 0x01;
const readOne = 0x03;
const readAll = 0x06;
const fromBms = 0;
const isReply = 1;

const cellAndCurrentLimits = [3650, 3550, 5, 2500, 2650, 5, 300, 150, 30, 100, 30, 3300, 10];
/** The last two are −20 and −10 °C. */
const temperatureLimits = [90, 70, 100, 100, 20, 55, 65, 0, 5, 0xffec, 0xfff6];

/** Encodes a temperature in steps of 1 °C. A value above 100 counts the degrees below zero. */
const celsius = (value: number): readonly number[] => u16(value < 0 ? 100 - value : value);

/** Encodes the current in 10 mA. Bit 15 is set while charging (protocol version 1). */
const current = ({ current10mA }: Reading): readonly number[] =>
  u16(Math.min(0x7fff, Math.abs(current10mA)) + (current10mA > 0 ? 0x8000 : 0));

type Tags = readonly (readonly [tag: number, value: readonly number[]])[];

/** Encodes consecutive tags with a number of two bytes each. */
const inARow = (from: number, values: readonly number[]): Tags =>
  values.map((value, at) => [from + at, u16(value)] as const);

const tagsOf = (r: Reading): Tags => [
  [0x79, [...u8(r.cells.length * 3), ...r.cells.flatMap((mv, at) => [at + 1, ...u16(mv)])]],
  [0x80, celsius(r.temperatures[2] ?? 25)],
  [0x81, celsius(r.temperatures[0] ?? 25)],
  [0x82, celsius(r.temperatures[1] ?? 25)],
  [0x83, u16(r.packMv / 10)],
  [0x84, current(r)],
  [0x85, u8(Math.floor(r.soc / 10))],
  [0x86, u8(Math.min(2, r.temperatures.length))],
  [0x87, u16(r.cycles)],
  [0x89, u32((r.cycles * r.designCapacity) / 100)],
  [0x8a, u16(r.cells.length)],
  [
    0x8b,
    u16(
      bitsOf(protects, r, {
        2: 'packOverVoltage',
        3: 'packUnderVoltage',
        4: ['chargeOverTemperature', 'dischargeOverTemperature'],
        5: 'chargeOverCurrent',
        6: ['dischargeOverCurrent', 'shortCircuit'],
        9: ['chargeUnderTemperature', 'dischargeUnderTemperature'],
        10: 'cellOverVoltage',
        11: 'cellUnderVoltage',
      }) | bitsOf(warns, r, { 7: 'cellImbalance' }),
    ),
  ],
  [
    0x8c,
    u16((canCharge(r) ? 1 : 0) | (canDischarge(r) ? 2 : 0) | (r.balancing.includes(true) ? 4 : 0)),
  ],
  // Limits from 8E to 9C and from 9E to A8. 9D switches the balancer.
  ...inARow(0x8e, [r.cells.length * 365, r.cells.length * 250, ...cellAndCurrentLimits]),
  [0x9d, u8(1)],
  ...inARow(0x9e, temperatureLimits),
  [0xa9, u8(r.cells.length)],
  [0xaa, u32(r.designCapacity / 100)],
  [0xab, u8(1)],
  [0xac, u8(1)],
  [0xad, u16(1041)],
  [0xae, u8(1)],
  [0xaf, u8(0)],
  [0xb0, u16(10)],
  [0xb1, u8(20)],
  [0xb2, padded('123456', 10)],
  [0xb3, u8(0)],
  [0xb4, padded('ACME-16S', 8)],
  [0xb5, padded('2401', 4)],
  [0xb6, u32(r.uptimeS / 60)],
  [0xb7, padded('H11.X__S11.24__', 15)],
  [0xb8, u8(0)],
  [0xb9, u32(r.designCapacity / 100)],
  [0xba, padded('A1B2C3', 24)],
  [0xc0, u8(1)],
];

export const jkFrame = (command: number, data: readonly number[]): string => {
  const body = [0, 0, 0, 0, command, fromBms, isReply, ...data, 0, 0, 0, 0, 0x68];
  const covered = [0x4e, 0x57, ...u16(body.length + 6), ...body];
  return textOf([...covered, 0, 0, ...u16(sum(covered))]);
};

const answer = (request: string, reading: Reading): string => {
  const bytes = bytesOf(request);
  const sound = textOf(u16(sum(bytes.slice(0, -4)))) === textOf(bytes.slice(-2));
  const [command = 0, tag = 0] = [bytes[8], bytes[11]];
  if (!sound || bytes.at(-5) !== 0x68) return '';
  const tags = tagsOf(reading);
  const dataOf = (some: Tags): readonly number[] =>
    some.flatMap(([each, value]) => [each, ...value]);
  if (command === readAll) return jkFrame(command, dataOf(tags));
  if (command === readOne) return jkFrame(command, dataOf(tags.filter(([each]) => each === tag)));
  return command === activate ? jkFrame(command, []) : '';
};

export const jk: ForeignDevice = {
  is: 'JK (Jikong) on UART or RS485, frames 4E 57',
  places: { cells: 24, temperatures: 3 },
  pack: { cells: 16, temperatures: 3 },
  hasSensor: true,
  open: () => ({
    reader: createHeaderReader([0x4e, 0x57], (received) => {
      const [high, low] = [received[2], received[3]];
      return high === undefined || low === undefined ? undefined : ((high << 8) | low) + 2;
    }),
    answer,
  }),
};
