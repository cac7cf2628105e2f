import { streamShape } from '../link/stream-shapes.ts';
import type { Clock } from '../ports/clock.ts';
import type { DecodedReply, ReplyReading } from '../protocol/reply-decoder.ts';
import { cleanLine } from '../protocol/reply-lines.ts';
import { mergeReplies, numberedIn, type StreamRecord } from './merge-replies.ts';

/** The silence in ms that ends a record. */
const PAUSE_MS = 150;
/** Maximum number of lines of a record. A longer record is cut. */
const MOST_LINES = 512;
/** Maximum number of kinds of records whose cells and sensors are remembered. */
const MOST_SHAPES = 256;
/** A cell that none of so many records contained is not expected in the next one. */
const LATEST_RECORDS = 3;
/** Minimum interval between two records. Faster records are dropped, so that a flood does not block the page. */
const LEAST_INTERVAL_MS = 50;
/** Values older than this are not merged with newer ones. */
const OLDEST_MS = 10_000;
/** The number of unsolicited records after which the app only listens to the device. */
const KNOWN_AFTER = 2;
/** The app listens to a device until it has been silent for three of its periods, and at least this long. */
const LEAST_SILENCE_MS = 10_000;

/** One sample of a stream: the latest record, merged with those of other shapes. */
export interface StreamSample {
  readonly reply: DecodedReply;
  readonly raw: readonly string[];
  /** Monotonic time of the last line. If the record may be a late reply: of the first poll it may answer. */
  readonly at: number;
}

export interface StreamListenerParts {
  readonly clock: Clock;
  readonly decode: (lines: readonly string[]) => ReplyReading;
  readonly onSample: (sample: StreamSample) => void;
  /** Called when the device has started or stopped sending records by itself. */
  readonly onListening: (isListening: boolean) => void;
}

/** Splits the lines that a device sends by itself into records, and decodes them. */
export const createStreamListener = (parts: StreamListenerParts) => {
  const { clock } = parts;
  const records = new Map<string, StreamRecord>();
  /** By shape: the cells and sensors that its latest records contained. */
  const numbered = new Map<string, readonly (readonly string[])[]>();
  let lines: string[] = [];
  let first = '';
  let lineAt = 0;
  /** How much older than its last line the record may be. */
  let olderMs = 0;
  let isFirstLine = true;
  let count = 0;
  let decodedAt = -Infinity;
  let isListening = false;
  let cancelPause = (): void => undefined;
  let cancelSilence = (): void => undefined;

  const setListening = (next: boolean): void => {
    if (next === isListening) return;
    isListening = next;
    parts.onListening(next);
  };

  /** Forgets the decoded records. Lines that are just arriving are the beginning of the next record. */
  const forget = (): void => {
    cancelSilence();
    records.clear();
    count = 0;
    setListening(false);
  };

  const take = (shape: string, raw: readonly string[], at: number): void => {
    const now = clock.monotonicNow();
    const periodMs = now - decodedAt;
    if (periodMs < LEAST_INTERVAL_MS) return;
    decodedAt = now;
    const decoded = parts.decode(raw);
    if (!decoded.ok) return;
    for (const [key, each] of records) if (at - each.at > OLDEST_MS) records.delete(key);
    records.delete(shape); // deleted first, so that the latest record is the last one in the map
    if (numbered.size >= MOST_SHAPES) numbered.clear();
    const latest = [...(numbered.get(shape) ?? []), numberedIn(decoded.value.sample)];
    numbered.set(shape, latest.slice(-LATEST_RECORDS));
    records.set(shape, { reply: decoded.value, at, numbered: new Set(latest.flat()) });
    count += 1;
    parts.onSample({ raw, at, reply: mergeReplies([...records.values()], at) });
    if (count >= KNOWN_AFTER) setListening(true);
    cancelSilence();
    const silenceMs = Math.max(LEAST_SILENCE_MS, Number.isFinite(periodMs) ? 3 * periodMs : 0);
    cancelSilence = clock.after(silenceMs, forget);
  };

  const end = (): void => {
    cancelPause();
    const raw = lines;
    lines = [];
    // A device that is known to send records by itself answers no poll.
    take(first, raw, isListening ? lineAt : lineAt - olderMs);
  };

  return {
    /**
     * Adds a line that no command asked for. The first line of a connection is ignored, because its beginning may be
     * missing. `mayBeOlderMs`: see `ReceivedLine`.
     */
    line: (received: string, mayBeOlderMs = 0): void => {
      const text = cleanLine(received);
      if (isFirstLine || text === '') {
        isFirstLine = false;
        return;
      }
      const shape = streamShape(text);
      if (lines.length > 0 && (shape === first || lines.length >= MOST_LINES)) end();
      if (lines.length === 0) {
        first = shape;
        olderMs = 0;
      }
      lines.push(text);
      lineAt = clock.monotonicNow();
      olderMs = Math.max(olderMs, mayBeOlderMs);
      cancelPause();
      cancelPause = clock.after(PAUSE_MS, end);
    },
    /** Reports that a reply did not end, which shows that the device sends records by itself. */
    streaming: (): void => {
      setListening(true);
      cancelSilence();
      cancelSilence = clock.after(LEAST_SILENCE_MS, forget);
    },
    /** Forgets all records at the start of another connection. */
    restart: (): void => {
      forget();
      cancelPause();
      lines = [];
      isFirstLine = true;
      decodedAt = -Infinity;
      numbered.clear();
    },
    dispose: (): void => {
      cancelPause();
      cancelSilence();
    },
  };
};
