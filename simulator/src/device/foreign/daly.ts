import type { Reading } from '../../bms/reading.ts';
import { bytesOf, maskOf, sum, textOf, u16, u32, u8 } from './bytes.ts';
import type { ForeignDevice } from './conversation.ts';
import {
  bitsOf,
  canCharge,
  canDischarge,
  currentFaults,
  pairsOf,
  protects,
  temperatureFaults,
  voltageFaults,
  warns,
} from './faults.ts';
import { createHeaderReader } from './request-readers.ts';

/*
 * Daly, "UART/485 communications protocol V1.2": A5 40 command 08, eight bytes of data, sum. The device answers as
 * address 01; cells come three to a frame, temperatures seven. Big-endian.
 */

/** The encoded value of 0 A, in steps of 0.1 A. Larger values are discharging. */
const zeroCurrent = 30_000;
const zeroCelsius = 40;

const frame = (command: number, data: readonly number[]): readonly number[] => {
  const whole = [0xa5, 0x01, command, 8, ...Array.from({ length: 8 }, (_, at) => data[at] ?? 0)];
  return [...whole, sum(whole) & 0xff];
};

const place = (values: readonly number[], wanted: number): number => values.indexOf(wanted) + 1;

/** Encodes values in frames that are numbered from 1. */
const frames = (
  command: number,
  values: readonly number[],
  perFrame: number,
  encode: (value: number) => readonly number[],
): readonly number[] =>
  Array.from({ length: Math.ceil(values.length / perFrame) }, (_, at) =>
    frame(command, [
      at + 1,
      ...values.slice(at * perFrame, (at + 1) * perFrame).flatMap((value) => encode(value)),
    ]),
  ).flat();

const celsius = (value: number): readonly number[] => u8(value + zeroCelsius);

const failures = (r: Reading): readonly number[] => {
  return [
    pairsOf(r, voltageFaults),
    pairsOf(r, temperatureFaults),
    pairsOf(r, currentFaults),
    pairsOf(r, ['cellImbalance']),
    0,
    bitsOf(warns, r, { 0: 'frontEndError', 2: 'temperatureSensor' }),
    bitsOf(protects, r, { 2: 'shortCircuit' }),
    0,
  ];
};

const state = (r: Reading): number => (r.current10mA > 0 ? 1 : r.current10mA < 0 ? 2 : 0);

const data = (command: number, r: Reading): readonly number[] | undefined => {
  const highest = Math.max(...r.cells);
  const lowest = Math.min(...r.cells);
  const hottest = Math.max(...r.temperatures);
  const coldest = Math.min(...r.temperatures);
  switch (command) {
    case 0x50:
      return frame(command, [...u32(r.designCapacity * 10), 0, 0, ...u16(3200)]);
    case 0x90:
      return frame(command, [
        ...u16(r.packMv / 100),
        ...u16(0),
        ...u16(zeroCurrent - r.current10mA / 10),
        ...u16(r.soc),
      ]);
    case 0x91:
      return frame(command, [
        ...u16(highest),
        place(r.cells, highest),
        ...u16(lowest),
        place(r.cells, lowest),
      ]);
    case 0x92:
      return frame(command, [
        ...celsius(hottest),
        place(r.temperatures, hottest),
        ...celsius(coldest),
        place(r.temperatures, coldest),
      ]);
    case 0x93:
      return frame(command, [
        state(r),
        canCharge(r) ? 1 : 0,
        canDischarge(r) ? 1 : 0,
        r.uptimeS & 0xff,
        ...u32(r.remaining * 10),
      ]);
    case 0x94:
      return frame(command, [
        ...u8(r.cells.length),
        ...u8(r.temperatures.length),
        state(r) === 1 ? 1 : 0,
        state(r) === 2 ? 1 : 0,
        0,
        ...u16(r.cycles),
      ]);
    case 0x95:
      return frames(command, r.cells, 3, u16);
    case 0x96:
      return frames(command, r.temperatures, 7, celsius);
    case 0x97:
      return frame(
        command,
        Array.from({ length: 6 }, (_, at) => maskOf(r.balancing.slice(at * 8, at * 8 + 8))),
      );
    case 0x98:
      return frame(command, failures(r));
    default:
      return undefined;
  }
};

/** Returns the reply. Damaged and unknown requests get none. */
const answer = (request: string, reading: Reading): string => {
  const bytes = bytesOf(request);
  const sound = bytes[1] === 0x40 && (sum(bytes.slice(0, -1)) & 0xff) === bytes.at(-1);
  return sound ? textOf(data(bytes[2] ?? 0, reading) ?? []) : '';
};

export const daly: ForeignDevice = {
  is: 'Daly on UART or RS485',
  places: { cells: 48, temperatures: 16 },
  hasSensor: true,
  open: () => ({ reader: createHeaderReader([0xa5], () => 13), answer }),
};
