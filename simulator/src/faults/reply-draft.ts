import type { SeededRandom } from '../random/seeded-random.ts';

/** A reply that is about to be sent and that faults may change. Text is latin-1: one character, one byte. */
export interface ReplyDraft {
  readonly text: string;
  /** Milliseconds from the command to the first byte. */
  readonly delayMs: number;
  /** Milliseconds per character. Default: the pace of the line. */
  readonly charMs?: number;
  /** A silence of `ms` before the character `at`. */
  readonly pause?: { readonly at: number; readonly ms: number };
  /** The device is unplugged before the character `at`, and plugged in again after `againMs`; 0 = never. */
  readonly unplug?: { readonly at: number; readonly againMs: number };
}

export interface FaultSetting {
  readonly random: SeededRandom;
  /** The parameter of the fault; see its table entry. */
  readonly value: number;
  /** The reply to the previous poll, if there was one. */
  readonly previous: string | undefined;
  /** True if this reply answers a poll. */
  readonly poll: boolean;
}

export type SpoilReply = (draft: ReplyDraft, setting: FaultSetting) => ReplyDraft;
