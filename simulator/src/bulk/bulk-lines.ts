/** Every bulk line is this long, CRLF included, so that a receiver can place any byte of the stream. */
export const bulkLineBytes = 128;
const digits = 12;
const head = '+BULK: ';
const payload = `${',3302'.repeat(19)}${',25'.repeat(4)}\r\n`;

/**
 * Bytes `from` (a multiple of 128) to `from + length` of the endless stream of lines
 * `+BULK: 000000000128,3302,…,25\r\n`; the number is the line's own place in the stream, so that losses show.
 */
export const bulkBytes = (from: number, length: number): Uint8Array => {
  const count = Math.ceil(length / bulkLineBytes);
  const bytes = Buffer.from(`${head}${'0'.repeat(digits)}${payload}`.repeat(count), 'latin1');
  for (let line = 0; line < count; line += 1) {
    const start = line * bulkLineBytes;
    bytes.write(String(from + start).padStart(digits, '0'), start + head.length, 'latin1');
  }
  return bytes.subarray(0, length);
};
