/* oxlint-disable no-control-regex -- the protocols consist of control characters */
import { describe, expect, test } from 'vitest';
import { crc16, createBlockReceiver } from './block-receiver.ts';
import { blockOf, blocksOf, CANCEL, EOT, headerOf, programOf } from './sent-blocks.fixture.ts';

const ACK = '\x06';
const NAK = '\x15';
const ABORT = '\x18\x18';

/** Opens a receiver. `send` returns the reply to the bytes and to one second of silence. */
const open = (accepts = true) => {
  const parts: Uint8Array[] = [];
  const ends: string[] = [];
  const receiver = createBlockReceiver(
    {
      onData: (data) => {
        parts.push(data);
        return accepts;
      },
      onEnd: () => ends.push('end'),
      onAbort: () => ends.push('abort'),
    },
    0,
  );
  let nowMs = 0;
  const pass = (ms: number): string => {
    let said = '';
    for (const until = nowMs + ms; nowMs < until; nowMs += 50) said += receiver.tick(nowMs);
    return said;
  };
  const push = (bytes: Uint8Array): string =>
    Array.from(bytes, (byte) => receiver.push(byte, nowMs) ?? '').join('');
  const send = (bytes: Uint8Array): string => push(bytes) + pass(300);
  return { receiver, push, pass, send, ends, file: () => Buffer.concat(parts) };
};

const file = programOf(300);
const padded = (size: number): Buffer =>
  Buffer.concat([file, Buffer.alloc(Math.ceil(300 / size) * size - 300, 0x1a)]);

test('the CRC is that of XMODEM', () => {
  expect(crc16(Buffer.from('123456789'))).toBe(0x31c3);
});

describe('transfers without errors', () => {
  test('the receiver asks with C every second', () => {
    expect(open().pass(3_100)).toBe('CCC');
  });

  test.each([128, 1024])('XMODEM with blocks of %i bytes', (size) => {
    const { send, file: received, ends } = open();
    for (const block of blocksOf(file, size)) expect(send(block)).toBe(ACK);
    expect(send(EOT)).toBe(NAK);
    expect(send(EOT)).toBe(ACK);
    expect(received()).toEqual(padded(size));
    expect(ends).toEqual(['end']);
  });

  test('YMODEM delivers the exact size', () => {
    const { send, file: received, ends } = open();
    expect(send(headerOf('image.bin', 300))).toBe(`${ACK}C`);
    for (const block of blocksOf(file, 1024)) expect(send(block)).toBe(ACK);
    expect(send(EOT) + send(EOT)).toBe(`${NAK}${ACK}C`);
    expect(send(headerOf('', 0))).toBe(ACK);
    expect(received()).toEqual(Buffer.from(file));
    expect(ends).toEqual(['end']);
  });

  test('block numbers start again after 255, in XMODEM and YMODEM', () => {
    for (const first of [[], [headerOf('big', 80_000)]]) {
      const big = programOf(80_000);
      const { send, push, file: received } = open();
      for (const header of first) send(header);
      for (const block of blocksOf(big)) expect(push(block)).toBe(ACK);
      expect(push(EOT) + push(EOT)).toContain(ACK);
      expect(received().equals(big)).toBe(true);
    }
  });

  test('a next transfer starts from the beginning', () => {
    const { send, pass, ends } = open();
    for (let run = 0; run < 2; run += 1) {
      for (const block of [...blocksOf(file), EOT, EOT]) send(block);
      expect(pass(4_500)).toBe('C');
    }
    expect(ends).toEqual(['end', 'end']);
  });
});

