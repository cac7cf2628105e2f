import type { PendingLine, RawLine } from '../protocol/line-reader.ts';
import type { ReplyReading } from '../protocol/reply-decoder.ts';
import type { Urc } from '../protocol/reply-lines.ts';
import type { OutputSignals } from '../ports/serial-link.ts';
import type { DisconnectCause } from './connection.ts';

/** Who caused traffic: the user, or the app with its verbose commands and polls (`background`). */
export type Origin = 'user' | 'background';

/**
 * The meaning of the bytes of a reply so far. `unfinished`: a frame has begun and its end is missing. `echo`: only the
 * bytes of the command came back; the reply may follow.
 */
export type ByteReplyState =
  | 'more'
  | 'unfinished'
  | 'echo'
  | 'complete'
  | 'refused'
  | 'bad checksum';

/** Where a reply of bytes ends, for devices whose replies are not lines. */
export interface ByteReplyEnd {
  /** Called at the write. The returned function takes the bytes of the reply, chunk by chunk. */
  readonly begin: () => (bytes: Uint8Array) => ByteReplyState;
  /**
   * The silence that ends the reply, in ms. Within a frame it is longer (OBD-358). Without this, only the bytes end the
   * reply.
   */
  readonly gapMs?: number;
}

/** What ended a reply. After `silence` it may be incomplete. */
export type EndedBy = 'final' | 'prompt' | 'content' | 'silence';

/** A command whose reply is awaited. */
export interface Command {
  readonly text: string;
  readonly bytes: Uint8Array;
  /** What is shown and recorded in place of `bytes`, because these contain a secret. */
  readonly shownBytes?: Uint8Array;
  readonly origin: Origin;
  /** Whether the reply is only a final result code, so that any other line does not belong to it. */
  readonly isBare?: boolean;
  /** Whether a reply without a final result code is a failure. Silence then ends the reply later. */
  readonly needsCode?: boolean;
  /** How long the reply may take, in ms. Without it the link uses what it has learned about the device. */
  readonly timeoutMs?: number;
  /** How much longer the reply may take while no other command is queued, in ms. */
  readonly patienceMs?: number;
  /** If set, the reply consists of bytes, and lines have no meaning. */
  readonly replyEnd?: ByteReplyEnd;
  /**
   * Called before the command is sent: an unwanted command is not sent. If a pending command becomes unwanted, it is
   * awaited no longer than the link's usual timeout, so that it does not delay others.
   */
  readonly isWanted?: () => boolean;
  /** Whether these information lines are the complete reply. */
  readonly isComplete?: (lines: readonly string[]) => boolean;
}

export interface ReceivedLine {
  readonly line: RawLine;
  /** `background` when the line belongs to the reply of a background command. */
  readonly origin: Origin;
  /** Set if no command was pending, or if the line does not belong to the pending one. */
  readonly isUnsolicited?: true;
  /** Set if the line is not unsolicited because it may belong to the late reply to a command. */
  readonly mayBeLate?: true;
  /** How much earlier the first poll was sent to which this line may be the late reply. */
  readonly mayBeOlderMs?: number;
}

/** Everything that happens on the connection, in order. `at` is wall-clock time. */
export type Traffic =
  | { readonly kind: 'opened'; readonly at: number }
  /** The same device returned after `ms`. What it sent in between is lost. */
  | { readonly kind: 'gap'; readonly at: number; readonly ms: number }
  | {
      readonly kind: 'sent';
      readonly at: number;
      readonly text: string;
      readonly bytes: Uint8Array;
      readonly origin: Origin;
      /** Set if the command bypassed the queue, so that no transaction follows. */
      readonly isRaw?: true;
    }
  | {
      readonly kind: 'received';
      readonly at: number;
      /** All received bytes, line breaks included. */
      readonly bytes: Uint8Array;
      /** The lines that these bytes completed. */
      readonly lines: readonly ReceivedLine[];
      /** The text that has no line break yet. */
      readonly pending: PendingLine;
      /** Whose command was awaited when the bytes arrived. */
      readonly origin: Origin;
    }
  | {
      readonly kind: 'glitch';
      readonly at: number;
      readonly name: string;
      readonly message: string;
    }
  | { readonly kind: 'urc'; readonly at: number; readonly urc: Urc }
  /** The device restarted: its boot banner arrived, or its counters fell. */
  | { readonly kind: 'restarted'; readonly at: number }
  /** The user drove control lines; `failure` is set if the port refused. */
  | {
      readonly kind: 'signals';
      readonly at: number;
      readonly signals: OutputSignals;
      readonly failure?: string;
    }
  | { readonly kind: 'break'; readonly at: number; readonly ms: number; readonly failure?: string }
  /** A raw channel was closed; its bytes were not published as `sent` and `received`. */
  | {
      readonly kind: 'transfer';
      readonly at: number;
      readonly sentBytes: number;
      readonly receivedBytes: number;
      readonly ms: number;
    }
  | { readonly kind: 'readError'; readonly at: number; readonly message: string }
  | { readonly kind: 'closeFailed'; readonly at: number; readonly message: string }
  | { readonly kind: 'closed'; readonly at: number; readonly cause: DisconnectCause };

/** How a command ended. Times are in milliseconds from the write to the end of the reply. */
export type Outcome =
  | {
      readonly kind: 'ok' | 'error';
      /** The information lines of the reply, cleaned, without echo, final code and unsolicited lines. */
      readonly lines: readonly string[];
      /** The final result code, if there was one. */
      readonly code?: string;
      readonly latencyMs: number;
      readonly endedBy: EndedBy;
      /** How much earlier an equal command of the app was sent that this reply may answer, because it timed out. */
      readonly mayBeOlderMs?: number;
      /** The bytes of the reply, if the command has a `replyEnd`. */
      readonly reply?: Uint8Array;
      /** The decoded values, if the command was the live data command and the reply is not an error. */
      readonly reading?: ReplyReading;
    }
  /** A reply arrived, but a reply to an earlier command is still owed, and it is not known which of the two this is. */
  | {
      readonly kind: 'unproven';
      readonly lines: readonly string[];
      readonly code?: string;
      readonly latencyMs: number;
      readonly endedBy: EndedBy;
      /** The earlier command; empty if another user sent it. */
      readonly mayAnswer: string;
    }
  /** The output did not end (a monitor mode). The lines that follow belong to no command. */
  | { readonly kind: 'streaming'; readonly lines: readonly string[]; readonly latencyMs: number }
  | { readonly kind: 'timeout' }
  /** The connection ended or the device restarted before the reply ended; `isUnsent`: before the command was sent. */
  | { readonly kind: 'lost'; readonly isUnsent?: true }
  | { readonly kind: 'writeFailed'; readonly message: string };

/** A command with its outcome, reply and latency: one row of the transactions view. */
export interface Transaction {
  readonly text: string;
  readonly origin: Origin;
  /** The bytes to send, line ending included, without a secret. */
  readonly bytes: Uint8Array;
  /** False if the connection ended while the command was queued. */
  readonly wasSent: boolean;
  /** Wall-clock time of the write, or of the end if the command was not sent. */
  readonly sentAt: number;
  readonly outcome: Outcome;
  /** The bytes received from the write to the reply's end; at most 32 KiB. */
  readonly reply: Uint8Array;
}

/** Bytes of a reply that arrived after its command timed out. */
export interface LateReply {
  /** The transaction that timed out, as the same object. */
  readonly of: Transaction;
  readonly bytes: Uint8Array;
  /** Milliseconds since the write. */
  readonly afterMs: number;
}
