import { crc16 } from './block-receiver.ts';

/** Encodes one block: 128 bytes with SOH or 1,024 with STX, filled up with 0x1A. */
export const blockOf = (
  number: number,
  data: Uint8Array,
  size = 128,
  filler = 0x1a,
): Uint8Array => {
  const block = Buffer.alloc(size + 5, filler);
  block.set([size === 1024 ? 2 : 1, number & 255, 255 - (number & 255)]);
  block.set(data, 3);
  block.writeUInt16BE(crc16(block.subarray(3, -2)), size + 3);
  return block;
};

/** Encodes block 0 of YMODEM. */
export const headerOf = (name: string, size: number): Uint8Array =>
  blockOf(0, Buffer.from(name === '' ? '' : `${name}\0${size} 0 0`), 128, 0);

/** Splits a file into blocks from number 1. */
export const blocksOf = (file: Uint8Array, size = 128): readonly Uint8Array[] =>
  Array.from({ length: Math.ceil(file.length / size) }, (_, i) =>
    blockOf(i + 1, file.subarray(i * size, (i + 1) * size), size),
  );

export const EOT = Uint8Array.of(4);
export const CANCEL = Uint8Array.of(0x18, 0x18);

/** Returns `length` bytes that are different from block to block. */
export const programOf = (length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => (i * 31 + (i >> 7)) & 255);
