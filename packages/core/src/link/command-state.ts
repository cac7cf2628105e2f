import { commandName, isPromptLike, type ClassifiedLine } from '../protocol/reply-lines.ts';
import type { OwedReply } from './owed-replies.ts';
import type { ByteReplyState, Command, Origin, Outcome } from './traffic.ts';

/** What this connection has learned about the device; it decides how the end of a reply is recognized. */
export interface LearnedBehaviour {
  /** Size of the longest good reply, in bytes. */
  readonly longestReplyBytes?: number;
  /** The timeout that the recent replies need, in ms. */
  readonly neededMs?: number;
  /**
   * Whether a reply with information lines has ended by a final result code. From then on silence does not end a reply.
   */
  readonly endsWithFinal: boolean;
  /** Names of commands that timed out. A line with such a name belongs to no other command. */
  readonly overdueNames: ReadonlySet<string>;
  /** The prompt: a text that was seen twice at the end of a reply. From then on it ends every reply. */
  readonly prompt?: string;
  /** A text that was seen once at the end of a reply, and may be a prompt. */
  readonly maybePrompt?: string;
  /** Whether the last reply ended by its prompt, so that no prompt is overdue. */
  readonly hasPrompted?: boolean;
  /** The longest pause inside a reply, with a reserve, if it was longer than the usual gap. */
  readonly gapMs?: number;
  /** Whether result codes are numbers, as after `ATV0`. */
  readonly isNumeric?: boolean;
}

/** The command that was sent and has no result yet. Times are monotonic milliseconds. */
export interface PendingCommand {
  readonly command: Command;
  /** The `NAME` of `AT+NAME`. */
  readonly name: string | undefined;
  readonly startedAt: number;
  readonly writtenAt: number;
  /** The information lines so far, without control characters. */
  readonly lines: readonly string[];
  readonly characters: number;
  readonly bytes: number;
  readonly lastByteAt: number;
  readonly isEchoed: boolean;
  /** Whether the content shows that the reply is complete; a final result code may still follow. */
  readonly isComplete: boolean;
  /** The time of the timeout; undefined until the write has settled. */
  readonly deadlineAt?: number | undefined;
  /** The time at which silence ends the reply; undefined while only a final result code can. */
  readonly silenceAt?: number | undefined;
  /** The final result code, if the reply may continue after it. */
  readonly finalResult?: FinalResult | undefined;
  /** Whether the device has reported that it is working on the command. Meanwhile nothing may be sent. */
  readonly isWorking: boolean;
  /** Text without a line break from before the write. The line that it begins does not belong to the reply. */
  readonly cutIn: string | undefined;
  /** Whether the user who sent the command has signed out and got the outcome `lost`. */
  readonly belongsToSignedOutUser: boolean;
}

export interface FinalResult {
  readonly ok: boolean;
  readonly code: string;
}

export type CommandPhase =
  | { readonly kind: 'idle' }
  /** The reply ended before the write settled. `next` follows; without it the phase is idle. */
  | { readonly kind: 'writeUnsettled'; readonly next?: Phase<'quietPeriod'> }
  | { readonly kind: 'writing' | 'awaiting'; readonly pending: PendingCommand }
  | {
      readonly kind: 'quietPeriod';
      /** Who sent the command that timed out. */
      readonly origin: Origin;
      readonly silenceAt: number;
      readonly endsAt: number;
      /**
       * The command that may not be answered yet, because its reply may have been the late reply to an earlier command.
       * `isAnswered`: unless another reply follows, it was the reply to this command.
       */
      readonly awaited?: { readonly text: string; readonly isAnswered: boolean };
      readonly belongsToSignedOutUser: boolean;
    };

export interface CommandState {
  readonly phase: CommandPhase;
  readonly learned: LearnedBehaviour;
  /** The replies that are owed, in the order of their commands. */
  readonly owed: readonly OwedReply[];
  /**
   * Commands whose replies silence has ended. Such a reply may have been a line that the device sent by itself. The next
   * result code may then belong to the true reply. From that code on, the list is undefined (OBD-350).
   */
  readonly maybeOwed?: readonly OwedReply[] | undefined;
  /** The lines of a late reply that began while no command was pending. */
  readonly lateLines?: readonly string[];
  /** The last received text, if it has no line break. */
  readonly tail: string;
  /** The time of the last byte of the last reply that silence ended; the rest of that reply may follow. */
  readonly cutAt?: number | undefined;
}

export type CommandInput =
  | { readonly kind: 'send'; readonly command: Command; readonly at: number }
  /** The write settled; `failure` is the message of its error. */
  | { readonly kind: 'written'; readonly at: number; readonly failure?: string }
  | { readonly kind: 'line'; readonly line: ClassifiedLine; readonly at: number }
  /** All lines of a chunk were passed: `bytes` is its size, `pending` the cleaned text that has no line break yet. */
  | {
      readonly kind: 'chunkEnd';
      readonly bytes: number;
      readonly pending: string | undefined;
      readonly at: number;
    }
  /** The meaning of the bytes of the chunk for a command with a `replyEnd`. */
  | { readonly kind: 'bytes'; readonly end: ByteReplyState; readonly at: number }
  /** `deadlineAt` was reached; `isAlone`: no other command is queued. */
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

/** The action that the driver has to take after a transition. */
export type CommandOutput =
  | {
      readonly kind: 'settled';
      readonly outcome: Outcome;
      readonly belongsToSignedOutUser: boolean;
    }
  /** All lines so far answered an earlier command; the pending one still awaits its reply. */
  | { readonly kind: 'lateReply' }
  /** The sender of the pending command signed out. Its reply is still awaited, but not given to that user. */
  | { readonly kind: 'disowned' };

export interface CommandStep {
  readonly state: CommandState;
  readonly output?: CommandOutput;
}

export const INITIAL_COMMAND_STATE: CommandState = {
  phase: { kind: 'idle' },
  learned: { endsWithFinal: false, overdueNames: new Set() },
  owed: [],
  maybeOwed: [],
  tail: '',
};

/** Maximum size of a reply. Longer replies are cut, so that a flood of lines cannot fill the memory (DP-05). */
export const MAX_REPLY_LINES = 512;
export const MAX_REPLY_CHARACTERS = 32_768;

export type Phase<K extends CommandPhase['kind']> = Extract<CommandPhase, { readonly kind: K }>;

/** A command that is being written. `tail` is the text without a line break that was received before it. */
export const pendingCommand = (command: Command, at: number, tail: string): PendingCommand => ({
  command,
  name: commandName(command.text),
  startedAt: at,
  writtenAt: at,
  lines: [],
  characters: 0,
  bytes: 0,
  lastByteAt: at,
  isEchoed: false,
  isComplete: false,
  isWorking: false,
  cutIn: tail === '' || isPromptLike(tail) ? undefined : tail,
  belongsToSignedOutUser: false,
});
