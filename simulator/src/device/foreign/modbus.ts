import type { Reading } from '../../bms/reading.ts';
import { bytesOf, maskOf, textOf } from './bytes.ts';
import { crcModbus } from './checksums.ts';
import type { Conversation } from './conversation.ts';
import { createFrameReader } from './request-readers.ts';

export interface Block {
  readonly from: number;
  /** The bytes as sent, two for each register. */
  readonly bytes: readonly number[];
}

export interface Coils {
  readonly from: number;
  readonly bits: readonly boolean[];
}

export interface ModbusMap {
  readonly units: readonly number[];
  /** The holding registers, read with function 3. */
  readonly holding?: (reading: Reading) => readonly Block[];
  /** The input registers, read with function 4. */
  readonly input?: (reading: Reading) => readonly Block[];
  /** The coils, read with function 1. */
  readonly coils?: (reading: Reading) => readonly Coils[];
  /** Difference between the addresses of two consecutive registers. Default: 1. JK counts bytes. */
  readonly addressStep?: number;
}

const exceptions = { illegalFunction: 1, illegalAddress: 2, illegalValue: 3 };
const mostRegisters = 125;

/** Creates a block from values of two bytes at their registers. Registers between them are 0. */
export const blockOf = (
  from: number,
  registers: number,
  values: Readonly<Record<number, readonly number[]>>,
): Block => {
  const bytes = Array.from({ length: registers * 2 }, () => 0);
  for (const [address, value] of Object.entries(values))
    bytes.splice((Number(address) - from) * 2, value.length, ...value);
  return { from, bytes };
};

export const withCrc = (bytes: readonly number[]): string => {
  const crc = crcModbus(bytes);
  return textOf([...bytes, crc & 0xff, crc >> 8]);
};

/**
 * Returns the length of a request in bytes, if its beginning defines it. Writes of several registers contain the number
 * of bytes that follow.
 */
const lengthOf = (received: Buffer): number | undefined => {
  const [, functionCode = 0, , , , , following = 0] = received;
  if (functionCode !== 0x0f && functionCode !== 0x10) return 8;
  return received.length < 7 ? undefined : following + 9;
};

/** Silence ends a frame: after a damaged frame the device ignores all bytes that arrived with it. */
const createModbusReader = (): Conversation['reader'] =>
  createFrameReader((received) => {
    const length = lengthOf(received);
    if (length === undefined || received.length < length) return 'wait';
    const [...bytes] = received.subarray(0, length);
    return crcModbus(bytes) === 0 ? { request: length } : { noise: received.length };
  });

export const createModbusConversation = (map: ModbusMap): Conversation => {
  const step = map.addressStep ?? 1;

  const registers = (
    blocks: readonly Block[],
    address: number,
    count: number,
  ): readonly number[] | undefined => {
    for (const { from, bytes } of blocks) {
      const start = ((address - from) / step) * 2;
      if (start >= 0 && Number.isInteger(start) && start + count * 2 <= bytes.length)
        return bytes.slice(start, start + count * 2);
    }
    return undefined;
  };
  const coils = (
    all: readonly Coils[],
    address: number,
    count: number,
  ): readonly number[] | undefined => {
    const found = all.find(
      ({ from, bits }) => address >= from && address + count <= from + bits.length,
    );
    if (found === undefined) return undefined;
    const bits = found.bits.slice(address - found.from, address - found.from + count);
    return Array.from({ length: Math.ceil(count / 8) }, (_, at) =>
      maskOf(bits.slice(at * 8, at * 8 + 8)),
    );
  };

  return {
    reader: createModbusReader(),
    answer: (request, reading) => {
      const [unit = 0, functionCode = 0, a = 0, b = 0, c = 0, d = 0] = bytesOf(request);
      if (!map.units.includes(unit)) return '';
      const refuse = (code: number): string => withCrc([unit, functionCode | 0x80, code]);
      const [address, count] = [(a << 8) | b, (c << 8) | d];
      const isCoils = functionCode === 1;
      const table = { 1: map.coils, 3: map.holding, 4: map.input }[functionCode];
      if (table === undefined) return refuse(exceptions.illegalFunction);
      if (count === 0 || count > (isCoils ? 2000 : mostRegisters))
        return refuse(exceptions.illegalValue);
      const data = isCoils
        ? coils(map.coils?.(reading) ?? [], address, count)
        : registers(
            (functionCode === 3 ? map.holding : map.input)?.(reading) ?? [],
            address,
            count,
          );
      if (data === undefined) return refuse(exceptions.illegalAddress);
      return withCrc([unit, functionCode, data.length, ...data]);
    },
  };
};
