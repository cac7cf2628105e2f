import type { Reading } from '../../bms/reading.ts';
import { bytesOf, maskOf, padded, sum, textOf } from './bytes.ts';
import type { ForeignDevice } from './conversation.ts';
import { bitsOf, canCharge, canDischarge, protects } from './faults.ts';
import { createModbusConversation, withCrc } from './modbus.ts';
import type { Block } from './modbus.ts';

/*
 * JK PB (inverter series), "BMS RS485 Modbus V1.1". Addresses count bytes. The values can be read in two ways: with
 * function 3, big-endian; or with a write to 161C, 161E or 1620, which returns a frame 55 AA EB 90 of 300 bytes,
 * little-endian, and then the response to the write.
 */

/** The first address of values, the bytes of each value, and the values. */
type Field = readonly [address: number, width: 1 | 2 | 4, values: readonly number[]];

interface Page {
  readonly from: number;
  /** Size in bytes. */
  readonly size: number;
  readonly fields: readonly Field[];
  /** The register that requests it as a frame, and the type of that frame. */
  readonly trigger: number;
  readonly type: number;
}

const pageBytes = ({ from, size, fields }: Page, isLittle: boolean): readonly number[] => {
  const bytes = Buffer.alloc(size);
  for (const [address, width, values] of fields)
    values.forEach((value, at) => {
      const low = Math.round(value) & (width === 4 ? -1 : 2 ** (width * 8) - 1);
      const place = address - from + at * width;
      if (isLittle) bytes.writeUIntLE(low >>> 0, place, width);
      else bytes.writeUIntBE(low >>> 0, place, width);
    });
  return [...bytes];
};

const blockOfPage = (page: Page): Block => ({ from: page.from, bytes: pageBytes(page, false) });

const frameBytes = 300;
const frameOf = (page: Page): readonly number[] => {
  const head = [0x55, 0xaa, 0xeb, 0x90, page.type, 5, ...pageBytes(page, true)];
  const body = Array.from({ length: frameBytes - 1 }, (_, at) => head[at] ?? 0);
  return [...body, sum(body) & 0xff];
};

const alarms = (r: Reading): number =>
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

const tenths = (celsius: number | undefined): number => (celsius ?? 25) * 10;

const status = (r: Reading): Page => {
  const highest = Math.max(...r.cells);
  const lowest = Math.min(...r.cells);
  const milliwatts = (r.packMv * Math.abs(r.current10mA)) / 100;
  return {
    from: 0x1200,
    size: 0xfe,
    trigger: 0x1620,
    type: 2,
    fields: [
      [0x1200, 2, r.cells],
      [0x1240, 4, [maskOf(r.cells.map(() => true))]],
      [0x1244, 2, [sum(r.cells) / r.cells.length]],
      [0x1246, 2, [highest - lowest]],
      [0x1248, 1, [r.cells.indexOf(highest) + 1, r.cells.indexOf(lowest) + 1]],
      [0x128a, 2, [tenths(r.temperatures[4])]],
      [0x1290, 4, [r.packMv, milliwatts, r.current10mA * 10]],
      [0x129c, 2, [tenths(r.temperatures[0]), tenths(r.temperatures[1])]],
      [0x12a0, 4, [alarms(r)]],
      [0x12a6, 1, [r.balancing.includes(true) ? 2 : 0, Math.floor(r.soc / 10)]],
      [0x12a8, 4, [r.remaining * 10, (r.designCapacity * r.soh) / 100, r.cycles]],
      [0x12b4, 4, [r.cycles * r.designCapacity * 10]],
      [0x12b8, 1, [Math.floor(r.soh / 10), 0]],
      [0x12bc, 4, [r.uptimeS]],
      [0x12c0, 1, [canCharge(r) ? 1 : 0, canDischarge(r) ? 1 : 0]],
      [0x12d0, 1, [0xff]],
      [0x12e4, 2, [r.packMv / 10]],
      [0x12f0, 4, [r.uptimeS * 10]],
      // The simulated device has no third battery sensor: its field repeats the MOSFET temperature.
      [0x12f8, 2, [4, 2, 3].map((at) => tenths(r.temperatures[at]))],
    ],
  };
};

const settings = (r: Reading): Page => ({
  from: 0x1000,
  size: 0x10c,
  trigger: 0x161e,
  type: 1,
  fields: [
    [0x1000, 4, [2500, 2500, 2650, 3650, 3550]],
    [0x106c, 4, [r.cells.length, 1, 1, 1, r.designCapacity * 10]],
  ],
});

const about = (r: Reading): Page => ({
  from: 0x1400,
  size: 0xe0,
  trigger: 0x161c,
  type: 3,
  fields: [
    [0x1400, 1, padded('JK_PB2A16S20P', 16)],
    [0x1410, 1, padded('15A', 8)],
    [0x1418, 1, padded('15.24', 8)],
    [0x1420, 4, [r.uptimeS, 3]],
    [0x1428, 1, padded('ACME-16S', 16)],
    [0x1450, 1, padded('A1B2C3', 11)],
  ],
});

const pages = (r: Reading): readonly Page[] => [settings(r), status(r), about(r)];

export const jkModbus: ForeignDevice = {
  is: 'JK PB (inverter series), Modbus RTU, unit 1',
  places: { cells: 32, temperatures: 5 },
  pack: { cells: 16, temperatures: 5 },
  hasSensor: true,
  open: () => {
    const modbus = createModbusConversation({
      units: [1],
      addressStep: 2,
      holding: (r) => pages(r).map(blockOfPage),
    });
    return {
      ...modbus,
      answer: (request, reading) => {
        const [unit = 0, functionCode, high = 0, low = 0] = bytesOf(request);
        const page = pages(reading).find(({ trigger }) => trigger === ((high << 8) | low));
        if (unit !== 1 || functionCode !== 0x10 || page === undefined)
          return modbus.answer(request, reading);
        return textOf(frameOf(page)) + withCrc([unit, 0x10, high, low, 0, 1]);
      },
    };
  },
};
