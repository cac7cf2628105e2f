import {
  ACK,
  CAN,
  encodeBlock,
  encodeFileHeader,
  EOT,
  NAK,
  WANT_CRC,
  type BlockCheck,
} from './block.ts';

/**
 * Sends one file by XMODEM or YMODEM, as a pure state machine: it receives bytes, and returns bytes and the time of its
 * next call. It sends only what `rx` and `rb` of lrzsz accept.
 *
 * ```
 *            C or NAK                  ACK                    C, or waited
 * wanted ───────────────▶ awaited ───────────▶ settling ┬──────────────────▶ next part
 *   │ nothing for 60 s      │  ▲ NAK or silence: again  │
 *   ▼                       │  └────────┘               ▼ after the last part
 * ended ◀───── CAN CAN, 10 tries ──────────────────── ended
 * ```
 *
 * Parts of XMODEM: data blocks, end (EOT). Parts of YMODEM: header, data blocks, end, closing header.
 */
export type TransferProtocol = 'xmodem' | 'ymodem';

export interface SentFile {
  /** The name in the header of YMODEM. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export type SendEnd =
  /** Every block was acknowledged. `isConfirmed`: the end was acknowledged too; its reply may have been lost. */
  | { readonly kind: 'sent'; readonly isConfirmed: boolean }
  /** The receiver cancelled the transfer. */
  | { readonly kind: 'cancelled' }
  /** The receiver never asked for the file. */
  | { readonly kind: 'notAsked' }
  /** The receiver did not acknowledge a block. */
  | { readonly kind: 'noAnswer' | 'refused' }
  | { readonly kind: 'stopped' };

type Part = 'header' | 'data' | 'end' | 'closing';

export interface SendState {
  readonly phase: 'wanted' | 'awaited' | 'settling' | 'ended';
  readonly part: Part;
  /** Bytes of the file that the receiver acknowledged. */
  readonly acknowledged: number;
  /** Number of the data block, from 1. */
  readonly number: number;
  readonly check: BlockCheck;
  /** How often this part was sent, and how often any part was sent again. */
  readonly tries: number;
  readonly resends: number;
  /** When the first byte of this try was written, and when its last one has left the line. Monotonic ms. */
  readonly firstSentAt: number;
  readonly leftAt: number;
  /** The longest usual time from the last byte to its reply, in ms. */
  readonly slowestMs: number;
  readonly wasCan: boolean;
  readonly wakeAt: number | undefined;
  readonly end?: SendEnd;
}

export type SendInput =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly at: number }
  /** The last write has settled. */
  | { readonly kind: 'written'; readonly at: number }
  /** `wakeAt` was reached. */
  | { readonly kind: 'wake'; readonly at: number }
  | { readonly kind: 'stop' };

export interface SendStep {
  readonly state: SendState;
  readonly write?: Uint8Array;
}

export interface SenderOptions {
  readonly protocol: TransferProtocol;
  readonly file: SentFile;
  /**
   * Size of the blocks. It must not change during a transfer: a block whose reply was lost would be stored with the
   * other size. Default: 1,024 if the receiver asks for a CRC.
   */
  readonly blockSize?: 128 | 1_024;
  /** The time of one byte on the line, in ms: 10 bits by the baud rate. */
  readonly byteMs: number;
}

/** A person may need a minute to start the receiver. */
const START_MS = 60_000;
/** After the reply to a header a `C` follows. If it got lost, the block is sent without it. */
const SECOND_START_MS = 2_000;
/**
 * lrzsz sends NAK after 1 s of silence. A block that is sent again earlier would be read as the rest of the bad block.
 */
const REPLY_MS = 1_050;
/** A device may erase its flash before it answers the first block. */
const FIRST_REPLY_MS = 4_000;
/** lrzsz takes an EOT as the end only after 1 s of silence. */
const END_REPLY_MS = 3_000;
const LONGEST_REPLY_MS = 10_000;
/** After a block was sent twice, a second reply may follow. It must not be taken as the reply to the next block. */
const SETTLE_MS = 30;
const MOST_TRIES = 10;
const MOST_END_TRIES = 3;

