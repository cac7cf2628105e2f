const LF = 0x0a;
const CR = 0x0d;
const NO_BYTES = new Uint8Array(0);

/** Deals the bytes of one reception out, line by line: each share goes to whoever is on the line at that point. */
export interface Reception {
  readonly begin: (bytes: Uint8Array) => void;
  /** A line ends here; the line breaks that follow belong to it. */
  readonly lineEnds: (at: number) => void;
  /** No line left: what remains has no line break yet, or is nothing but line breaks. */
  readonly ends: () => void;
  /** The bytes up to here that nobody has taken yet. */
  readonly take: () => Uint8Array;
}

export const createReception = (): Reception => {
  let bytes: Uint8Array = NO_BYTES;
  let from = 0;
  let to = 0;
  return {
    begin: (received) => {
      bytes = received;
      from = 0;
      to = 0;
    },
    lineEnds: (at) => {
      to = at;
      while (bytes[to] === CR || bytes[to] === LF) to += 1;
    },
    ends: () => {
      to = bytes.length;
    },
    take: () => {
      const share = to > from ? bytes.subarray(from, to) : NO_BYTES;
      from = to;
      return share;
    },
  };
};

/** True for bytes that say nothing: line breaks alone. */
export const isOnlyBreaks = (bytes: Uint8Array): boolean =>
  bytes.every((byte) => byte === CR || byte === LF);

/** A reply is kept up to here; a longer one is a flood, and the log has it. */
export const MAX_REPLY_BYTES = 32_768;

/** Gathers the bytes of one reply. */
export interface ReplyBytes {
  readonly add: (share: Uint8Array) => void;
  /** All of them, as a copy that holds nothing else; forgets them. */
  readonly take: () => Uint8Array;
}

export const createReplyBytes = (): ReplyBytes => {
  let shares: Uint8Array[] = [];
  let length = 0;
  return {
    add: (share) => {
      const kept = share.subarray(0, MAX_REPLY_BYTES - length);
      if (kept.length === 0) return;
      shares.push(kept);
      length += kept.length;
    },
    take: () => {
      const whole = new Uint8Array(length);
      let at = 0;
      for (const share of shares) {
        whole.set(share, at);
        at += share.length;
      }
      shares = [];
      length = 0;
      return whole;
    },
  };
};
