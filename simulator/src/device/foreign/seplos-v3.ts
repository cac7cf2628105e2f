import type { Reading } from '../../bms/reading.ts';
import { bytesOf, i16, maskOf, padded, sum, u16 } from './bytes.ts';
import type { ForeignDevice } from './conversation.ts';
import {
  bitsOf,
  canCharge,
  canDischarge,
  pairsOf,
  protects,
  temperatureFaults,
  voltageFaults,
  warns,
} from './faults.ts';
import { blockOf, createModbusConversation } from './modbus.ts';
import type { Block } from './modbus.ts';

/** Seplos V3, "XZH BMS Modbus-RTU protocol". */

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : sum(values) / values.length;

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

/** Returns the bits of the eighteen bytes from address 1200. */
const states = (r: Reading): readonly boolean[] =>
  [
    ...[0, 0, 0, 0, 0, 0],
    maskOf(r.balancing.slice(0, 8)),
    maskOf(r.balancing.slice(8, 16)),
    r.current10mA < 0 ? 1 : r.current10mA > 0 ? 2 : 0x10,
    pairsOf(r, voltageFaults),
    pairsOf(r, temperatureFaults),
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
  hasSensor: true,
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
