import type { SeededRandom } from '../random/seeded-random.ts';

/** A reply on its way to the transmitter, which faults may still spoil. Text is latin-1: one character, one byte. */
export interface ReplyDraft {
  readonly text: string;
  /** ms from command to first byte. */
  readonly delayMs: number;
  /** ms a character, where not the line's own pace. */
  readonly charMs?: number;
  /** Silence of `ms` before the character `at`. */
  readonly pause?: { readonly at: number; readonly ms: number };
  /** The device vanishes before the character `at`. */
  readonly unplugAt?: number;
}

export interface FaultSetting {
  readonly random: SeededRandom;
  /** The fault's own measure; see its table entry. */
  readonly value: number;
  /** The answer to the poll before, if there was one. */
  readonly previous: string | undefined;
  /** Whether this reply answers a poll. */
  readonly poll: boolean;
}

/** Spoils a reply. */
export type SpoilReply = (draft: ReplyDraft, setting: FaultSetting) => ReplyDraft;
