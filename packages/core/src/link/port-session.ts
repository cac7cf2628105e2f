import { err, ok, type Result } from '../prelude/result.ts';
import { awakeTimer } from '../prelude/awake-timer.ts';
import { pause } from '../prelude/pause.ts';
import { withTimeout } from '../prelude/with-timeout.ts';
import type { Clock } from '../ports/clock.ts';
import type { OpenPort } from '../ports/serial-link.ts';
import { createLineReader, NOTHING_PENDING, type RawLine } from '../protocol/line-reader.ts';
import { classifyLine, type Urc } from '../protocol/reply-lines.ts';
import { createCommandQueue, type QueueParts } from './command-queue.ts';
import { createEchoMask } from './echo-mask.ts';
import type { RawWriteError } from './link-api.ts';
import { createRawChannel, type RawChannel, type RawOpenError } from './raw-channel.ts';
import type { Command, LateReply, ReceivedLine, Traffic, Transaction } from './traffic.ts';

/**
 * Errors in a row, without a byte between them, that end the connection. Without this limit the loop would never pause
 * (SR-11).
 */
const MAX_GLITCHES_IN_A_ROW = 10;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 1_000;

export type ReadEnd =
  | { readonly kind: 'closed' }
  | { readonly kind: 'lost'; readonly message: string }
  /** The line delivers only errors, so reading was ended. */
  | { readonly kind: 'hopeless'; readonly message: string };

interface ReadLoopParts {
  readonly clock: Clock;
  readonly onBytes: (bytes: Uint8Array) => void;
  readonly onGlitch: (name: string, message: string) => void;
}

/**
 * Reads until the port is closed or lost. Each line error is reported and the loop continues; while errors arrive
 * without bytes between them, it pauses longer each time. Never rejects.
 */
const runReadLoop = async (port: OpenPort, parts: ReadLoopParts): Promise<ReadEnd> => {
  let glitches = 0;
  for (;;) {
    const outcome = await port.read();
    switch (outcome.kind) {
      case 'bytes':
        glitches = 0;
        parts.onBytes(outcome.bytes);
        break;
      case 'glitch':
        glitches += 1;
        parts.onGlitch(outcome.name, outcome.message);
        if (glitches >= MAX_GLITCHES_IN_A_ROW)
          return { kind: 'hopeless', message: outcome.message };
        if (glitches > 1) {
          await pause(
            parts.clock,
            Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (glitches - 2)),
          );
        }
        break;
      case 'lost':
        return { kind: 'lost', message: outcome.message };
      case 'closed':
        return { kind: 'closed' };
    }
  }
};

/** The time after which a write fails that the device does not accept (SR-30). */
const WRITE_TIMEOUT_MS = 5_000;
/** The time for which a close waits for bytes that are being sent, before it aborts them (SR-06). */
const CLOSE_GRACE_MS = 500;
/** The time after which a close ends, even if the platform does not answer (SR-04). */
const CLOSE_TIMEOUT_MS = 3_000;

export interface PortSessionParts {
  readonly port: OpenPort;
  readonly clock: Clock;
  readonly baudRate: number;
  readonly decode: QueueParts['decode'];
  readonly publish: (traffic: Traffic) => void;
  readonly onSettled: (transaction: Transaction) => void;
  readonly onLate: (reply: LateReply) => void;
  readonly onWaiting: (count: number) => void;
  /** Called when reading ended without `close`: the device is gone, or the line delivers only errors. */
  readonly onReadEnd: (end: ReadEnd) => void;
}

