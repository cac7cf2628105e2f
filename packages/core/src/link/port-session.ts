import { err, type Result } from '../prelude/result.ts';
import type { Clock } from '../ports/clock.ts';
import type { OpenPort } from '../ports/serial-link.ts';
import { createLineReader, NOTHING_PENDING, type RawLine } from '../protocol/line-reader.ts';
import { classifyLine, type Urc } from '../protocol/reply-lines.ts';
import type { Command } from './command.ts';
import { createCommandQueue, type QueueParts } from './command-queue.ts';
import { withDeadline } from './deadline.ts';
import type { RawWriteError } from './link-api.ts';
import { runReadLoop, type ReadEnd } from './read-loop.ts';
import type { LateReply, Outcome, ReceivedLine, Traffic, Transaction } from './traffic.ts';

/** Closing must end even when the platform does not answer (SR-04). */
const CLOSE_DEADLINE_MS = 3_000;

export interface PortSessionParts {
  readonly port: OpenPort;
  readonly clock: Clock;
  readonly baudRate: number;
  readonly decode: QueueParts['decode'];
  readonly publish: (traffic: Traffic) => void;
  readonly onSettled: (transaction: Transaction) => void;
  readonly onLate: (reply: LateReply) => void;
  readonly onWaiting: (count: number) => void;
  /** The reading ended by itself: the device is gone, or the line gives nothing but errors. */
  readonly onReadEnd: (end: ReadEnd) => void;
}

/** One open port from open to close: its read loop, its line reader, its command queue. */
export interface PortSession {
  readonly execute: (command: Command) => Promise<Outcome>;
  /** False while the command would have to wait for the user's or for its own twin. */
  readonly admits: (command: Command) => boolean;
  /** Writes at once, past the queue; see `Link.writeRaw`. */
  readonly writeRaw: (text: string, bytes: Uint8Array) => Promise<Result<void, RawWriteError>>;
  /** The user has left; the port stays open for the next. See `CommandQueue.endUser`. */
  readonly endUser: () => void;
  /** Settles the command in flight as `lost`. */
  readonly interrupt: () => void;
  /** Ends reading and writing and closes the port; one teardown however often it is called. Gives the failure's text. */
  readonly close: () => Promise<string | undefined>;
}

export const createPortSession = (parts: PortSessionParts): PortSession => {
  const { port, clock } = parts;
  const reader = createLineReader();
  let held: Traffic[] | undefined;
  let closing: Promise<string | undefined> | undefined;

  // While a reception is taken apart its lines may end a command and start the next: what that publishes must
  // come after the reception itself.
  const publish = (traffic: Traffic): void => {
    if (held === undefined) parts.publish(traffic);
    else held.push(traffic);
  };

  const queue = createCommandQueue({
    clock,
    baudRate: parts.baudRate,
    write: port.write,
    decode: parts.decode,
    onSent: ({ text, bytes, origin }) => {
      publish({ kind: 'sent', at: clock.wallNow(), text, bytes, origin });
    },
    onSettled: parts.onSettled,
    onLate: parts.onLate,
    onWaiting: parts.onWaiting,
    onReplyCut: () => {
      flush();
    },
  });

  const takeLine = (line: RawLine, urcs: Urc[]): ReceivedLine => {
    const classified = classifyLine(line.text);
    const { role } = classified;
    if (role.kind !== 'urc') return { line, origin: queue.line(classified, line.endsAt) };
    urcs.push(role.urc);
    queue.unsolicited(line.endsAt);
    // What follows the boot banner, even in the same reception, is no answer to what was asked before it.
    if (role.urc.kind === 'ready') queue.interrupt();
    return { line, origin: 'user' };
  };

  const receive = (lines: readonly RawLine[], bytes: Uint8Array): void => {
    const at = clock.wallNow();
    const urcs: Urc[] = [];
    held = [];
    const belongsToSignedOutUser = queue.belongsToSignedOutUser();
    queue.begin(bytes);
    const received = lines.map((line) => takeLine(line, urcs));
    const pending = reader.pending();
    if (bytes.length > 0) queue.end(pending, bytes.length);
    const after = held;
    held = undefined;
    if (!belongsToSignedOutUser)
      parts.publish({ kind: 'received', at, bytes, lines: received, pending });
    for (const traffic of after) parts.publish(traffic);
    for (const urc of urcs) parts.publish({ kind: 'urc', at, urc });
  };

  /** Turns what has no line break into a line, so that it neither is lost nor begins another. */
  const flush = (): void => {
    const lines = reader.flush().map((line): ReceivedLine => ({ line, origin: 'user' }));
    if (lines.length === 0 || queue.belongsToSignedOutUser()) return;
    const bytes = new Uint8Array(0);
    publish({ kind: 'received', at: clock.wallNow(), bytes, lines, pending: NOTHING_PENDING });
  };

  const loop = runReadLoop(port, {
    clock,
    onBytes: (bytes) => {
      receive(reader.push(bytes), bytes);
    },
    onGlitch: (name, message) => {
      flush();
      publish({ kind: 'glitch', at: clock.wallNow(), name, message });
    },
  });
  void loop.then((end) => {
    if (closing === undefined) parts.onReadEnd(end);
  });

  const close = async (): Promise<string | undefined> => {
    queue.abort();
    const late = { ok: false, error: { message: 'the port did not close in time' } } as const;
    const closed = await withDeadline(port.close(), clock, CLOSE_DEADLINE_MS, late);
    await withDeadline(loop, clock, CLOSE_DEADLINE_MS, undefined);
    flush();
    return closed.ok ? undefined : closed.error.message;
  };

  return {
    execute: queue.execute,
    admits: queue.admits,
    writeRaw: async (text, bytes) => {
      publish({ kind: 'sent', at: clock.wallNow(), text, bytes, origin: 'user', isRaw: true });
      const written = await port.write(bytes);
      return written.ok ? written : err({ kind: 'writeFailed', message: written.error.message });
    },
    endUser: () => {
      queue.endUser();
      // A line that has begun ends here: it is not the beginning of what the next user reads.
      if (!queue.belongsToSignedOutUser()) flush();
    },
    interrupt: queue.interrupt,
    close: () => (closing ??= close()),
  };
};
