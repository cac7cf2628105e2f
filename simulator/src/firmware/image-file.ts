import { crc32 } from 'node:zlib';

/*
 * A firmware image of the simulated device, in a format of this project:
 *
 *   0  magic "BBSIM1"          16  board, 16 bytes of ASCII, filled up with zeros
 *   6  CRC-32 of all from 10   32  version, 16 bytes likewise
 *  10  size of the whole image 48  program
 *  14  flags: 1 = wipes settings; 15: zero
 *
 * Numbers are little-endian. Bytes after the size are padding of the transfer.
 */

const magic = 'BBSIM1';
const headerBytes = 48;
const checkedFrom = 10;
const wipesFlag = 1;

export interface ImageHeader {
  /** The hardware for which the image is made, as ATI reports it: "2.1". */
  readonly board: string;
  readonly version: string;
  /** True if the device returns to its factory values. */
  readonly wipesSettings: boolean;
  /** Size of the whole image in bytes. */
  readonly size: number;
}

/** The hardware of the simulated device. */
export const ownBoard = '2.1';

/** Builds an image around a program. Board and version have at most 16 characters of ASCII. */
export const buildImage = (image: {
  readonly version: string;
  readonly program: Uint8Array;
  /** Default: the board of the simulated device. */
  readonly board?: string;
  readonly wipesSettings?: boolean;
}): Uint8Array => {
  const { version, program, board = ownBoard, wipesSettings = false } = image;
  const bytes = Buffer.alloc(headerBytes + program.length);
  bytes.write(magic, 0, 'latin1');
  bytes.writeUInt32LE(bytes.length, 10);
  bytes.writeUInt8(wipesSettings ? wipesFlag : 0, 14);
  bytes.write(board, 16, 16, 'latin1');
  bytes.write(version, 32, 16, 'latin1');
  bytes.set(program, headerBytes);
  bytes.writeUInt32LE(crc32(bytes.subarray(checkedFrom)), 6);
  return bytes;
};

/** Reads the header of an image. Returns undefined if the bytes do not begin with one. */
export const readImageHeader = (image: Uint8Array): ImageHeader | undefined => {
  const bytes = Buffer.from(image.buffer, image.byteOffset, image.byteLength);
  if (bytes.length < headerBytes || bytes.toString('latin1', 0, 6) !== magic) return undefined;
  const text = (at: number): string => bytes.toString('latin1', at, at + 16).replace(/\0[^]*$/, '');
  return {
    board: text(16),
    version: text(32),
    wipesSettings: (bytes.readUInt8(14) & wipesFlag) !== 0,
    size: bytes.readUInt32LE(10),
  };
};

/** True if the image is complete and its CRC is right. */
export const isWholeImage = (image: Uint8Array): boolean => {
  const header = readImageHeader(image);
  if (!header || header.size > image.length || header.size < headerBytes) return false;
  const bytes = Buffer.from(image.buffer, image.byteOffset, header.size);
  return crc32(bytes.subarray(checkedFrom)) === bytes.readUInt32LE(6);
};
