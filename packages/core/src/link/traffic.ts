import type { PendingLine, RawLine } from '../protocol/line-reader.ts';
import type { ReplyReading } from '../protocol/reply-decoder.ts';
import type { Urc } from '../protocol/reply-lines.ts';
import type { OutputSignals } from '../ports/serial-link.ts';
import type { DisconnectCause } from './connection.ts';

/** Who caused traffic: the user's typing, or the program's own verbose commands and polls. */
export type Origin = 'user' | 'background';

/** Something to send whose reply is waited for. */
export interface Command {
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly origin: Origin;
  /** True when a final result code alone is the reply: any other line is somebody else's word. */
  readonly isBare?: boolean;
  /** How long its reply may take, ms, where somebody chose that; else the link goes by what it has learnt. */
  readonly timeoutMs?: number;
  /**
   * Asked when its turn comes: a command nobody wants any more is not sent. On the line its reply is waited for no
   * longer than the link's own time-out, so that it holds up nobody else.
   */
  readonly isWanted?: () => boolean;
  /** True when these information lines are the whole reply, whatever follows. */
  readonly isComplete?: (lines: readonly string[]) => boolean;
}

export interface ReceivedLine {
  readonly line: RawLine;
  /** `background` when the line belongs to the reply of a background command. */
  readonly origin: Origin;
}

/** All that happens on the line, in order. `at` is wall-clock time. */
export type Traffic =
  | { readonly kind: 'opened'; readonly at: number }
  /** The same device came back after so many milliseconds; what it said meanwhile is lost. */
  | { readonly kind: 'gap'; readonly at: number; readonly ms: number }
  | {
      readonly kind: 'sent';
      readonly at: number;
      readonly text: string;
      readonly bytes: Uint8Array;
      readonly origin: Origin;
      /** True for what went past the queue: no transaction follows. */
      readonly isRaw?: true;
    }
  | {
      readonly kind: 'received';
      readonly at: number;
      /** Everything that came, line breaks included. */
      readonly bytes: Uint8Array;
      /** The lines these bytes completed. */
      readonly lines: readonly ReceivedLine[];
      /** What has no line break yet. */
      readonly pending: PendingLine;
    }
  | {
      readonly kind: 'glitch';
      readonly at: number;
      readonly name: string;
      readonly message: string;
    }
  | { readonly kind: 'urc'; readonly at: number; readonly urc: Urc }
  /** The device began anew: its boot banner came, or its counters fell. */
  | { readonly kind: 'restarted'; readonly at: number }
  /** The user drove lines; `failure` when the port did not take it. */
  | {
      readonly kind: 'signals';
      readonly at: number;
      readonly signals: OutputSignals;
      readonly failure?: string;
    }
  | { readonly kind: 'break'; readonly at: number; readonly ms: number; readonly failure?: string }
  | { readonly kind: 'readError'; readonly at: number; readonly message: string }
  | { readonly kind: 'closeFailed'; readonly at: number; readonly message: string }
  | { readonly kind: 'closed'; readonly at: number; readonly cause: DisconnectCause };

/** How a command ended. Times in milliseconds from the write to the reply's end. */
export type Outcome =
  | {
      readonly kind: 'ok' | 'error';
      /** The reply's information lines, cleaned; no echo, no final code, no unsolicited lines. */
      readonly lines: readonly string[];
      /** The final result code, where there was one. */
      readonly code?: string;
      readonly latencyMs: number;
      /** The decoded values, if the command was the live data command and the reply is not an error. */
      readonly reading?: ReplyReading;
    }
  | { readonly kind: 'timeout' }
  /** The connection ended, or the device restarted, before the reply did. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'writeFailed'; readonly message: string };

/** A command and how it ended: one row of the transactions view. */
export interface Transaction {
  readonly text: string;
  readonly origin: Origin;
  /** What was sent, line ending included. */
  readonly bytes: Uint8Array;
  /** False when the connection ended before the command had its turn: then it was not sent. */
  readonly wasSent: boolean;
  /** Wall-clock time of the write; of the end where there was none. */
  readonly sentAt: number;
  readonly outcome: Outcome;
  /** What came in answer, as it came, from the write to the reply's end; at most 32 KiB. */
  readonly reply: Uint8Array;
}

/** Bytes of a reply that came when its command had timed out already. */
export interface LateReply {
  /** The very transaction that was told as timed out. */
  readonly of: Transaction;
  readonly bytes: Uint8Array;
  /** Since the write. */
  readonly afterMs: number;
}
