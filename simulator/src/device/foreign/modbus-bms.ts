import type { FaultName, Reading } from '../../bms/reading.ts';
import { bytesOf, i16, i32, maskOf, padded, sum, u16, u32, u8 } from './bytes.ts';
import type { ForeignDevice } from './conversation.ts';
import { bitsOf, canCharge, canDischarge, protects, warns } from './faults.ts';
import { blockOf, createModbusConversation } from './modbus.ts';
import type { Block } from './modbus.ts';

/*
 * BMS that speak Modbus RTU: JK PB ("BMS RS485 Modbus V1.1") and Seplos V3 ("XZH BMS Modbus-RTU protocol").
 */

const watts10 = (r: Reading): number => (r.packMv * r.current10mA) / 100;
const tenths = (celsius: number | undefined): readonly number[] => i16((celsius ?? 0) * 10);
const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : sum(values) / values.length;

const jkAlarms = (r: Reading): number =>
  bitsOf(protects, r, {
    4: 'cellOverVoltage',
    5: 'packOverVoltage',
    6: 'chargeOverCurrent',
    8: 'chargeOverTemperature',
    9: 'chargeUnderTemperature',
    11: 'cellUnderVoltage',
    12: 'packUnderVoltage',
    13: 'dischargeOverCurrent',
    14: 'shortCircuit',
    15: 'dischargeOverTemperature',
  });

const extremes = (cells: readonly number[]): readonly number[] => [
  cells.indexOf(Math.max(...cells)) + 1,
  cells.indexOf(Math.min(...cells)) + 1,
];

const jkStatus = (r: Reading): Block =>
  blockOf(
    0x1200,
    0x7f,
    {
      0x1200: r.cells.flatMap(u16),
      0x1240: u32(maskOf(r.cells.map(() => true))),
      0x1244: u16(mean(r.cells)),
      0x1246: u16(Math.max(...r.cells) - Math.min(...r.cells)),
      0x1248: extremes(r.cells),
      0x128a: tenths(r.temperatures[5] ?? 25),
      0x1290: u32(r.packMv),
      0x1294: u32(Math.abs(watts10(r))),
      0x1298: i32(r.current10mA * 10),
      0x129c: tenths(r.temperatures[0]),
      0x129e: tenths(r.temperatures[1]),
      0x12a0: u32(jkAlarms(r)),
      0x12a4: i16(0),
      0x12a6: [r.balancing.includes(true) ? 2 : 0, ...u8(Math.floor(r.soc / 10))],
      0x12a8: i32(r.remaining * 10),
      0x12ac: u32((r.designCapacity * r.soh) / 100),
      0x12b0: u32(r.cycles),
      0x12b4: u32(r.cycles * r.designCapacity * 10),
      0x12b8: [...u8(Math.floor(r.soh / 10)), 0],
      0x12bc: u32(r.uptimeS),
      0x12c0: [canCharge(r) ? 1 : 0, canDischarge(r) ? 1 : 0],
      0x12e4: u16(r.packMv / 10),
      0x12f0: u32(r.uptimeS * 10),
      0x12f8: tenths(r.temperatures[2]),
      0x12fa: tenths(r.temperatures[3]),
      0x12fc: tenths(r.temperatures[4]),
    },
    2,
  );

const jkSettings = (r: Reading): Block =>
  blockOf(
    0x1000,
    0x86,
    {
      0x1000: u32(2500),
      0x1004: u32(2500),
      0x1008: u32(2650),
      0x100c: u32(3650),
      0x1010: u32(3550),
      0x106c: u32(r.cells.length),
      0x1070: u32(1),
      0x1074: u32(1),
      0x1078: u32(1),
      0x107c: u32(r.designCapacity * 10),
    },
    2,
  );

const jkAbout = (r: Reading): Block =>
  blockOf(
    0x1400,
    0x70,
    {
      0x1400: padded('JK_PB2A16S20P', 16),
      0x1410: padded('15A', 8),
      0x1418: padded('15.24', 8),
      0x1420: u32(r.uptimeS),
      0x1424: u32(3),
    },
    2,
  );

export const jkModbus: ForeignDevice = {
  is: 'JK PB (inverter series), Modbus RTU, unit 1',
  places: { cells: 32, temperatures: 6 },
  pack: { cells: 16, temperatures: 6 },
  open: () =>
    createModbusConversation({
      units: [1],
      addressStep: 2,
      holding: (r) => [jkSettings(r), jkStatus(r), jkAbout(r)],
    }),
};

