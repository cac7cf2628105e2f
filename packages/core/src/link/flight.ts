import type { Clock } from '../ports/clock.ts';
import type { PendingLine } from '../protocol/line-reader.ts';
import { idleGapMs, LONGEST_REPLY_MS, replyTimeoutMs, settleGapMs } from '../protocol/timing.ts';
import type { Command } from './command.ts';
import { createReplyCollector } from './reply-collector.ts';

/** What the link has learnt of this device; it decides how the end of a reply is told. */
export interface Manners {
  /** Bytes of the longest good reply seen. */
  readonly longestReplyBytes?: number;
  /** True once a reply with content ended by a final result code: then silence no longer ends one. */
  readonly endsWithFinal: boolean;
  /** Names of commands whose replies are overdue. */
  readonly late: ReadonlySet<string>;
}

export type Landing =
  | {
      readonly kind: 'ended';
      readonly ok: boolean;
      readonly code?: string;
      readonly lines: readonly string[];
      readonly bytes: number;
      readonly latencyMs: number;
    }
  | { readonly kind: 'timeout' };

export interface FlightParts {
  readonly clock: Clock;
  readonly baudRate: number;
  readonly manners: Manners;
  /** All that came so far was the reply to an earlier command. */
  readonly onDropped: () => void;
  /** Called once, unless the flight was cancelled before. */
  readonly onLanded: (landing: Landing) => void;
}

/** One command on the line, from its write to its reply's end, with the two timers that can end it. */
export interface Flight {
  readonly command: Command;
  readonly line: (text: string) => void;
  /** The end of one reception: `bytes` came, `pending` has no line break yet. */
  readonly rest: (pending: PendingLine, bytes: number) => void;
  /** The write has gone out: the time-out begins. */
  readonly written: () => void;
  /** Stops the timers; nothing more is reported. */
  readonly cancel: () => void;
}

const nothing = (): void => undefined;

export const createFlight = (command: Command, parts: FlightParts): Flight => {
  const { clock, baudRate, manners } = parts;
  const startedAt = clock.monotonicNow();
  const collector = createReplyCollector(command, manners.late);
  let bytesSeen = 0;
  let lastByteAt = startedAt;
  let writtenAt = startedAt;
  let isComplete = false;
  let landed = false;
  let cancelGap = nothing;
  let cancelDeadline = nothing;

  const cancel = (): void => {
    landed = true;
    cancelGap();
    cancelDeadline();
  };

  const land = (landing: Landing): void => {
    if (landed) return;
    cancel();
    parts.onLanded(landing);
  };

  const end = (ok: boolean, code?: string): void => {
    land({
      kind: 'ended',
      ok,
      ...(code === undefined ? {} : { code }),
      lines: collector.lines(),
      bytes: bytesSeen,
      latencyMs: clock.monotonicNow() - startedAt,
    });
  };

  const usualMs = (): number => replyTimeoutMs(baudRate, manners.longestReplyBytes);

  const onDeadline = (): void => {
    const now = clock.monotonicNow();
    const leftMs = (command.timeoutMs ?? 0) - (now - writtenAt);
    if (leftMs > 0 && command.isWanted?.() !== false) {
      cancelDeadline = clock.after(Math.min(leftMs, usualMs()), onDeadline); // still wanted: its own time-out stands
      return;
    }
    const quietMs = now - lastByteAt;
    const gapMs = idleGapMs(baudRate);
    const mayWait = command.timeoutMs === undefined && now - startedAt < LONGEST_REPLY_MS;
    if (bytesSeen > 0 && quietMs < gapMs && mayWait) {
      cancelDeadline = clock.after(gapMs - quietMs, onDeadline); // slow, not dead
      return;
    }
    land({ kind: 'timeout' });
  };

  const watchGap = (): void => {
    cancelGap();
    const endsInSilence = isComplete || (!manners.endsWithFinal && collector.lines().length > 0);
    if (!endsInSilence) return;
    const gapMs = isComplete ? settleGapMs(baudRate) : idleGapMs(baudRate);
    cancelGap = clock.after(gapMs, () => {
      end(true);
    });
  };

  return {
    command,
    cancel,
    written: () => {
      if (landed) return;
      writtenAt = clock.monotonicNow();
      cancelDeadline = clock.after(Math.min(command.timeoutMs ?? Infinity, usualMs()), onDeadline);
    },
    line: (text) => {
      if (landed) return;
      const state = collector.line(text);
      if (state.kind === 'dropped') parts.onDropped();
      if (state.kind === 'ended') end(state.ok, state.code);
      else isComplete = state.kind === 'complete';
    },
    rest: (pending, bytes) => {
      if (landed) return;
      bytesSeen += bytes;
      lastByteAt = clock.monotonicNow();
      if (pending.from < pending.to) {
        const state = collector.pending(pending.text);
        if (state.kind === 'ended') {
          end(state.ok);
          return;
        }
        isComplete = state.kind === 'complete';
      }
      watchGap();
    },
  };
};