describe('damaged and repeated blocks', () => {
  const [first = EOT, second = EOT, third = EOT] = blocksOf(file);

  test('a repeated block is confirmed and stored once', () => {
    const { send, file: received } = open();
    for (const block of [first, first, second, second, second, third]) {
      expect(send(block)).toBe(ACK);
    }
    expect(received()).toEqual(padded(128));
  });

  test.each([
    ['a changed byte', second.map((byte, i) => (i === 50 ? byte ^ 4 : byte))],
    ['a changed block number', second.map((byte, i) => (i === 1 ? byte ^ 4 : byte))],
    ['a changed CRC', second.map((byte, i) => (i === 132 ? byte ^ 4 : byte))],
    ['a changed first byte', second.map((byte, i) => (i === 0 ? 0x55 : byte))],
    ['a byte too many', Uint8Array.of(...second.subarray(0, 60), 7, ...second.subarray(60))],
    ['a byte too many before it', Uint8Array.of(7, ...second)],
  ])('%s is refused once the line is silent', (_, damaged) => {
    const { send, file: received } = open();
    send(first);
    expect(send(damaged)).toBe(NAK);
    expect(send(second) + send(third)).toBe(ACK + ACK);
    expect(received()).toEqual(padded(128));
  });

  test('a lost byte is noticed after a second', () => {
    const { send, pass, file: received } = open();
    send(first);
    send(second);
    expect(send(third.subarray(1))).toBe(NAK);
    expect(send(third.subarray(0, -1))).toBe('');
    expect(pass(1_000)).toBe(NAK);
    send(third);
    expect(received()).toEqual(padded(128));
  });

  test('a block whose first byte is lost is not taken as the end', () => {
    const { send, ends } = open();
    const blocks = blocksOf(programOf(128 * 4));
    for (const block of blocks.slice(0, 3)) send(block);
    // The number of the fourth block is that of EOT.
    expect(send((blocks[3] ?? EOT).subarray(1))).toMatch(/^\x15+$/);
    expect(send(blocks[3] ?? EOT)).toBe(ACK);
    expect(ends).toEqual([]);
  });

  test('a block out of order ends the transfer', () => {
    const { send, ends } = open();
    send(first);
    expect(send(third)).toBe(ABORT);
    expect(ends).toEqual(['abort']);
  });

  test('a lost block is asked for every three seconds, and the receiver gives up after nine times', () => {
    const { send, pass, ends } = open();
    send(first);
    expect(pass(6_200)).toBe(NAK + NAK);
    expect(pass(30_000)).toMatch(/^\x15{6}\x18\x18C+$/);
    expect(ends).toEqual(['abort']);
  });

  test('after a lost reply to the end, the sender repeats it and is confirmed again', () => {
    const { send, ends } = open();
    for (const block of [first, second, third, EOT]) send(block);
    expect(send(EOT) + send(EOT)).toBe(ACK + ACK);
    expect(ends).toEqual(['end']);
  });

  test('after a lost reply to the header, the sender repeats it and is asked again', () => {
    const { send } = open();
    expect(send(headerOf('a', 300)) + send(headerOf('a', 300))).toBe(`${ACK}C${ACK}C`);
    expect(send(first)).toBe(ACK);
  });
});

describe('the end of a transfer', () => {
  test('CAN CAN of the sender ends the transfer; a single CAN does not', () => {
    const { send, pass, ends } = open();
    const [first = EOT] = blocksOf(file);
    send(first);
    send(CANCEL.subarray(1));
    expect(ends).toEqual([]);
    send(CANCEL);
    expect(ends).toEqual(['abort']);
    expect(pass(1_100)).toBe('C');
  });

  test('a file that is refused ends with CAN CAN', () => {
    const { send, ends } = open(false);
    expect(send(blockOf(1, file.subarray(0, 128)))).toBe(ABORT);
    expect(ends).toEqual(['abort']);
  });

  test('a second file of YMODEM is refused, and the first one stays', () => {
    const { send, ends } = open();
    send(headerOf('a', 300));
    for (const block of [...blocksOf(file), EOT, EOT]) send(block);
    expect(send(headerOf('b', 10))).toBe(ABORT);
    expect(ends).toEqual(['end']);
  });

  test('bytes that are not part of a transfer are left to the caller', () => {
    const { receiver } = open();
    expect(receiver.push(0x41, 0)).toBeUndefined();
    expect(receiver.push(0x01, 0)).toBe('');
    expect(receiver.push(0x41, 0)).toBe('');
  });
});
