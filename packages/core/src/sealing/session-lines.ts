import { captureText, type CaptureLine, type CaptureRemarks } from '../protocol/capture.ts';
import type { ByteRecord, SessionEvent } from '../recording/chunks.ts';
import { BYTES_PER_LINE } from './seal-lines.ts';

/** A line of a capture, without its line ending. */
export interface SealableLine {
  readonly ms: number;
  readonly text: string;
}

const NO_BYTES = new Uint8Array(0);

const lineOf = (line: CaptureLine & CaptureRemarks): SealableLine => ({
  ms: Math.round(line.ms * 1_000) / 1_000,
  text: captureText([line]).trimEnd(),
});

function* linesOfRun({ dir, ms, bytes, background }: ByteRecord): Generator<SealableLine, void> {
  const by: CaptureRemarks = background ? { by: 'program' } : {};
  for (let at = 0; at < bytes.length; at += BYTES_PER_LINE) {
    yield lineOf({ dir, ms, bytes: bytes.subarray(at, at + BYTES_PER_LINE), ...by });
  }
}

/** Returns an event as a received line without bytes, with its text in another field, so that a replay skips it. */
const lineOfEvent = ({ ms, kind, text }: SessionEvent): SealableLine =>
  lineOf({ dir: 'rx', ms, bytes: NO_BYTES, [kind]: text });

/** Yields everything in a session, in order: sent and received bytes, events, and the user's notes. */
export function* sessionLines(
  records: readonly ByteRecord[],
  events: readonly SessionEvent[],
): Generator<SealableLine, void> {
  const waiting = events.toSorted((a, b) => a.ms - b.ms);
  let next = 0;
  for (const record of records) {
    for (let event = waiting[next]; event !== undefined && event.ms <= record.ms;) {
      yield lineOfEvent(event);
      next += 1;
      event = waiting[next];
    }
    yield* linesOfRun(record);
  }
  for (const event of waiting.slice(next)) yield lineOfEvent(event);
}
