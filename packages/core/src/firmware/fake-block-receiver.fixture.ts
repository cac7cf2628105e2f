import { crc16 } from '../profiles/checksums.ts';
import type { Clock } from '../ports/clock.ts';

const [SOH, STX, EOT, ACK, NAK, CAN, WANT_CRC] = [1, 2, 4, 6, 0x15, 0x18, 0x43] as const;

/** Time of one byte on the line: 10 bits at 115,200 baud. */
const BYTE_MS = 10_000 / 115_200;

export interface FakeBlockReceiverOptions {
  readonly clock: Clock;
  readonly protocol: 'xmodem' | 'ymodem';
  readonly send: (bytes: Uint8Array) => void;
  /** Time from the last byte of a block to its reply, in ms. */
  readonly turnMs?: number;
  readonly check?: 'crc' | 'checksum';
  /** Changes a reply before it is sent; undefined: the reply is lost. Default: every reply arrives. */
  readonly onReply?: (reply: number, index: number) => number | undefined;
  /** Called with every byte from the computer; returns the byte that arrives. */
  readonly onByte?: (byte: number, index: number) => number;
  /** Whether blocks of 1,024 bytes are unknown. */
  readonly isShort?: boolean;
  /** Whether the first EOT is answered with NAK, as many receivers do. */
  readonly doubtsEnd?: boolean;
}

/** A receiver of XMODEM or YMODEM at the end of a line with a limited speed. It behaves like `rx` and `rb` of lrzsz. */
export const createFakeBlockReceiver = (options: FakeBlockReceiverOptions) => {
  const { clock, protocol, turnMs = 1, check = 'crc' } = options;
  const data: number[] = [];
  let buffer: number[] = [];
  let header: string | undefined;
  let expected = protocol === 'ymodem' ? 0 : 1;
  let isFirst = true;
  let phase: 'idle' | 'header' | 'data' | 'closing' | 'complete' = 'idle';
  let isCut = false;
  let isPurging = false;
  let wasCancelled = false;
  let doubts = options.doubtsEnd === true ? 1 : 0;
  let freeAt = 0;
  let replies = 0;
  let arrived = 0;
  let cancelTimer = (): void => undefined;

  const reply = (byte: number): void => {
    const sent = options.onReply === undefined ? byte : options.onReply(byte, replies);
    replies += 1;
    if (sent === undefined) return;
    clock.after(turnMs + BYTE_MS, () => {
      if (!isCut) options.send(Uint8Array.of(sent));
    });
  };
  const want = check === 'crc' ? WANT_CRC : NAK;

  const wait = (ms: number, then: () => void): void => {
    cancelTimer();
    cancelTimer = clock.after(ms, then);
  };
  const ask = (): void => {
    if (isCut || phase === 'complete') return;
    reply(isFirst ? want : NAK);
    wait(isFirst ? 1_000 : 4_000, ask);
  };
  /** Reads until the line is silent, then refuses. */
  const purge = (): void => {
    buffer = [];
    isPurging = true;
    wait(1_000, () => {
      isPurging = false;
      ask();
    });
  };

  const expect = (next: typeof phase, number: number): void => {
    phase = next;
    expected = number;
    isFirst = true;
  };

  const takeContent = (content: readonly number[]): void => {
    const text = String.fromCharCode(...content.slice(0, content.indexOf(0)));
    if (phase === 'data') data.push(...content);
    else if (text === '') {
      phase = 'complete';
      cancelTimer();
    } else {
      const rest = content.slice(text.length + 1);
      header = `${text} ${String.fromCharCode(...rest.slice(0, rest.indexOf(0)))}`;
    }
  };

  const takeBlock = (block: readonly number[]): void => {
    const [, number = 0, complement = 0] = block;
    const content = block.slice(3, check === 'crc' ? -2 : -1);
    const given = block.slice(3 + content.length).reduce((sum, byte) => sum * 256 + byte, 0);
    const computed =
      check === 'crc'
        ? crc16(Uint8Array.from(content), 0)
        : content.reduce((sum, byte) => (sum + byte) & 0xff, 0);
    if (number + complement !== 255 || given !== computed) return purge();
    if (number === ((expected - 1) & 0xff) && !isFirst) {
      reply(ACK);
      return wait(4_000, ask);
    }
    // The header again: its reply was lost.
    if (number === 0 && phase === 'data' && data.length === 0) return reply(ACK);
    if (number !== (expected & 0xff)) return cancel();
    takeContent(content);
    isFirst = false;
    expected += 1;
    reply(ACK);
    if (phase === 'header') {
      expect('data', 1);
      ask();
    } else if (phase !== 'complete') wait(4_000, ask);
  };

  const takeEnd = (): void => {
    if (doubts > 0) {
      doubts -= 1;
      reply(NAK);
      return;
    }
    reply(ACK);
    if (protocol === 'ymodem') {
      expect('closing', 0);
      ask();
    } else {
      phase = 'complete';
      cancelTimer();
    }
  };

  const cancel = (): void => {
    wasCancelled = true;
    phase = 'complete';
    cancelTimer();
    options.send(new Uint8Array(10).fill(CAN));
  };

  const takeByte = (byte: number): void => {
    if (isPurging) return purge();
    buffer.push(byte);
    const [first] = buffer;
    if (first === EOT && phase === 'data') {
      buffer = [];
      // An EOT is the end only if nothing follows; the silence that proves it is left out here.
      return takeEnd();
    }
    if (first === CAN) {
      if (buffer.length === 2 && byte === CAN) {
        wasCancelled = true;
        phase = 'complete';
        cancelTimer();
      }
      return;
    }
    if (first !== SOH && (first !== STX || options.isShort === true)) return purge();
    const size = (first === STX ? 1_024 : 128) + (check === 'crc' ? 5 : 4);
    if (buffer.length < size) return wait(1_000, purge);
    const block = buffer;
    buffer = [];
    takeBlock(block);
  };

  return {
    /** Receives bytes that the computer wrote. */
    take: (bytes: Uint8Array): void => {
      freeAt = Math.max(freeAt, clock.monotonicNow()) + bytes.length * BYTE_MS;
      const copy = bytes.slice();
      clock.after(freeAt - clock.monotonicNow(), () => {
        for (const byte of copy) {
          if (isCut || phase === 'idle' || phase === 'complete') return;
          const index = arrived;
          arrived += 1;
          takeByte(options.onByte?.(byte, index) ?? byte);
        }
      });
    },
    /** Asks for the file, every second until the first block. */
    start: (): void => {
      phase = protocol === 'ymodem' ? 'header' : 'data';
      ask();
    },
    /** Loses power: nothing is received or sent any more. */
    cut: (): void => {
      isCut = true;
      cancelTimer();
    },
    cancel,
    /** The stored bytes: all blocks with their padding for XMODEM, the size in the header for YMODEM. */
    stored: (): Uint8Array => {
      const size = header === undefined ? data.length : Number(header.split(' ')[1]);
      return Uint8Array.from(data.slice(0, size));
    },
    header: (): string | undefined => header,
    isComplete: (): boolean => phase === 'complete' && !wasCancelled,
    wasCancelled: (): boolean => wasCancelled,
  };
};
