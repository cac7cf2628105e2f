import type { Reading } from '../../bms/reading.ts';
import { bytesOf, i16, maskOf, sum, textOf, u16, u8 } from './bytes.ts';
import type { ForeignDevice } from './conversation.ts';
import { bitsOf, currentFaults, protects, temperatureFaults, voltageFaults } from './faults.ts';
import { createHeaderReader } from './request-readers.ts';

/*
 * JBD / Xiaoxiang / Overkill Solar, "General protocol V4": DD A5 register length data checksum 77, answered by
 * DD register status length data checksum 77. The checksum is 0 minus the sum from the length (in a request: from the
 * register) to the end of the data. Big-endian.
 */

const zeroCelsius = 2731;
const model = 'ACME-BMS-16S100A';
/** The encoded date 2024-01-15: day, month, years since 2000. */
const produced = 15 | (1 << 5) | (24 << 9);

const checksum = (bytes: readonly number[]): readonly number[] =>
  u16((0x10000 - sum(bytes)) & 0xffff);

const reply = (register: number, status: number, data: readonly number[]): string => {
  const covered = [status, ...u8(data.length), ...data];
  return textOf([0xdd, register, ...covered, ...checksum(covered), 0x77]);
};

const basicInformation = (r: Reading): readonly number[] => [
  ...u16(r.packMv / 10),
  ...i16(r.current10mA),
  ...u16(r.remaining),
  ...u16(r.designCapacity),
  ...u16(r.cycles),
  ...u16(produced),
  ...u16(maskOf(r.balancing.slice(0, 16))),
  ...u16(maskOf(r.balancing.slice(16, 32))),
  ...u16(
    bitsOf(protects, r, [
      ...voltageFaults,
      ...temperatureFaults,
      ...currentFaults,
      'shortCircuit',
      'frontEndError',
      'softwareLock',
    ]),
  ),
  0x18,
  ...u8(Math.floor(r.soc / 10)),
  r.fets & 3,
  ...u8(r.cells.length),
  ...u8(r.temperatures.length),
  ...r.temperatures.flatMap((celsius) => u16(zeroCelsius + celsius * 10)),
];

const answer = (request: string, reading: Reading): string => {
  const bytes = bytesOf(request);
  const [, way = 0, register = 0] = bytes;
  const sound =
    bytes.at(-1) === 0x77 &&
    textOf(checksum(bytes.slice(2, -3))) === textOf(bytes.slice(-3, -1)) &&
    (way === 0xa5 || way === 0x5a);
  if (!sound) return '';
  if (way === 0xa5 && register === 0x03) return reply(register, 0, basicInformation(reading));
  if (way === 0xa5 && register === 0x04)
    return reply(
      register,
      0,
      reading.cells.flatMap((mv) => u16(mv)),
    );
  if (way === 0xa5 && register === 0x05) return reply(register, 0, bytesOf(model));
  return reply(register, 0x80, []);
};

export const jbd: ForeignDevice = {
  is: 'JBD, Xiaoxiang, Overkill Solar',
  places: { cells: 32, temperatures: 8 },
  open: () => ({
    reader: createHeaderReader([0xdd], (received) =>
      received[3] === undefined ? undefined : received[3] + 7,
    ),
    answer,
  }),
};
