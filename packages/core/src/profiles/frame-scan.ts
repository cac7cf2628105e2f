import { checksumWidth, isChecksumRight } from './checksums.ts';
import { textOfBytes } from '../prelude/text-of-bytes.ts';
import { bytesOf, fitsPattern, indexOfBytes, patternOf } from './device-bytes.ts';
import type { Profile, ProfileChecksum, ProfileFrame } from './profile.ts';

/** The result of a scan: how many bytes it used, and the body of a frame or the reason why there is none. */
export interface Scan {
  readonly used: number;
  readonly body?: Uint8Array;
  readonly bad?: string;
}

/** Looks for the first frame in the bytes. Undefined: more bytes are needed. Pure. */
export type Scanner = (bytes: Uint8Array) => Scan | undefined;

const CR = 0x0d;
const LF = 0x0a;
const COLON = 0x3a;
const BAD_CHECKSUM = 'the checksum is wrong';

const isWell = (bytes: Uint8Array, rule: ProfileChecksum | undefined): boolean =>
  rule === undefined || isChecksumRight(bytes, rule);

const lineScanner =
  (checksum: ProfileChecksum | undefined): Scanner =>
  (bytes) => {
    const end = bytes.findIndex((byte) => byte === CR || byte === LF);
    if (end < 0) return undefined;
    if (end === 0) {
      const next = bytes.findIndex((byte) => byte !== CR && byte !== LF);
      return { used: next < 0 ? bytes.length : next };
    }
    const body = bytes.slice(0, end);
    if (isWell(body, checksum)) return { used: end + 1, body };
    return { used: end + 1, bad: BAD_CHECKSUM };
  };

/** Returns the index after the first line that is in `lastLines`, or −1. The time is linear in the text. */
const endOfLastLine = (text: string, lastLines: ReadonlySet<string>): number => {
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== CR && code !== LF) continue;
    if (lastLines.has(text.slice(from, at).trim())) return at + 1;
    from = at + 1;
  }
  return -1;
};

const replyScanner = ({ prompt, final, error }: Profile['end']): Scanner => {
  const lastLines = new Set([...final, ...error].map((line) => line.trim()));
  return (bytes) => {
    const text = textOfBytes(bytes);
    const promptAt = prompt === undefined ? -1 : text.indexOf(prompt);
    const finalEnd = lastLines.size === 0 ? -1 : endOfLastLine(text, lastLines);
    if (promptAt >= 0 && (finalEnd < 0 || promptAt < finalEnd)) {
      return { used: promptAt + (prompt?.length ?? 0), body: bytes.slice(0, promptAt) };
    }
    return finalEnd < 0 ? undefined : { used: finalEnd, body: bytes.slice(0, finalEnd) };
  };
};

const hexBody = (bytes: Uint8Array): Uint8Array | undefined => {
  const text = textOfBytes(bytes);
  return text.length % 2 === 0 && /^[\da-f]*$/i.test(text) ? bytesOf(`hex:${text}`) : undefined;
};

const betweenScanner = (
  frame: Extract<ProfileFrame, { split: 'between' }>,
  checksum: ProfileChecksum | undefined,
): Scanner => {
  const start = bytesOf(frame.start) ?? new Uint8Array();
  const end = bytesOf(frame.end) ?? new Uint8Array();
  const isHex = frame.encoding === 'hexAscii';
  const width = checksum === undefined ? 0 : checksumWidth(checksum);
  return (bytes) => {
    const first = indexOfBytes(bytes, start);
    if (first < 0) return { used: Math.max(0, bytes.length - start.length + 1) };
    const to = indexOfBytes(bytes, end, first + start.length);
    // A start character inside digits means that the previous frame was cut off.
    const again = isHex ? indexOfBytes(bytes, start, first + 1) : -1;
    if (again >= 0 && (to < 0 || again < to)) return { used: again, bad: 'a frame was cut off' };
    if (to < 0) return first > 0 ? { used: first } : undefined;
    const whole = bytes.slice(first, to);
    const used = to + end.length;
    if (!isWell(whole, checksum)) return { used, bad: BAD_CHECKSUM };
    const inner = whole.subarray(start.length, Math.max(start.length, whole.length - width));
    const body = isHex ? hexBody(inner) : inner;
    return body === undefined ? { used, bad: 'the frame is not hexadecimal' } : { used, body };
  };
};

/**
 * Scans VE.Direct blocks: lines up to `Checksum`, TAB and one byte. Lines that begin with a colon belong to another
 * protocol.
 */
const blockScanner = (field: string): Scanner => {
  const last = bytesOf(`${field}\t`) ?? new Uint8Array();
  return (bytes) => {
    const kept: number[] = [];
    let at = 0;
    while (at < bytes.length) {
      const lineEnd = bytes.indexOf(LF, at);
      if (bytes[at] === COLON) {
        if (lineEnd < 0) return undefined;
        at = lineEnd + 1;
        continue;
      }
      if (last.every((byte, index) => bytes[at + index] === byte)) {
        const checksumAt = at + last.length;
        if (checksumAt >= bytes.length) return undefined;
        const block = Uint8Array.from([...kept, ...bytes.subarray(at, checksumAt + 1)]);
        const used = checksumAt + 1;
        if (!isChecksumRight(block, { kind: 'blockSum' })) return { used, bad: BAD_CHECKSUM };
        return { used, body: Uint8Array.from(kept) };
      }
      if (lineEnd < 0) return undefined;
      for (; at <= lineEnd; at += 1) kept.push(bytes[at] ?? 0);
    }
    return undefined;
  };
};

