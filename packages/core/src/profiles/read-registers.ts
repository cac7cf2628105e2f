import type { ValueCollector } from './collect-values.ts';
import { textOfBytes } from '../prelude/text-of-bytes.ts';
import type { ModbusRequest, RegisterRule, RegistersRecord } from './profile.ts';

const WORDS = { u16: 1, i16: 1, u32: 2, i32: 2 } as const;

const integerOf = (rule: RegisterRule, view: DataView): number => {
  const { type = 'u16', lowWordFirst = false } = rule;
  if (type === 'u16') return view.getUint16(0);
  if (type === 'i16') return view.getInt16(0);
  const [first, second] = [view.getUint16(0), view.getUint16(2)];
  const value = lowWordFirst ? second * 65_536 + first : first * 65_536 + second;
  return type === 'i32' ? value | 0 : value;
};

/**
 * Reads the response to a Modbus request: the body of its frame, without the checksum. Registers outside the request
 * are ignored. Returns the reason if the response does not belong to this request.
 */
export const readRegisters = (
  record: RegistersRecord,
  body: Uint8Array,
  request: ModbusRequest,
  collector: ValueCollector,
): string | undefined => {
  const [unit, fn = 0, count = 0] = body;
  if (unit !== request.unit) return `unit ${String(unit)} answers`;
  if (fn !== request.function) return `exception ${count} to function ${request.function}`;
  const isBits = request.function <= 2;
  const expected = isBits ? Math.ceil(request.count / 8) : request.count * 2;
  if (count !== expected || body.length !== 3 + count) {
    return `${count} bytes answer a request for ${request.count} values`;
  }
  const data = body.subarray(3);
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  for (const rule of record.registers) {
    const { type = 'u16', count: many = 1 } = rule;
    const from = rule.at - request.address;
    if (from < 0) continue;
    const place = `register ${rule.at}`;
    if (isBits || type === 'bit') {
      if (!isBits || type !== 'bit' || from + many > request.count) continue;
      for (let at = from; at < from + many; at += 1) {
        collector.add(rule, { value: ((data[at >> 3] ?? 0) >> (at & 7)) & 1 }, place);
      }
    } else if (type === 'text') {
      if (from + many > request.count) continue;
      const text = textOfBytes(data.subarray(from * 2, (from + many) * 2));
      collector.add(rule, { value: text }, place);
    } else {
      const words = WORDS[type];
      if (from + many * words > request.count) continue;
      for (let index = 0; index < many; index += 1) {
        const at = 2 * (from + index * words);
        const value = integerOf(rule, new DataView(view.buffer, view.byteOffset + at, 2 * words));
        collector.add(rule, { value }, `register ${rule.at + index * words}`);
      }
    }
  }
  return undefined;
};
