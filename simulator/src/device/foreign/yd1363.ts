import type { FaultName, Reading } from '../../bms/reading.ts';
import { bytesOf, hexOf, i16, maskOf, sum, u16, u8 } from './bytes.ts';
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
import { createLineReader } from './request-readers.ts';

/*
 * YD/T 1363 as in Seplos V2 and Pace: ~ version address CID1 CID2 length info checksum CR, all in hexadecimal
 * characters. The length has its own check digit; the checksum is 0 minus the sum of all characters after the ~.
 */

const batteryCid = 0x46;
/** The encoded value of 0 °C in steps of 0.1 K. Pace counts from 273.0 K. */
const seplosZero = 2731;
const paceZero = 2730;
const returnCodes = { normal: 0, wrongChecksum: 0x02, wrongLength: 0x03, unknownCommand: 0x04 };

const lengthField = (characters: number): string => {
  const digits = [characters >> 8, (characters >> 4) & 15, characters & 15];
  return hexOf(u16(((-sum(digits) & 15) << 12) | characters));
};

const checksumOf = (text: string): string => hexOf(u16(-sum(bytesOf(text)) & 0xffff));

/** Returns a whole frame. `code` is CID2 in a request and the return code in a reply. */
export const ydFrame = (
  version: number,
  address: number,
  code: number,
  info: readonly number[],
): string => {
  const head = hexOf([version, address, batteryCid, code]) + lengthField(info.length * 2);
  const text = head + hexOf(info);
  return `~${text}${checksumOf(text)}\r`;
};

const listed = (
  values: readonly number[],
  encode: (value: number) => readonly number[],
): readonly number[] => [...u8(values.length), ...values.flatMap((value) => encode(value))];

const kelvin =
  (zero: number) =>
  (celsius: number): readonly number[] =>
    u16(celsius * 10 + zero);

/** Info flag and number of the pack: a single pack. */
const single = [0, 1];

const seplosAnalog = (r: Reading): readonly number[] => [
  ...single,
  ...listed(r.cells, u16),
  ...listed(r.temperatures, kelvin(seplosZero)),
  ...i16(r.current10mA),
  ...u16(r.packMv / 10),
  ...u16(r.remaining),
  10,
  ...u16((r.designCapacity * r.soh) / 1000),
  ...u16(r.soc),
  ...u16(r.designCapacity),
  ...u16(r.cycles),
  ...u16(r.soh),
  ...u16(r.packMv / 10),
  ...Array.from({ length: 8 }, () => 0),
];

/** Returns 0 for normal, 1 for too low, 2 for too high. */
const warningOf = (low: boolean, high: boolean): number => (high ? 2 : low ? 1 : 0);

const warningLists = (r: Reading): readonly number[] => [
  ...listed(
    r.cells.map(() => warningOf(warns(r, 'cellUnderVoltage'), warns(r, 'cellOverVoltage'))),
    u8,
  ),
  ...listed(
    r.temperatures.map(() =>
      warningOf(
        warns(r, 'chargeUnderTemperature', 'dischargeUnderTemperature'),
        warns(r, 'chargeOverTemperature', 'dischargeOverTemperature'),
      ),
    ),
    u8,
  ),
];

const standing = (r: Reading): number => (r.current10mA < 0 ? 1 : r.current10mA > 0 ? 2 : 0x10);

const seplosAlarms = (r: Reading): readonly number[] => [
  ...single,
  ...warningLists(r),
  0,
  0,
  20,
  bitsOf(warns, r, { 0: 'frontEndError', 1: 'temperatureSensor', 4: 'cellImbalance' }),
  pairsOf(r, voltageFaults),
  pairsOf(r, temperatureFaults),
  0,
  pairsOf(r, currentFaults) | bitsOf(protects, r, { 5: 'shortCircuit' }),
  0,
  (canDischarge(r) ? 1 : 0) | (canCharge(r) ? 2 : 0),
  maskOf(r.balancing.slice(0, 8)),
  maskOf(r.balancing.slice(8, 16)),
  standing(r),
  ...Array.from({ length: 10 }, () => 0),
];

const paceAnalog = (r: Reading): readonly number[] => [
  ...single,
  ...listed(r.cells, u16),
  ...listed(r.temperatures, kelvin(paceZero)),
  ...i16(r.current10mA),
  ...u16(r.packMv),
  ...u16(r.remaining),
  3,
  ...u16((r.designCapacity * r.soh) / 1000),
  ...u16(r.cycles),
  ...u16(r.designCapacity),
];

const paceTemperatures: readonly FaultName[] = [
  'chargeOverTemperature',
  'dischargeOverTemperature',
  'chargeUnderTemperature',
  'dischargeUnderTemperature',
];

const paceStatus = (r: Reading): readonly number[] => [
  ...single,
  ...warningLists(r),
  0,
  0,
  0,
  bitsOf(protects, r, [...voltageFaults, ...currentFaults, 'shortCircuit']),
  bitsOf(protects, r, paceTemperatures),
  (canCharge(r) ? 2 : 0) |
    (canDischarge(r) ? 4 : 0) |
    (r.current10mA < 0 ? 8 : 0) |
    (r.current10mA > 0 ? 0x20 : 0),
  0,
  bitsOf(warns, r, { 2: 'temperatureSensor', 5: 'frontEndError' }),
  maskOf(r.balancing.slice(8, 16)),
  maskOf(r.balancing.slice(0, 8)),
  bitsOf(warns, r, [...voltageFaults, ...currentFaults]),
  bitsOf(warns, r, paceTemperatures),
];

type Answers = Readonly<Record<number, (reading: Reading) => readonly number[]>>;

const request = /^~([0-9A-F]{2})([0-9A-F]{2})([0-9A-F]{2})([0-9A-F]{2})([0-9A-F]{4})([0-9A-F]*)$/;

const device = (is: string, version: number, address: number, answers: Answers): ForeignDevice => ({
  is,
  places: { cells: 16, temperatures: 6 },
  pack: { cells: 16, temperatures: 6 },
  open: () => ({
    reader: createLineReader(),
    answer: (text, reading) => {
      // The text before the last ~ is the rest of another frame.
      const parts = request.exec(text.slice(Math.max(0, text.lastIndexOf('~'))).toUpperCase());
      if (parts === null) return '';
      const [whole = '', , to = '', cid = '', command = '', length = '', rest = ''] = parts;
      if (parseInt(to, 16) !== address || parseInt(cid, 16) !== batteryCid) return '';
      const refuse = (code: number): string => ydFrame(version, address, code, []);
      if (checksumOf(whole.slice(1, -4)) !== whole.slice(-4))
        return refuse(returnCodes.wrongChecksum);
      if (lengthField(rest.length - 4) !== length) return refuse(returnCodes.wrongLength);
      const info = answers[parseInt(command, 16)]?.(reading);
      return info === undefined
        ? refuse(returnCodes.unknownCommand)
        : ydFrame(version, address, returnCodes.normal, info);
    },
  }),
});

export const seplos = device('Seplos V2', 0x20, 0, {
  0x42: seplosAnalog,
  0x44: seplosAlarms,
  0x51: () => bytesOf('1101-SP05 \x02\x07CANProtocol:Sofar   '),
});

export const pace = device('Pace, protocol version 2.5', 0x25, 1, {
  0x42: paceAnalog,
  0x44: paceStatus,
  0xc1: () => bytesOf('P16S100A-1B-1.02\0\0\0\0'),
  0xc2: () => bytesOf('ACME-A1B2C3'.padEnd(40)),
});