const kelvin = (celsius: number | undefined): readonly number[] => u16((celsius ?? 25) * 10 + 2731);

const packA = (r: Reading): Block =>
  blockOf(0x1000, 0x12, {
    0x1000: [
      ...u16(r.packMv / 10),
      ...i16(r.current10mA),
      ...u16(r.remaining),
      ...u16((r.designCapacity * r.soh) / 1000),
      ...u16((r.cycles * r.designCapacity) / 1000),
      ...u16(r.soc),
      ...u16(r.soh),
      ...u16(r.cycles),
      ...u16(mean(r.cells)),
      ...kelvin(mean(r.temperatures.slice(0, 4))),
      ...u16(Math.max(...r.cells)),
      ...u16(Math.min(...r.cells)),
      ...kelvin(Math.max(...r.temperatures.slice(0, 4))),
      ...kelvin(Math.min(...r.temperatures.slice(0, 4))),
      ...u16(0),
      ...u16(150),
      ...u16(100),
    ],
  });

const packB = (r: Reading): Block =>
  blockOf(0x1100, 0x1a, {
    0x1100: r.cells.flatMap(u16),
    0x1110: r.temperatures.slice(0, 4).flatMap(kelvin),
    0x1118: [...kelvin(r.temperatures[4]), ...kelvin(r.temperatures[5])],
  });

const parameters = (r: Reading): Block =>
  blockOf(0x1300, 0x6a, {
    0x1300: [...u16(Math.min(4, r.temperatures.length)), ...u16(r.cells.length)],
    0x1358: [...u16(r.designCapacity), ...u16(r.designCapacity), ...u16(r.remaining)],
  });

const version = blockOf(0x1700, 0x33, {
  0x1700: padded('XZH-ElecTech Co.,Ltd', 20),
  0x170a: padded('1101-SP05 ', 20),
  0x1714: bytesOf('16'),
  0x1715: padded('A1B2C3', 30),
  0x1724: padded('A1B2C3', 30),
});

const byte = (mask: number): readonly boolean[] =>
  Array.from({ length: 8 }, (_, bit) => (mask & (1 << bit)) !== 0);

/** Warning and protection, one bit each, from the least of the two on. */
const pairs = (r: Reading, names: readonly FaultName[]): number =>
  names.reduce(
    (mask, name, at) =>
      mask | ((warns(r, name) ? 1 : 0) << (at * 2)) | ((protects(r, name) ? 2 : 0) << (at * 2)),
    0,
  );

/** Eighteen bytes from 1200 on. */
const states = (r: Reading): readonly boolean[] =>
  [
    ...[0, 0, 0, 0, 0, 0],
    maskOf(r.balancing.slice(0, 8)),
    maskOf(r.balancing.slice(8, 16)),
    r.current10mA < 0 ? 1 : r.current10mA > 0 ? 2 : 0x10,
    pairs(r, ['cellOverVoltage', 'cellUnderVoltage', 'packOverVoltage', 'packUnderVoltage']),
    pairs(r, [
      'chargeOverTemperature',
      'chargeUnderTemperature',
      'dischargeOverTemperature',
      'dischargeUnderTemperature',
    ]),
    0,
    bitsOf(warns, r, { 0: 'chargeOverCurrent', 3: 'dischargeOverCurrent' }) |
      bitsOf(protects, r, {
        1: 'chargeOverCurrent',
        4: 'dischargeOverCurrent',
        6: 'shortCircuit',
      }),
    0,
    bitsOf(warns, r, { 4: 'cellImbalance' }),
    (canDischarge(r) ? 1 : 0) | (canCharge(r) ? 2 : 0),
    0,
    bitsOf(warns, r, { 0: 'temperatureSensor', 1: 'frontEndError' }),
  ].flatMap(byte);

export const seplosV3: ForeignDevice = {
  is: 'Seplos V3, Modbus RTU, unit 0',
  places: { cells: 16, temperatures: 6 },
  pack: { cells: 16, temperatures: 6 },
  open: () =>
    createModbusConversation({
      units: [0],
      input: (r) => [packA(r), packB(r), parameters(r), version],
      coils: (r) => [
        { from: 0x1200, bits: states(r) },
        { from: 0x1400, bits: Array.from({ length: 80 }, () => true) },
      ],
    }),
};
