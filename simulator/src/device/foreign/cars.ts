import type { Reading } from '../../bms/reading.ts';
import { i16, i32, u16, u32, u8 } from './bytes.ts';
import type { ForeignDevice } from './conversation.ts';
import { createElm327 } from './elm327.ts';
import { canCharge, canDischarge } from './faults.ts';

/*
 * Battery control units of cars behind an ELM327: Hyundai Kona and Kia Niro (UDS 22 01 01 to 22 01 05, identifiers 7E4
 * and 7EC) and Nissan Leaf of 24 kWh (21 01, 02, 04, 06, 61, identifiers 79B and 7BB).
 */

const serviceNotSupported = 0x11;
const subFunctionNotSupported = 0x12;
const outOfRange = 0x31;
const negative = (service: number, code: number): readonly number[] => [0x7f, service, code];

const zeros = (count: number): readonly number[] => Array.from({ length: count }, () => 0);
const degree = (celsius: number | undefined): number => (Math.round(celsius ?? 0) + 0x100) & 0xff;
/** Encodes a cell in steps of 20 mV. */
const cell = (mv: number | undefined): number => Math.round((mv ?? 0) / 20);

/** Encodes the current in 0.1 A, positive = discharging. */
const kiaCurrent = (r: Reading): readonly number[] => i16(-r.current10mA / 10);
const throughput = (r: Reading): readonly number[] => u32((r.cycles * r.designCapacity) / 10);
const energy = (r: Reading): readonly number[] =>
  u32((r.cycles * r.designCapacity * r.packMv) / 10_000_000);

const kiaMain = (r: Reading): readonly number[] => {
  const highest = Math.max(...r.cells);
  const lowest = Math.min(...r.cells);
  const [t1, t2, t3, t4] = r.temperatures;
  return [
    ...[0xef, 0xfb, 0xe7, 0xed],
    ...u8(Math.floor(r.soc / 5)),
    ...u16(canCharge(r) ? 9800 : 0),
    ...u16(canDischarge(r) ? 9800 : 0),
    (canDischarge(r) ? 1 : 0) | (r.current10mA > 0 ? 0x80 : 0),
    ...kiaCurrent(r),
    ...u16(r.packMv / 100),
    degree(Math.max(...r.temperatures)),
    degree(Math.min(...r.temperatures)),
    ...[t1, t2, t3, t4].map(degree),
    0,
    0,
    degree(t1),
    cell(highest),
    r.cells.indexOf(highest) + 1,
    cell(lowest),
    r.cells.indexOf(lowest) + 1,
    0,
    0,
    124,
    ...throughput(r),
    ...throughput(r),
    ...energy(r),
    ...energy(r),
    ...u32(r.uptimeS),
    ...[0x03, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x0b, 0xb8],
  ];
};

const kiaCells = (r: Reading, from: number): readonly number[] => [
  ...[0xff, 0xff, 0xff, 0xff],
  ...Array.from({ length: 32 }, (_, at) => cell(r.cells[from + at])),
];

const kiaHealth = (r: Reading): readonly number[] => [
  ...[0xff, 0xff, 0xff, 0xff],
  ...zeros(19),
  degree(r.temperatures[0]),
  0,
  ...u16(r.soh),
  1,
  ...u16(r.soh),
  1,
  ...u8(Math.floor(r.soc / 5)),
  0,
  0,
  cell(r.cells[96]),
  cell(r.cells[97]),
  ...zeros(7),
];

const kiaAnswer = (request: readonly number[], r: Reading): readonly number[] => {
  const [service = 0, high, low] = request;
  if (service !== 0x22) return negative(service, serviceNotSupported);
  const data: Readonly<Record<number, () => readonly number[]>> = {
    1: () => kiaMain(r),
    2: () => kiaCells(r, 0),
    3: () => kiaCells(r, 32),
    4: () => kiaCells(r, 64),
    5: () => kiaHealth(r),
  };
  const found = high === 1 && low !== undefined ? data[low] : undefined;
  return found && low !== undefined ? [0x62, 1, low, ...found()] : negative(service, outOfRange);
};

export const elm327Kia: ForeignDevice = {
  is: 'ELM327 in a Hyundai Kona or Kia Niro',
  places: { cells: 98, temperatures: 4 },
  pack: { cells: 98, temperatures: 4 },
  hasSensor: true,
  open: () => createElm327({ request: '7E4', response: '7EC', answer: kiaAnswer, filler: 0xaa }),
};

/** Encodes the current in 1/1024 A, positive = charging. */
const leafCurrent = (r: Reading): readonly number[] => i32((r.current10mA / 100) * 1024);

const leafMain = (r: Reading): readonly number[] => [
  ...leafCurrent(r),
  ...u16(0x0287),
  ...leafCurrent(r),
  ...[0xff, 0xff, 0xff, 0xff, 0x00, 0x1c, 0x2a, 0xf8],
  ...u16(r.packMv / 10),
  ...[0x2e, 0x4b, 0x03, 0xa4, 0x00, 0x5c],
  ...u16(r.soh * 10),
  ...u32(r.soc * 1000),
  ...u32((r.designCapacity * r.soh) / 10),
  ...[0x80, 0x00, 0x01],
];

const leafCells = (r: Reading): readonly number[] => [
  ...Array.from({ length: 96 }, (_, at) => u16(r.cells[at] ?? 0)).flat(),
  ...u16(r.packMv / 10),
  ...u16(r.packMv / 10),
];

/** Encodes a thermistor's resistance and its temperature. */
const thermistor = (celsius: number | undefined): readonly number[] =>
  celsius === undefined ? [0xff, 0xff, 0xff] : [...u16(710 - celsius / 0.102), degree(celsius)];

const leafTemperatures = (r: Reading): readonly number[] => [
  ...[0, 1, 2, 3].flatMap((at) => thermistor(r.temperatures[at])),
  degree(r.temperatures[0]),
  0,
];

/** Encodes four cells per byte, the first one in bit 3. A bit that is 0 means that the cell is balanced. */
const leafShunts = (r: Reading): readonly number[] =>
  Array.from({ length: 24 }, (_, at) =>
    [0, 1, 2, 3].reduce(
      (bits, each) => (r.balancing[at * 4 + each] ? bits : bits | (8 >> each)),
      0,
    ),
  );

const leafHealth = (r: Reading): readonly number[] => [0, 0, ...u16(r.soh * 10), ...zeros(325)];

const leafAnswer = (request: readonly number[], r: Reading): readonly number[] => {
  const [service = 0, group = 0] = request;
  if (service !== 0x21) return negative(service, serviceNotSupported);
  const data: Readonly<Record<number, () => readonly number[]>> = {
    0x01: () => leafMain(r),
    0x02: () => leafCells(r),
    0x04: () => leafTemperatures(r),
    0x06: () => leafShunts(r),
    0x61: () => leafHealth(r),
  };
  const found = data[group];
  return found ? [0x61, group, ...found()] : negative(service, subFunctionNotSupported);
};

export const elm327Leaf: ForeignDevice = {
  is: 'ELM327 in a Nissan Leaf (24 kWh)',
  places: { cells: 96, temperatures: 4 },
  pack: { cells: 96, temperatures: 4 },
  hasSensor: true,
  open: () => createElm327({ request: '79B', response: '7BB', answer: leafAnswer, filler: 0xff }),
};
