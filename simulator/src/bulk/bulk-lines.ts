/** Length of every bulk line with its CRLF. With it a receiver finds the position of any byte in the stream. */
export const bulkLineBytes = 128;
const digits = 12;
const head = '+BULK: ';
const payload = `${',3302'.repeat(19)}${',25'.repeat(4)}\r\n`;

/**
 * Returns `length` bytes, from byte `from` (a multiple of 128), of the endless stream of lines
 * `+BULK: 000000000128,3302,…,25\r\n`. The number is the line's position in the stream, so that lost bytes are
 * detected.
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