export const createPortSession = (parts: PortSessionParts) => {
  const { port, clock } = parts;
  const reader = createLineReader();
  const echo = createEchoMask();
  let deferred: Traffic[] | undefined;
  /** Whether the text without a line break began for a user who has signed out, so that its line is not shown. */
  let beginsHidden = false;
  let closing: Promise<string | undefined> | undefined;
  let raw: ReturnType<typeof createRawChannel> | undefined;
  /** The raw channel that waits for its opening; cancelled when its user signs out. */
  let opening: { isCancelled: boolean } | undefined;

  // Publishes traffic. The lines of a chunk may end a command and start the next one; the traffic that this causes is
  // published after the chunk itself.
  const publish = (traffic: Traffic): void => {
    if (deferred === undefined) parts.publish(traffic);
    else deferred.push(traffic);
  };

  const writeInTime: OpenPort['write'] = async (bytes) => {
    const written = await withTimeout(port.write(bytes), clock, WRITE_TIMEOUT_MS, undefined);
    if (written !== undefined) return written;
    port.abort();
    return err({ kind: 'failed', message: 'The device did not accept the bytes in time.' });
  };

  const queue = createCommandQueue({
    clock,
    baudRate: parts.baudRate,
    write: writeInTime,
    decode: parts.decode,
    onSent: (command) => {
      const { text, bytes, shownBytes = bytes, origin } = command;
      echo.sent(command);
      publish({ kind: 'sent', at: clock.wallNow(), text, bytes: shownBytes, origin });
    },
    onSettled: parts.onSettled,
    onLate: parts.onLate,
    onWaiting: parts.onWaiting,
    onReplyCut: () => flush(),
  });

  const takeLine = (line: RawLine, urcs: Urc[]): ReceivedLine => {
    const classified = classifyLine(line.text);
    const { role } = classified;
    if (role.kind !== 'urc' || queue.awaitsBytes())
      return { line, ...queue.line(classified, line.endsAt) };
    if (role.urc.kind === 'ready' && queue.asksInWords()) {
      const answer = { ...classified, role: { kind: 'info' } } as const;
      return { line, ...queue.line(answer, line.endsAt) };
    }
    urcs.push(role.urc);
    queue.unsolicited(line.endsAt);
    // Bytes after the boot banner, even in the same chunk, do not answer a command from before it.
    if (role.urc.kind === 'ready') queue.interrupt();
    return { line, origin: 'user' };
  };

  const hasBegun = (): boolean => reader.pending() !== NOTHING_PENDING;

  const receive = (lines: readonly RawLine[], bytes: Uint8Array): void => {
    const at = clock.wallNow();
    const urcs: Urc[] = [];
    deferred = [];
    const origin = queue.originOfPending();
    const belongsToSignedOutUser = queue.belongsToSignedOutUser();
    queue.begin(bytes);
    const received = lines.map((line) => takeLine(line, urcs));
    const pending = reader.pending();
    queue.end(pending, bytes.length);
    const after = deferred;
    deferred = undefined;
    if (!belongsToSignedOutUser) {
      const shown = beginsHidden ? received.slice(1) : received;
      const rest = beginsHidden && lines.length === 0 ? NOTHING_PENDING : pending;
      parts.publish({ kind: 'received', at, bytes, lines: shown, pending: rest, origin });
    }
    if (belongsToSignedOutUser || lines.length > 0)
      beginsHidden = belongsToSignedOutUser && hasBegun();
    for (const traffic of after) parts.publish(traffic);
    for (const urc of urcs) parts.publish({ kind: 'urc', at, urc });
  };

  /** Turns text without a line break into a line of its own, so that it does not become the start of the next line. */
  const flush = (): void => {
    const origin = queue.originOfPending();
    const lines = reader.flush().map((line): ReceivedLine => ({ line, origin }));
    const isHidden = beginsHidden || queue.belongsToSignedOutUser();
    beginsHidden = false;
    if (lines.length === 0 || isHidden) return;
    const bytes = new Uint8Array(0);
    const pending = NOTHING_PENDING;
    publish({ kind: 'received', at: clock.wallNow(), bytes, lines, pending, origin });
  };

  const loop = runReadLoop(port, {
    clock,
    onBytes: (bytes) => {
      if (raw !== undefined) {
        raw.push(bytes);
        return;
      }
      const shown = echo.mask(bytes);
      receive(reader.push(shown), shown);
    },
    onGlitch: (name, message) => {
      flush();
      publish({ kind: 'glitch', at: clock.wallNow(), name, message });
    },
  });
  void loop.then((end) => {
    if (closing === undefined) parts.onReadEnd(end);
  });

  const endRaw = (): void => {
    raw?.channel.close();
    if (opening !== undefined) opening.isCancelled = true;
  };

  const openRaw = async (enter?: Command): Promise<Result<RawChannel, RawOpenError>> => {
    if (raw !== undefined || opening !== undefined) return err({ kind: 'alreadyOpen' });
    const mine = { isCancelled: false };
    opening = mine;
    const outcome = await queue.hold(enter);
    opening = undefined;
    const isOver = mine.isCancelled || closing !== undefined;
    if (isOver || (outcome !== undefined && outcome.kind !== 'ok')) {
      queue.release();
      return err(
        isOver || outcome === undefined ? { kind: 'notConnected' } : { kind: 'refused', outcome },
      );
    }
    flush();
    const opened = createRawChannel({
      clock,
      write: writeRaw,
      onClose: (summary) => {
        raw = undefined;
        publish(summary);
        queue.release();
      },
    });
    raw = opened;
    return ok(opened.channel);
  };

  const writeRaw: RawChannel['write'] = async (bytes) => {
    const written = await writeInTime(bytes);
    return written.ok ? written : err({ kind: 'writeFailed', message: written.error.message });
  };

  const close = async (): Promise<string | undefined> => {
    queue.abort();
    endRaw();
    const timedOut = { ok: false, error: { message: 'the port did not close in time' } } as const;
    const awake = awakeTimer(clock); // a tab that is frozen while it closes continues when it resumes (MT-07)
    const cancelGrace = awake.after(CLOSE_GRACE_MS, port.abort);
    const closed = await withTimeout(port.close(), awake, CLOSE_TIMEOUT_MS, timedOut);
    cancelGrace();
    await withTimeout(loop, awake, CLOSE_TIMEOUT_MS, undefined);
    flush();
    return closed.ok ? undefined : closed.error.message;
  };

  return {
    execute: queue.execute,
    /** See `CommandQueue.admits`. */
    admits: queue.admits,
    /** Writes at once, bypassing the queue; see `Link.writeRaw`. */
    writeRaw: (text: string, bytes: Uint8Array): Promise<Result<void, RawWriteError>> => {
      if (raw !== undefined || opening !== undefined)
        return Promise.resolve(err({ kind: 'writeFailed', message: 'A transfer is running.' }));
      publish({ kind: 'sent', at: clock.wallNow(), text, bytes, origin: 'user', isRaw: true });
      return writeRaw(bytes);
    },
    /** See `Link.openRaw`. */
    openRaw,
    /** Ends the scope of the user who signed out; the port stays open. See `CommandQueue.endUser`. */
    endUser: (): void => {
      queue.endUser(); // before the raw channel ends, because then the next queued command is sent
      endRaw();
      // Ends a line that has begun, so that the next user does not see its beginning.
      if (queue.belongsToSignedOutUser()) beginsHidden = hasBegun();
      else flush();
    },
    /** Gives the pending command the outcome `lost`. */
    interrupt: queue.interrupt,
    /** Ends reading and writing and closes the port, once. Resolves to the message of a failure. */
    close: (): Promise<string | undefined> => (closing ??= close()),
  };
};

/** One open port, from open to close: its read loop, line reader and command queue. */
export type PortSession = ReturnType<typeof createPortSession>;
