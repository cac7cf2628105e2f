import { crc16modbus } from './checksums.ts';
import { bytesOf } from './device-bytes.ts';
import type { ModbusRequest } from './profile.ts';

const modbusBytes = ({ unit, function: fn, address, count }: ModbusRequest): Uint8Array => {
  const head = [unit, fn, address >> 8, address & 0xff, count >> 8, count & 0xff];
  const crc = crc16modbus(Uint8Array.from(head));
  return Uint8Array.from([...head, crc & 0xff, crc >> 8]);
};

/** The bytes of a poll or probe; empty if it sends none. */
export const questionBytes = (question: {
  readonly send?: string;
  readonly modbus?: ModbusRequest;
}): Uint8Array => {
  if (question.modbus !== undefined) return modbusBytes(question.modbus);
  return (question.send === undefined ? undefined : bytesOf(question.send)) ?? new Uint8Array();
};
