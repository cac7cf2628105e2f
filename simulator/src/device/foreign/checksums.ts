/**
 * Computes the CRC-16 of Modbus: polynomial 0x8005 reflected, initial value 0xFFFF. The device sends its low byte
 * first.
 */
export const crcModbus = (bytes: readonly number[]): number => {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1;
  }
  return crc;
};

/** Computes the CRC-16 of XMODEM: polynomial 0x1021, initial value 0. */
export const crcXmodem = (bytes: readonly number[]): number => {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1)
      crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc;
};