const LONGEST_FRAME = 4_096;

const headerScanner = (
  frame: Extract<ProfileFrame, { split: 'header' }>,
  checksum: ProfileChecksum | undefined,
): Scanner => {
  const header = patternOf(frame.header) ?? [];
  const end = frame.end === undefined ? new Uint8Array() : (bytesOf(frame.end) ?? new Uint8Array());
  const sizeOf = (bytes: Uint8Array): number | undefined => {
    const { size, length } = frame;
    if (size !== undefined || length === undefined) return size;
    const [a, b] = [bytes[length.at], bytes[length.at + length.bytes - 1]];
    if (a === undefined || b === undefined) return undefined;
    const said = length.bytes === 1 ? a : length.little === true ? a + 256 * b : 256 * a + b;
    return said + length.plus;
  };
  /** Returns the next position at which a frame may begin. */
  const next = (bytes: Uint8Array, from: number): number => {
    let at = from;
    while (at < bytes.length) {
      const rest = Math.min(header.length, bytes.length - at);
      if (fitsPattern(bytes, header.slice(0, rest), at)) return at;
      at += 1;
    }
    return bytes.length;
  };
  return (bytes) => {
    const at = next(bytes, 0);
    if (at > 0) return { used: at };
    if (bytes.length < header.length) return undefined;
    const size = sizeOf(bytes);
    if (size === undefined) return undefined;
    if (size < header.length || size > LONGEST_FRAME)
      return { used: next(bytes, 1), bad: 'the length is wrong' };
    if (bytes.length < size) return undefined;
    const body = bytes.slice(0, size);
    const isEnded = end.every((byte, index) => body[size - end.length + index] === byte);
    if (isEnded && isWell(body, checksum)) return { used: size, body };
    return {
      used: next(bytes, 1),
      bad: isEnded ? BAD_CHECKSUM : 'the end of the frame is missing',
    };
  };
};

/** Returns the length of a response with its checksum. Undefined: more bytes are needed. 0: no response begins here. */
const modbusSize = (bytes: Uint8Array): number | undefined => {
  const [unit = 0, fn, count] = bytes;
  if (unit > 247) return 0;
  if (fn === undefined) return undefined;
  if (fn >= 0x81 && fn <= 0x90) return 5;
  if (fn === 5 || fn === 6 || fn === 15 || fn === 16) return 8;
  if (fn < 1 || fn > 4) return 0;
  if (count === undefined) return undefined;
  return count === 0 || (fn >= 3 && count % 2 === 1) ? 0 : count + 5;
};

const REQUEST_SIZE = 8;
/** Functions of requests that read. */
const isReading = ([, fn = 0]: Uint8Array): boolean => fn >= 1 && fn <= 4;

const isModbusRight = (frame: Uint8Array): boolean =>
  isChecksumRight(frame, { kind: 'crc16modbus', little: true });

/** Skips requests: adapters of RS-485 echo them, and another device on the bus may send some. */
const modbusScanner: Scanner = (bytes) => {
  let wrong = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const rest = bytes.subarray(at);
    const size = modbusSize(rest);
    const isWhole = size !== undefined && size > 0 && rest.length >= size;
    if (isWhole && isModbusRight(rest.subarray(0, size)))
      return { used: at + size, body: rest.slice(0, size - 2) };
    const hasRequest = isReading(rest) && rest.length >= REQUEST_SIZE;
    if (hasRequest && isModbusRight(rest.subarray(0, REQUEST_SIZE)))
      return { used: at + REQUEST_SIZE };
    const mayGrow = size === 0 ? isReading(rest) && !hasRequest : !isWhole;
    if (mayGrow) return at > 0 ? { used: at, ...(wrong ? { bad: BAD_CHECKSUM } : {}) } : undefined;
    wrong ||= isWhole;
  }
  return { used: bytes.length, ...(wrong ? { bad: BAD_CHECKSUM } : {}) };
};

/** Returns the scanner of a profile's frames. ISO-TP messages are assembled from lines (see `createIsoTpJoiner`). */
export const scannerOf = ({ frame, checksum, end }: Profile): Scanner => {
  switch (frame.split) {
    case 'line':
      return lineScanner(checksum);
    case 'isoTp':
      return lineScanner(undefined);
    case 'reply':
      return replyScanner(end);
    case 'between':
      return betweenScanner(frame, checksum);
    case 'before':
      return blockScanner(frame.field);
    case 'header':
      return headerScanner(frame, checksum);
    case 'modbus':
      return modbusScanner;
  }
};