/** Cancels a transfer; more than the two that are needed, because a receiver may read some as the rest of a block. */
const CANCEL = new Uint8Array(8).fill(CAN);

export const initialSendState = (protocol: TransferProtocol, at: number): SendState => ({
  phase: 'wanted',
  part: protocol === 'ymodem' ? 'header' : 'data',
  acknowledged: 0,
  number: 1,
  check: 'crc',
  tries: 0,
  resends: 0,
  firstSentAt: at,
  leftAt: at,
  slowestMs: 0,
  wasCan: false,
  wakeAt: at + START_MS,
});

export const createSender = ({ protocol, file, byteMs, blockSize = 1_024 }: SenderOptions) => {
  const { bytes } = file;

  /** A rest of at most 128 bytes needs no long block. A checksum is too weak for long blocks. */
  const sizeFor = ({ acknowledged, check }: SendState): 128 | 1_024 =>
    check === 'checksum' || bytes.length - acknowledged <= 128 ? 128 : blockSize;

  const contentOf = (state: SendState): Uint8Array =>
    bytes.subarray(state.acknowledged, state.acknowledged + sizeFor(state));

  const encoded = (state: SendState): Uint8Array => {
    switch (state.part) {
      case 'header':
        return encodeFileHeader({ name: file.name, size: bytes.length }, state.check);
      case 'data':
        return encodeBlock(state.number, contentOf(state), sizeFor(state), state.check);
      case 'end':
        return Uint8Array.of(EOT);
      case 'closing':
        return encodeFileHeader(undefined, state.check);
    }
  };

  const isFirst = ({ part, acknowledged }: SendState): boolean =>
    part !== 'end' && acknowledged === 0;

  const patienceOf = (state: SendState): number => {
    if (state.part === 'end') return END_REPLY_MS;
    const first = isFirst(state) ? FIRST_REPLY_MS : REPLY_MS;
    return Math.min(LONGEST_REPLY_MS, (first + 2 * state.slowestMs) * 2 ** (state.tries - 1));
  };

  const ended = (state: SendState, end: SendEnd): SendStep => ({
    state: { ...state, phase: 'ended', wakeAt: undefined, end },
    ...(['noAnswer', 'refused', 'stopped'].includes(end.kind) && { write: CANCEL }),
  });

  const send = (before: SendState, at: number): SendStep => {
    const write = encoded(before);
    const leftAt = at + write.length * byteMs;
    const tries = before.tries + 1;
    const state: SendState = {
      ...before,
      phase: 'awaited',
      tries,
      // Many receivers refuse the first EOT of every transfer.
      resends: before.resends + (tries > 1 && before.part !== 'end' ? 1 : 0),
      firstSentAt: tries > 1 ? before.firstSentAt : at,
      leftAt,
    };
    return { state: { ...state, wakeAt: leftAt + patienceOf(state) }, write };
  };

  const again = (state: SendState, at: number, wasRefused: boolean): SendStep => {
    const isEnd = state.part === 'end' || state.part === 'closing';
    if (state.tries >= (isEnd ? MOST_END_TRIES : MOST_TRIES)) {
      if (isEnd) return ended(state, { kind: 'sent', isConfirmed: false });
      return ended(state, { kind: wasRefused ? 'refused' : 'noAnswer' });
    }
    return send(state, at);
  };

  /** Begins the part after an acknowledged one. */
  const next = (before: SendState, at: number): SendStep => {
    const state = { ...before, tries: 0 };
    const { part } = state;
    if (part === 'closing' || (part === 'end' && protocol === 'xmodem')) {
      return ended(state, { kind: 'sent', isConfirmed: true });
    }
    if (part === 'data') {
      const acknowledged = Math.min(bytes.length, state.acknowledged + sizeFor(state));
      const isLast = acknowledged >= bytes.length;
      return send(
        { ...state, acknowledged, number: state.number + 1, part: isLast ? 'end' : 'data' },
        at,
      );
    }
    const after: Part = part === 'end' ? 'closing' : bytes.length === 0 ? 'end' : 'data';
    return {
      state: { ...state, part: after, phase: 'wanted', wakeAt: at + SECOND_START_MS },
    };
  };

  const acknowledge = (state: SendState, at: number): SendStep => {
    if (state.part !== 'data') return next(state, at);
    if (state.tries === 1) {
      const delay = isFirst(state) ? 0 : Math.max(0, at - state.leftAt);
      return next({ ...state, slowestMs: Math.max(delay, state.slowestMs * 0.95) }, at);
    }
    const wakeAt = Math.max(at, state.leftAt + state.slowestMs) + SETTLE_MS;
    return { state: { ...state, phase: 'settling', wakeAt } };
  };

  const takeByte = (state: SendState, byte: number, at: number): SendStep => {
    if (byte === CAN && state.wasCan) return ended(state, { kind: 'cancelled' });
    const seen = { ...state, wasCan: byte === CAN };
    switch (state.phase) {
      case 'wanted': {
        if (byte !== WANT_CRC && byte !== NAK) return { state: seen };
        const isStart = state.acknowledged === 0 && state.part !== 'closing';
        const check = byte === NAK ? 'checksum' : 'crc';
        return begin({ ...seen, check: isStart ? check : state.check }, at);
      }
      case 'awaited':
        if (byte === ACK) return acknowledge(seen, at);
        // The header for the next file is asked for only after an EOT was acknowledged.
        if (byte === WANT_CRC && state.part === 'end' && protocol === 'ymodem')
          return send(next(seen, at).state, at);
        if (byte !== NAK && !(byte === WANT_CRC && (isFirst(state) || state.part === 'closing')))
          return { state: seen };
        // A receiver that refuses a block before it has all of it takes the rest as garbage, and refuses again.
        if (at < state.leftAt) return { state: seen };
        return again(seen, at, byte === NAK);
      case 'settling':
        // A second reply: the first one was late, not lost.
        return byte === ACK
          ? { state: { ...seen, slowestMs: Math.max(seen.slowestMs, at - seen.firstSentAt) } }
          : { state: seen };
      case 'ended':
        return { state };
    }
  };

  const begin = (state: SendState, at: number): SendStep =>
    state.part === 'data' && bytes.length === 0
      ? send({ ...state, part: 'end' }, at)
      : send(state, at);

  const wake = (state: SendState, at: number): SendStep => {
    switch (state.phase) {
      case 'wanted':
        // After the first start the receiver is known to run, so only its `C` was lost.
        return state.part === 'header' || protocol === 'xmodem'
          ? ended(state, { kind: 'notAsked' })
          : begin(state, at);
      case 'awaited':
        return again(state, at, false);
      case 'settling':
        return next(state, at);
      case 'ended':
        return { state };
    }
  };

  return (state: SendState, input: SendInput): SendStep => {
    if (state.phase === 'ended') return { state };
    switch (input.kind) {
      case 'stop':
        return ended(state, { kind: 'stopped' });
      case 'wake':
        return state.wakeAt === undefined || input.at < state.wakeAt
          ? { state }
          : wake(state, input.at);
      case 'written': {
        if (state.phase !== 'awaited' || input.at <= state.leftAt) return { state };
        const late = { ...state, leftAt: input.at }; // flow control delayed the write
        return { state: { ...late, wakeAt: input.at + patienceOf(late) } };
      }
      case 'bytes': {
        let step: SendStep = { state };
        for (const byte of input.bytes) {
          step = takeByte(step.state, byte, input.at);
          // The rest of the chunk was sent before this block, so it does not answer it.
          if (step.write !== undefined || step.state.phase === 'ended') break;
        }
        return step;
      }
    }
  };
};
