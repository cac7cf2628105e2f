/*
 * The receiver of XMODEM-CRC, XMODEM-1K and YMODEM, after the texts of Ward Christensen and Chuck Forsberg.
 *
 *   idle ──SOH, STX──▶ block ──good──▶ between ──SOH, STX──▶ block
 *    ▲  C every second   │               │ EOT: NAK, EOT: ACK ──▶ done; a repeated EOT, or block 0 of YMODEM: ACK
 *    │                   └─damaged, late─┴─▶ purge ──silence, NAK──▶ between
 *    └── done for 3 s, CAN CAN, wrong block number, too many errors
 *
 * A first block with number 0 makes it YMODEM. A repeated block is confirmed and ignored.
 */

const SOH = 0x01;
const STX = 0x02;
const EOT = 0x04;
const CAN = 0x18;
const ACK = '\x06';
const NAK = '\x15';
const ABORT = '\x18\x18';

const callMs = 1000;
const byteMs = 1000;
const blockMs = 3000;
const quietMs = 200;
/** Number of errors without a good block in between after which the receiver gives up. */
const errorLimit = 8;

export interface TransferEvents {
  /** Takes the next bytes of the file. Returns false to refuse the file. */
  readonly onData: (data: Uint8Array, nowMs: number) => boolean;
  /** The file is complete. Bytes after its end are padding. */
  readonly onEnd: (nowMs: number) => void;
  /** The transfer ended early. */
  readonly onAbort: () => void;
}

/** Returns the CRC of XMODEM: polynomial 0x1021, from 0. */
export const crc16 = (bytes: Uint8Array): number =>
  bytes.reduce((crc, byte) => {
    let next = crc ^ (byte << 8);
    for (let bit = 0; bit < 8; bit += 1) next = next & 0x8000 ? (next << 1) ^ 0x1021 : next << 1;
    return next & 0xffff;
  }, 0);

/** Reads block 0 of YMODEM: name, zero, size. Undefined if the name is empty. */
const readFileHeader = (data: Uint8Array): { readonly size: number } | undefined => {
  const [name = '', rest = ''] = Buffer.from(data).toString('latin1').split('\0', 2);
  return name === '' ? undefined : { size: Number(/^\d+/.exec(rest)?.[0] ?? Infinity) };
};

export const createBlockReceiver = (events: TransferEvents, startMs: number) => {
  let phase: 'idle' | 'block' | 'between' | 'purge' = 'idle';
  let dueMs = startMs + callMs;
  let block: number[] = [];
  let blocks = 0;
  /** Bytes of the file that have not arrived; Infinity if the size is unknown. */
  let left = Infinity;
  let isYmodem = false;
  let isDone = false;
  let isStarted = false;
  let eots = 0;
  let cancels = 0;
  let errors = 0;

  const wait = (next: typeof phase, ms: number, reply = ''): string => {
    phase = next;
    dueMs = ms;
    return reply;
  };
  const reset = (nowMs: number): void => {
    isStarted = false;
    isDone = false;
    isYmodem = false;
    [blocks, left, eots, cancels, errors] = [0, Infinity, 0, 0, 0];
    wait('idle', nowMs + callMs);
  };
  const abort = (nowMs: number): string => {
    events.onAbort();
    reset(nowMs);
    return ABORT;
  };
  const fail = (nowMs: number): string => {
    errors += 1;
    if (errors > errorLimit) return abort(nowMs);
    if (!isStarted) return wait('idle', nowMs + callMs);
    return wait('between', nowMs + blockMs, isYmodem && blocks === 0 ? 'C' : NAK);
  };
  const confirm = (nowMs: number, more = ''): string => {
    [errors, eots] = [0, 0];
    isStarted = true;
    return wait('between', nowMs + blockMs, ACK + more);
  };
  const takeHeader = (data: Uint8Array, nowMs: number): string => {
    const header = readFileHeader(data);
    // The device takes one file.
    if (isDone) return wait('between', nowMs + blockMs, header ? ABORT : ACK);
    if (!header) return abort(nowMs);
    isYmodem = true;
    left = header.size;
    return confirm(nowMs, 'C');
  };
  const takeBlock = (nowMs: number): string => {
    const [, number = 0, complement = 0] = block;
    const data = Uint8Array.from(block.slice(3, -2));
    const crc = ((block.at(-2) ?? 0) << 8) | (block.at(-1) ?? 0);
    if (number + complement !== 255 || crc !== crc16(data)) return wait('purge', nowMs + quietMs);
    if (number === 0 && (blocks === 0 || isDone)) return takeHeader(data, nowMs);
    if (isStarted && number === (blocks & 255)) return confirm(nowMs);
    if (number !== ((blocks + 1) & 255)) return abort(nowMs);
    const part = data.subarray(0, Math.min(data.length, left));
    if (!events.onData(part, nowMs)) return abort(nowMs);
    blocks += 1;
    left -= part.length;
    return confirm(nowMs);
  };
  const takeEnd = (nowMs: number): string => {
    eots += 1;
    // A damaged block may look like the end, so the first end is answered with NAK.
    if (eots === 1 && !isDone) return wait('between', nowMs + blockMs, NAK);
    if (!isDone) events.onEnd(nowMs);
    isDone = true;
    return wait('between', nowMs + blockMs, isYmodem ? `${ACK}C` : ACK);
  };

  return {
    /** Takes a byte. Returns the reply in latin-1, or undefined if the byte is not part of a transfer. */
    push: (byte: number, nowMs: number): string | undefined => {
      if (phase === 'block') {
        block.push(byte);
        dueMs = nowMs + byteMs;
        const size = block[0] === STX ? 1024 : 128;
        return block.length < size + 5 ? '' : takeBlock(nowMs);
      }
      if (phase === 'purge') return wait('purge', nowMs + quietMs);
      cancels = byte === CAN ? cancels + 1 : 0;
      if (byte === SOH || byte === STX) {
        block = [byte];
        return wait('block', nowMs + byteMs);
      }
      if (phase === 'idle') return undefined;
      if (byte === CAN) return cancels > 1 ? abort(nowMs) : '';
      if (byte === EOT && isStarted) return takeEnd(nowMs);
      if (isDone) return undefined;
      return wait('purge', nowMs + quietMs);
    },
    /** Returns the bytes that are due now. */
    tick: (nowMs: number): string => {
      if (nowMs < dueMs) return '';
      if (phase === 'idle') return wait('idle', nowMs + callMs, 'C');
      if (isDone) {
        reset(nowMs);
        return '';
      }
      return fail(nowMs);
    },
    dueMs: (): number => dueMs,
    /** Postpones the next call for a transfer. */
    postpone: (nowMs: number): void => {
      if (phase === 'idle') dueMs = nowMs + callMs;
    },
    /** Drops a transfer that has begun, without a reply to the sender. */
    drop: (): void => {
      events.onAbort();
      reset(dueMs);
    },
  };
};
