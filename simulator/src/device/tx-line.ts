/** Bytes that the device is about to send. */
export interface Transmission {
  /** Earliest time at which sending starts. */
  readonly atMs: number;
  readonly bytes: Uint8Array;
  /** Milliseconds per character. Default: the time that a character takes at the baud rate. */
  readonly charMs?: number;
  /** Silence between the previous transmission and this one. */
  readonly gapMs?: number;
  /** Called once the last character has been taken. */
  readonly onSent?: () => void;
}

/** Adapters deliver bytes in bursts of this length, not byte by byte. */
const burstMs = 4;

/** The transmitter of the device. It sends one character after the other at the baud rate. */
export const createTxLine = () => {
  let queue: Transmission[] = [];
  let charMs = 0;
  let freeAt = 0;
  let sent = 0;
  const paceOf = (t: Transmission): number => t.charMs ?? charMs;
  const startOf = (t: Transmission): number => Math.max(t.atMs, freeAt + (t.gapMs ?? 0));
  const countAt = (t: Transmission, nowMs: number): number => {
    const elapsed = nowMs - startOf(t);
    if (elapsed < 0) return 0;
    const pace = paceOf(t);
    return pace === 0
      ? t.bytes.length
      : Math.min(t.bytes.length, Math.floor(elapsed / pace + 1e-6));
  };
  return {
    enqueue: (transmission: Transmission): void => {
      queue.push(transmission);
    },
    /** Returns the bytes that were sent by `nowMs` and have not been taken yet. */
    take: (nowMs: number): Uint8Array => {
      const parts: Uint8Array[] = [];
      for (let head = queue[0]; head; head = queue[0]) {
        const count = countAt(head, nowMs);
        if (count > sent) parts.push(head.bytes.subarray(sent, count));
        sent = Math.max(sent, count);
        if (sent < head.bytes.length) break;
        freeAt = startOf(head) + head.bytes.length * paceOf(head);
        sent = 0;
        queue.shift();
        head.onSent?.();
      }
      return Buffer.concat(parts);
    },
    /** The time to call `take` again; undefined if nothing is queued. */
    nextDueMs: (): number | undefined => {
      const head = queue[0];
      if (!head) return undefined;
      const pace = paceOf(head);
      if (pace === 0) return startOf(head);
      const burst = Math.max(1, Math.ceil(burstMs / pace));
      return startOf(head) + Math.min(head.bytes.length, sent + burst) * pace;
    },
    pending: (): number => queue.reduce((sum, { bytes }) => sum + bytes.length, -sent),
    clear: (): void => {
      queue = [];
      sent = 0;
    },
    /** Sets the milliseconds per character; 0 = unpaced. */
    setCharMs: (next: number): void => {
      charMs = next;
    },
  };
};
