import { crc16 } from '../profiles/checksums.ts';

/** The control bytes of XMODEM and YMODEM. */
export const SOH = 0x01;
export const STX = 0x02;
export const EOT = 0x04;
export const ACK = 0x06;
export const NAK = 0x15;
export const CAN = 0x18;
export const WANT_CRC = 0x43;

/** Fills the last block of a file. */
const PADDING = 0x1a;

/** How a receiver checks blocks. Its first byte shows this. */
export type BlockCheck = 'crc' | 'checksum';

/**
 * Returns a block: header, number, its complement, the content filled up to 128 or 1,024 bytes, and CRC or checksum.
 *
 * @param number Counts from 1; block 0 of YMODEM describes the file. Only the low byte is sent.
 */
export const encodeBlock = (
  number: number,
  content: Uint8Array,
  size: 128 | 1_024,
  check: BlockCheck,
  padding = PADDING,
): Uint8Array => {
  const block = new Uint8Array(3 + size + (check === 'crc' ? 2 : 1)).fill(padding);
  block.set([size === 1_024 ? STX : SOH, number & 0xff, ~number & 0xff]);
  block.set(content, 3);
  const body = block.subarray(3, 3 + size);
  if (check === 'crc') {
    const crc = crc16(body, 0);
    block.set([crc >> 8, crc & 0xff], 3 + size);
  } else block.set([body.reduce((sum, byte) => (sum + byte) & 0xff, 0)], 3 + size);
  return block;
};

/** Characters of a file name that every receiver can store. */
const UNSAFE = /[^A-Za-z0-9._-]/g;

/**
 * Returns block 0 of YMODEM: the name, and the size as decimal digits. Time, mode and serial number are unknown (0),
 * as the protocol allows. Without a file it is the block that ends the batch.
 */
export const encodeFileHeader = (
  file: { readonly name: string; readonly size: number } | undefined,
  check: BlockCheck,
): Uint8Array => {
  const text =
    file === undefined
      ? ''
      : `${file.name.replace(UNSAFE, '_').slice(-100)}\0${String(file.size)} 0 0 0`;
  return encodeBlock(0, new TextEncoder().encode(text), 128, check, 0);
};
