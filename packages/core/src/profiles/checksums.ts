import { textOfBytes } from '../prelude/text-of-bytes.ts';
import type { ProfileChecksum } from './profile.ts';

const sum = (bytes: Uint8Array): number => bytes.reduce((total, byte) => total + byte, 0);

const crc8 = (bytes: Uint8Array): number => {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x80 ? 0x07 : 0)) & 0xff;
  }
  return crc;
};

/** Computes the reflected CRC of Modbus: polynomial 0x8005, initial value 0xFFFF. */
export const crc16modbus = (bytes: Uint8Array): number => {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >> 1) ^ (crc & 1 ? 0xa001 : 0);
  }
  return crc;
};

/** Computes the CRC with the polynomial 0x1021; XMODEM starts with 0. */
export const crc16 = (bytes: Uint8Array, start: number): number => {
  let crc = start;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc;
};

/** Adds 1 to a checksum byte that would be `(`, CR or LF, as Voltronic does. */
const escaped = (byte: number): number => ([0x28, 0x0d, 0x0a].includes(byte) ? byte + 1 : byte);
const voltronic = (bytes: Uint8Array): number => {
  const crc = crc16(bytes, 0);
  return (escaped(crc >> 8) << 8) | escaped(crc & 0xff);
};

type Simple = Exclude<ProfileChecksum['kind'], 'mod255plus1' | 'yd1363' | 'blockSum'>;

const SIMPLE: Readonly<Record<Simple, readonly [width: number, (bytes: Uint8Array) => number]>> = {
  xor: [1, (bytes) => bytes.reduce((total, byte) => total ^ byte, 0)],
  sum8: [1, (bytes) => sum(bytes) & 0xff],
  lrc: [1, (bytes) => -sum(bytes) & 0xff],
  crc8: [1, crc8],
  sum16: [2, (bytes) => sum(bytes) & 0xffff],
  negSum16: [2, (bytes) => -sum(bytes) & 0xffff],
  crc16modbus: [2, crc16modbus],
  crc16ccitt: [2, (bytes) => crc16(bytes, 0xffff)],
  crc16xmodem: [2, (bytes) => crc16(bytes, 0)],
  voltronic: [2, voltronic],
};

/** Checks the Junctek checksum: the sum of the numbers after it, as in `:r50=1,217,2140,110,6,`. */
const isMod255Right = (text: string): boolean => {
  const [, given, ...values] = text.trim().replace(/,$/, '').split(',');
  if (given === undefined || values.length === 0) return false;
  let total = 0;
  for (const value of [given, ...values]) {
    if (!/^\d{1,12}$/.test(value)) return false;
  }
  for (const value of values) total += Number(value);
  return Number(given) === (total % 255) + 1;
};

/**
 * Checks the YD1363 checksum of `~`, digits and four checksum digits: the sum of the characters. Also checks the length
 * in the header.
 */
const isYd1363Right = (text: string): boolean => {
  if (!/^~(?:[\dA-F]{2}){8,2048}$/i.test(text)) return false;
  const covered = text.slice(1, -4);
  let total = 0;
  for (let at = 0; at < covered.length; at += 1) total += covered.charCodeAt(at);
  if ((-total & 0xffff) !== Number.parseInt(text.slice(-4), 16)) return false;
  const length = Number.parseInt(covered.slice(8, 12), 16);
  const digits = length & 0x0fff;
  const lengthSum = (digits >> 8) + ((digits >> 4) & 0xf) + (digits & 0xf);
  return (-lengthSum & 0xf) === length >> 12 && digits === covered.length - 12;
};

/** Returns how many bytes the checksum takes at the end of a frame's body. */
export const checksumWidth = ({ kind }: ProfileChecksum): number => {
  if (kind === 'mod255plus1' || kind === 'blockSum') return 0;
  return kind === 'yd1363' ? 4 : SIMPLE[kind][0];
};

/** True if a frame (without its end bytes) has a correct checksum. */
export const isChecksumRight = (frame: Uint8Array, rule: ProfileChecksum): boolean => {
  const { kind } = rule;
  if (kind === 'mod255plus1') return isMod255Right(textOfBytes(frame));
  if (kind === 'yd1363') return isYd1363Right(textOfBytes(frame));
  if (kind === 'blockSum') return (sum(frame) & 0xff) === 0;
  const [width, calculate] = SIMPLE[kind];
  const position = (at: number): number => (at < 0 ? frame.length + at : at);
  const at = position(rule.at ?? -width);
  const from = position(rule.from ?? 0);
  const to = rule.to === undefined ? at : position(rule.to);
  if (from < 0 || to <= from || to > frame.length || at < 0 || at + width > frame.length)
    return false;
  const [first = 0, second = 0] = frame.subarray(at, at + width);
  const wide = rule.little === true ? first | (second << 8) : (first << 8) | second;
  return calculate(frame.subarray(from, to)) === (width === 1 ? first : wide);
};
