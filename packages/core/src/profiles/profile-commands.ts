import { crc16modbus } from './checksums.ts';
import { textOfBytes } from '../prelude/text-of-bytes.ts';
import { bytesOf } from './device-bytes.ts';
import type { ModbusRequest, Profile } from './profile.ts';

const modbusBytes = ({ unit, function: fn, address, count }: ModbusRequest): Uint8Array => {
  const head = [unit, fn, address >> 8, address & 0xff, count >> 8, count & 0xff];
  const crc = crc16modbus(Uint8Array.from(head));
  return Uint8Array.from([...head, crc & 0xff, crc >> 8]);
};

/** Returns the bytes of a poll or probe; empty if it sends none. */
export const questionBytes = (question: {
  readonly send?: string;
  readonly modbus?: ModbusRequest;
}): Uint8Array => {
  if (question.modbus !== undefined) return modbusBytes(question.modbus);
  return (question.send === undefined ? undefined : bytesOf(question.send)) ?? new Uint8Array();
};

/** Whether the frames of a profile prove that they are its records: by a checksum or by an identifier. */
export const isProven = ({ checksum, frame: { split } }: Profile): boolean =>
  checksum !== undefined || split === 'modbus' || split === 'isoTp';

/** Returns the id of the poll with these bytes. A typed command may have another line ending. */
export const pollOf = ({ polls }: Profile, sent: Uint8Array): string | undefined => {
  const text = textOfBytes(sent);
  const asked = polls.map((poll) => ({ id: poll.id, text: textOfBytes(questionBytes(poll)) }));
  const found =
    asked.find((each) => each.text === text) ??
    asked.find((each) => each.text.trim() === text.trim() && text.trim() !== '');
  return found?.id;
};
