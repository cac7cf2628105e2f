import { parseAtCommand } from './at-command.ts';
import { createCommandReader } from './command-reader.ts';
import type { Counters } from './counters.ts';
import { banner, finalError, finalOk, identity, line } from './native-dialect.ts';
import type { PollAnswer } from './native-dialect.ts';
import { createTxLine } from './tx-line.ts';

/** One serial connector of the device: bytes and time in, bytes out. Times in ms on the device's clock, never falling. */
export interface DeviceLine {
  readonly receive: (bytes: Uint8Array, nowMs: number) => void;
  /** The bytes that have left by now. */
  readonly take: (nowMs: number) => Uint8Array;
  /** When `take` is worth calling again without more input; undefined when nothing is under way. */
  readonly nextDueMs: () => number | undefined;
  /** Something the device says unasked. */
  readonly announce: (text: string, nowMs: number) => void;
  /** The client hung up: what was under way is lost; the device's own settings stay. */
  readonly hangUp: () => void;
  /** Power came back: verbose and echo are off, the banner is sent. */
  readonly boot: (nowMs: number) => void;
  /** Bits per second; 0 = as fast as it goes. */
  readonly setBaudRate: (baudRate: number) => void;
}

export interface LineParts {
  readonly transport: string;
  readonly counters: Counters;
  readonly record: (atMs: number, transport: string, text: string) => void;
  /** Renders the answer to a poll; `nowMs` moves the battery on first. */
  readonly answerPoll: (answer: Omit<PollAnswer, 'reading'>, nowMs: number) => string;
  /** ms between the end of a command and the first byte of its reply. */
  readonly latencyMs: number;
  /** The sequence number before the first poll. */
  readonly sequence?: number;
  readonly verbose?: boolean;
}

/** Ten bits a character: start, eight data, stop. */
export const charMsAt = (baudRate: number): number => (baudRate === 0 ? 0 : 10_000 / baudRate);

export const createDeviceLine = (parts: LineParts): DeviceLine => {
  const { counters, transport } = parts;
  const reader = createCommandReader();
  const tx = createTxLine(0);
  let verbose = parts.verbose ?? false;
  let echo = false;
  let sequence = parts.sequence ?? 0;
  const send = (text: string, atMs: number): void =>
    tx.enqueue({ atMs, bytes: Buffer.from(text, 'latin1') });

  const reply = (text: string, nowMs: number): string => {
    const command = parseAtCommand(text);
    switch (command.kind) {
      case 'attention':
        return finalOk;
      case 'identify':
        return identity + finalOk;
      case 'setEcho':
        echo = command.on;
        return finalOk;
      case 'setVerbose':
        verbose = command.on;
        counters[command.on ? 'verboseOn' : 'verboseOff'] += 1;
        return finalOk;
      case 'queryVerbose':
        return line(`+VB: ${verbose ? 1 : 0}`) + finalOk;
      case 'testVerbose':
        return line('+VB: (0,1)') + finalOk;
      case 'poll':
        counters.polls += 1;
        if (tx.pending() > 0) counters.overlappingPolls += 1;
        sequence += 1;
        return parts.answerPoll({ sequence, verbose }, nowMs);
      case 'unknown':
        counters.errors += 1;
        return finalError;
    }
  };
  const run = (text: string, nowMs: number): void => {
    counters.commands += 1;
    parts.record(nowMs, transport, text);
    send(reply(text, nowMs), nowMs + parts.latencyMs);
    counters.replies += 1;
  };
  const runIdle = (nowMs: number): void => {
    const text = reader.takeIdle(nowMs);
    if (text !== undefined) run(text, nowMs);
  };

  return {
    receive: (bytes, nowMs) => {
      runIdle(nowMs);
      counters.bytesIn += bytes.length;
      if (echo) tx.enqueue({ atMs: nowMs, bytes: bytes.slice() });
      for (const text of reader.push(bytes, nowMs)) run(text, nowMs);
    },
    take: (nowMs) => {
      runIdle(nowMs);
      const bytes = tx.take(nowMs);
      counters.bytesOut += bytes.length;
      return bytes;
    },
    nextDueMs: () => {
      const due = [tx.nextDueMs(), reader.idleAt()].filter((at) => at !== undefined);
      return due.length > 0 ? Math.min(...due) : undefined;
    },
    announce: send,
    hangUp: () => {
      tx.clear();
      reader.clear();
    },
    boot: (nowMs) => {
      tx.clear();
      reader.clear();
      verbose = false;
      echo = false;
      sequence = 0;
      send(banner, nowMs);
    },
    setBaudRate: (baudRate) => tx.setCharMs(charMsAt(baudRate)),
  };
};
