import type { Reading } from '../../bms/reading.ts';
import { i16, i32, padded, u16, u32 } from './bytes.ts';
import type { ForeignDevice } from './conversation.ts';
import { protects } from './faults.ts';
import { blockOf, createModbusConversation } from './modbus.ts';
import type { Block } from './modbus.ts';

/*
 * Chargers and inverters on Modbus RTU that report their battery: EPEVER ("LS-B series protocol V1.1"), SRNE and Renogy
 * ("Modbus V1.3"), Growatt ("OffGrid SPF5000 Modbus RTU protocol"). While the pack charges, the power comes from the
 * solar panels; while it discharges, the power goes to the load.
 */

const pack = { places: { cells: 128, temperatures: 128 }, hasSensor: true } as const;
const pvVolts = 82.5;
const deviceCelsius = 31;

const volts = (r: Reading): number => r.packMv / 1000;
const amperes = (r: Reading): number => r.current10mA / 100;
const charging = (r: Reading): number => Math.max(0, amperes(r));
const loading = (r: Reading): number => Math.max(0, -amperes(r));
const chargingWatts = (r: Reading): number => charging(r) * volts(r);
const loadWatts = (r: Reading): number => loading(r) * volts(r);
const percent = (r: Reading): number => Math.floor(r.soc / 10);
const celsius = (r: Reading): number => r.temperatures[0] ?? 25;
const sunVolts = (r: Reading): number => (charging(r) > 0 ? pvVolts : 0);
const sunAmperes = (r: Reading): number => chargingWatts(r) / pvVolts;

/** Swaps the halves of 32 bits, so that the lower one comes first. */
const lowFirst = (value: readonly number[]): readonly number[] => [
  ...value.slice(2),
  ...value.slice(0, 2),
];

const overVoltage = (r: Reading): boolean => protects(r, 'packOverVoltage', 'cellOverVoltage');
const underVoltage = (r: Reading): boolean => protects(r, 'packUnderVoltage', 'cellUnderVoltage');
const overTemperature = (r: Reading): boolean =>
  protects(r, 'chargeOverTemperature', 'dischargeOverTemperature');
const underTemperature = (r: Reading): boolean =>
  protects(r, 'chargeUnderTemperature', 'dischargeUnderTemperature');

const epeverStatus = (r: Reading): number =>
  (overVoltage(r) ? 1 : underVoltage(r) ? 2 : 0) |
  (overTemperature(r) ? 0x10 : underTemperature(r) ? 0x20 : 0);

const epeverInputs = (r: Reading): readonly Block[] => [
  blockOf(0x3000, 0x0f, {
    0x3000: u16(15_000),
    0x3001: u16(4000),
    0x3002: lowFirst(u32(208_000)),
    0x3004: u16(4800),
    0x3005: u16(4000),
    0x3006: lowFirst(u32(208_000)),
    0x3008: u16(2),
    0x300e: u16(4000),
  }),
  blockOf(0x3100, 0x1e, {
    0x3100: u16(sunVolts(r) * 100),
    0x3101: u16(sunAmperes(r) * 100),
    0x3102: lowFirst(u32(chargingWatts(r) * 100)),
    0x3104: u16(volts(r) * 100),
    0x3105: u16(charging(r) * 100),
    0x3106: lowFirst(u32(chargingWatts(r) * 100)),
    0x310c: u16(volts(r) * 100),
    0x310d: u16(loading(r) * 100),
    0x310e: lowFirst(u32(loadWatts(r) * 100)),
    0x3110: i16(celsius(r) * 100),
    0x3111: i16(deviceCelsius * 100),
    0x3112: i16(deviceCelsius * 100),
    0x311a: u16(percent(r)),
    0x311b: i16(celsius(r) * 100),
    0x311d: u16(4800),
  }),
  blockOf(0x3200, 3, {
    0x3200: u16(epeverStatus(r)),
    0x3201: u16(charging(r) > 0 ? 0b1001 : 1),
    0x3202: u16(1),
  }),
  blockOf(0x3300, 0x20, {
    0x3302: u16(volts(r) * 100),
    0x3303: u16(volts(r) * 100),
    0x331a: u16(volts(r) * 100),
    0x331b: lowFirst(i32(r.current10mA)),
    0x331d: i16(celsius(r) * 100),
    0x331e: i16(deviceCelsius * 100),
  }),
];

