import type { Origin } from './traffic.ts';

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
