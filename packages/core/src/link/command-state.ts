import type { ClassifiedLine } from '../protocol/reply-lines.ts';
import type { OwedReply } from './owed-replies.ts';
import type { ByteReplyState, Command, Origin, Outcome } from './traffic.ts';

/** What this connection has learned about the device; it decides how the end of a reply is recognized. */
export interface LearnedBehaviour {
  /** Size of the longest good reply, in bytes. */
  readonly longestReplyBytes?: number;
  /** A reply with information lines ended by a final result code: from then on silence does not end a reply. */
  readonly endsWithFinal: boolean;
  /** Names of commands that timed out: a line with such a name is of no other command. */
  readonly overdueNames: ReadonlySet<string>;
  /** The text that was seen twice where a prompt would be: from then on it ends every reply. */
  readonly prompt?: string;
  /** A text that was seen once where a prompt would be. */
  readonly maybePrompt?: string;
  /** The last reply ended by its prompt: no prompt is overdue. */
  readonly hasPrompted?: boolean;
  /** The longest pause inside a reply, with a reserve, where it was longer than the usual gap. */
  readonly gapMs?: number;
  /** After `ATV0`: result codes are numbers. */
  readonly isNumeric?: boolean;
}

/** The command that was sent and has no result yet. Times are monotonic milliseconds. */
export interface PendingCommand {
  readonly command: Command;
  /** The `NAME` of `AT+NAME`. */
  readonly name: string | undefined;
  readonly startedAt: number;
  readonly writtenAt: number;
  /** The information lines so far, cleaned. */
  readonly lines: readonly string[];
  readonly characters: number;
  readonly bytes: number;
  readonly lastByteAt: number;
  readonly isEchoed: boolean;
  /** By its content the reply is complete; a final result code may still follow. */
  readonly isComplete: boolean;
  /** When the timeout is due; undefined until the write has settled. */
  readonly deadlineAt?: number | undefined;
  /** When silence ends the reply; undefined while only a final result code can. */
  readonly silenceAt?: number | undefined;
  /** The final result code, if the reply may go on after it. */
  readonly verdict?: Verdict | undefined;
  /** The device says that it works on the command; nothing may be sent. */
  readonly isWorking: boolean;
  /** Text without a line break from before the write: the line that it begins is not the reply's. */
  readonly cutIn: string | undefined;
  /** The user who sent it has signed out and was given the outcome `lost`. */
  readonly belongsToSignedOutUser: boolean;
}

export interface Verdict {
  readonly ok: boolean;
  readonly code: string;
}

export type CommandPhase =
  | { readonly kind: 'idle' | 'writeUnsettled' }
  | { readonly kind: 'writing' | 'awaiting'; readonly pending: PendingCommand }
  | {
      readonly kind: 'quietPeriod';
      /** Who sent the command that timed out. */
      readonly origin: Origin;
      readonly silenceAt: number;
      readonly endsAt: number;
      readonly belongsToSignedOutUser: boolean;
    };

export interface CommandState {
  readonly phase: CommandPhase;
  readonly learned: LearnedBehaviour;
  /** In the order of their commands. */
  readonly owed: readonly OwedReply[];
  /** The lines of a late reply that has begun while nothing is pending. */
  readonly lateLines?: readonly string[];
  /** The last received text, if it has no line break. */
  readonly tail: string;
  /** When the last byte came of the last reply that silence ended; more of it may follow. */
  readonly cutAt?: number | undefined;
}

export type CommandInput =
  | { readonly kind: 'send'; readonly command: Command; readonly at: number }
  /** The write settled; `failure` says why it failed. */
  | { readonly kind: 'written'; readonly at: number; readonly failure?: string }
  | { readonly kind: 'line'; readonly line: ClassifiedLine; readonly at: number }
  /** All lines of a chunk were given: `bytes` is its size, `pending` what has no line break yet, cleaned. */
  | {
      readonly kind: 'chunkEnd';
      readonly bytes: number;
      readonly pending: string | undefined;
      readonly at: number;
    }
  /** What the bytes of the chunk mean to a command with a `replyEnd`. */
  | { readonly kind: 'bytes'; readonly end: ByteReplyState; readonly at: number }
  /** `deadlineAt` was reached; `isAlone`: nothing else is to be sent. */
  | {
      readonly kind: 'deadline';
      readonly isWanted: boolean;
      readonly isAlone: boolean;
      readonly at: number;
    }
  /** `silenceAt` was reached. */
  | { readonly kind: 'silence'; readonly at: number }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'userSignedOut' };

/** What the driver has to do after a transition. */
export type CommandOutput =
  | {
      readonly kind: 'settled';
      readonly outcome: Outcome;
      readonly belongsToSignedOutUser: boolean;
    }
  /** All lines so far answered an earlier command; the pending one still waits for its reply. */
  | { readonly kind: 'lateReply' }
  /** The sender of the pending command signed out; its reply is still awaited, but not for them. */
  | { readonly kind: 'disowned' };

export interface CommandStep {
  readonly state: CommandState;
  readonly output?: CommandOutput;
}

export const INITIAL_COMMAND_STATE: CommandState = {
  phase: { kind: 'idle' },
  learned: { endsWithFinal: false, overdueNames: new Set() },
  owed: [],
  tail: '',
};