export const epever: ForeignDevice = {
  is: 'EPEVER Tracer charge controller, Modbus RTU, unit 1',
  ...pack,
  open: () =>
    createModbusConversation({
      units: [1],
      input: epeverInputs,
      holding: (r) => [
        blockOf(0x9000, 0x0f, { 0x9000: u16(0), 0x9001: u16(r.designCapacity / 100) }),
      ],
    }),
};

/** Encodes a byte whose bit 7 is the sign. */
const signed = (value: number): number =>
  value < 0 ? 0x80 - Math.round(value) : Math.round(value);

const srneFaults = (r: Reading): number =>
  (underVoltage(r) ? 1 << 16 : 0) | (overVoltage(r) ? 1 << 17 : 0);

const srneBlocks = (r: Reading): readonly Block[] => [
  blockOf(0x0a, 0x11, {
    0x0a: [48, 40],
    0x0b: [20, 0],
    0x0c: padded('  RNG-CTRL-RVR40', 16),
    0x14: u32(0x00010203),
    0x16: u32(0x00020001),
    0x18: u32(0x0a1b2c3d),
    0x1a: u16(1),
  }),
  blockOf(0x0100, 0x23, {
    0x0100: u16(percent(r)),
    0x0101: u16(volts(r) * 10),
    0x0102: u16(charging(r) * 100),
    0x0103: [signed(deviceCelsius), signed(celsius(r))],
    0x0104: u16(loading(r) > 0 ? volts(r) * 10 : 0),
    0x0105: u16(loading(r) * 100),
    0x0106: u16(loadWatts(r)),
    0x0107: u16(sunVolts(r) * 10),
    0x0108: u16(sunAmperes(r) * 100),
    0x0109: u16(chargingWatts(r)),
    0x010a: u16(loading(r) > 0 ? 1 : 0),
    0x010b: u16(volts(r) * 10),
    0x010c: u16(volts(r) * 10),
    0x0120: [loading(r) > 0 ? 0x80 : 0, charging(r) > 0 ? 2 : 0],
    0x0121: u32(srneFaults(r)),
  }),
  blockOf(0xe002, 3, {
    0xe002: u16(r.designCapacity / 100),
    0xe003: [48, 48],
    0xe004: u16(4),
  }),
];

export const srne: ForeignDevice = {
  is: 'SRNE and Renogy charge controllers, Modbus RTU, unit 1',
  ...pack,
  open: () => createModbusConversation({ units: [1, 0xff], holding: srneBlocks }),
};

const growattInputs = (r: Reading): Block =>
  blockOf(0, 90, {
    0: u16(loading(r) > 0 ? 2 : charging(r) > 0 ? 5 : 0),
    1: u16(sunVolts(r) * 10),
    3: u32(chargingWatts(r) * 10),
    7: u16(sunAmperes(r) * 10),
    9: u32(loadWatts(r) * 10),
    11: u32(loadWatts(r) * 10),
    17: u16(volts(r) * 100),
    18: u16(percent(r)),
    19: u16(4000),
    22: u16(2300),
    23: u16(5000),
    25: u16(deviceCelsius * 10),
    26: u16(deviceCelsius * 10),
    27: u16((loadWatts(r) / 5000) * 1000),
    28: u16(volts(r) * 100),
    29: u16(volts(r) * 100),
    30: u32(r.uptimeS * 2),
    73: u32(loadWatts(r) * 10),
    77: i32(-amperes(r) * volts(r) * 10),
  });

const growattSettings = blockOf(0, 90, {
  9: padded('067.04', 6),
  12: padded('068.04', 6),
  23: padded('ABC1234567', 10),
});

export const growatt: ForeignDevice = {
  is: 'Growatt SPF off-grid inverter, Modbus RTU, unit 1',
  ...pack,
  open: () =>
    createModbusConversation({
      units: [1],
      input: (r) => [growattInputs(r)],
      holding: () => [growattSettings],
    }),
};
