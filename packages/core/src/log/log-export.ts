import { csvLine, csvNumber, csvText, utcText } from '../prelude/csv.ts';
import { captureHeaderText, captureText } from '../protocol/capture.ts';
import { toHexText } from '../protocol/hex.ts';
import { stripAnsi } from './ansi.ts';
import type { LogEntry } from './log-entry.ts';
import { logLine } from './log-text.ts';
import { timeText, type TimeMode } from './log-time.ts';
import type { ShownLog } from './shown-log.ts';

export type ExportFormat = 'text' | 'csv' | 'jsonl';

export interface ExportOptions {
  readonly format: ExportFormat;
  readonly hex: boolean;
  /** The times in the text format. The other formats contain the time of day and the milliseconds since the start. */
  readonly times: TimeMode | 'none';
  /** The notes, keyed by the id of their entry. An empty note is a bookmark without a text. */
  readonly notes?: ReadonlyMap<number, string>;
  /** The ids of the first and the last entry. Default: all shown entries. */
  readonly between?: readonly [firstId: number, lastId: number];
}

/** Maximum size of a part in lines and in characters, for a few milliseconds of work. */
const LINES_PER_PART = 1_024;
const CHARACTERS_PER_PART = 131_072;

const CSV_HEAD = ['entry', 'time_utc', 'elapsed_s', 'direction', 'origin', 'text', 'hex', 'note'];

interface Line {
  readonly entry: LogEntry;
  readonly before: LogEntry | undefined;
  readonly note: string | undefined;
}

type Format = (line: Line, startMs: number, options: ExportOptions) => string;

const asText: Format = ({ entry, before, note }, startMs, { hex, times }) => {
  const time = times === 'none' ? '' : timeText(entry, times, startMs, before);
  const marked = note === undefined ? '' : `  # ${note === '' ? 'bookmark' : note}`;
  return `${logLine(entry, hex, time)}${marked}\n`;
};

const asCsv: Format = ({ entry, note }, startMs) =>
  csvLine([
    String(entry.id),
    utcText(entry.at),
    csvNumber((entry.ms - startMs) / 1_000, 3),
    entry.direction,
    entry.origin,
    csvText(stripAnsi(entry.text)),
    csvText(toHexText(entry.bytes)),
    csvText(note ?? ''),
  ]);

/**
 * Returns a line of a capture, as the simulator replays it. A system line is a received line without bytes, with its
 * text in another field.
 */
const asCapture: Format = ({ entry, note }, startMs) => {
  const ms = Math.max(0, entry.ms - startMs);
  const dir = entry.direction === 'sent' ? 'tx' : 'rx';
  const system = entry.direction === 'system' ? { system: entry.text } : {};
  const more = note === undefined ? {} : { note };
  return captureText([{ dir, ms, bytes: entry.bytes, ...system, ...more }]);
};

const FORMATS: Readonly<Record<ExportFormat, Format>> = {
  text: asText,
  csv: asCsv,
  jsonl: asCapture,
};

const headOf = ({ view }: ShownLog, format: ExportFormat): string => {
  const first = view.entry(0);
  if (format === 'csv') return csvLine(CSV_HEAD);
  if (format === 'text') return '';
  return captureHeaderText({
    name: 'terminal log',
    // The lines count from the beginning of the log, even after its first entries were dropped.
    ...(first === undefined ? {} : { startedAt: utcText(first.at - (first.ms - view.startMs)) }),
  });
};

/** Yields the shown entries as a file, in parts, because a million lines are too long for one string. */
export function* exportParts(shown: ShownLog, options: ExportOptions): Generator<string> {
  const { view, ids } = shown;
  const format = FORMATS[options.format];
  const entryAt = (index: number): LogEntry | undefined =>
    view.entry((ids.at(index) ?? 0) - view.firstId);
  let part = headOf(shown, options.format);
  let lines = 0;
  const [firstId, lastId] = options.between ?? [0, Infinity];
  const [start, end] = [ids.indexFrom(firstId), ids.indexFrom(lastId + 1)];
  let before = entryAt(start - 1);
  for (let index = start; index < end; index += 1) {
    const entry = entryAt(index);
    if (entry === undefined) continue;
    part += format({ entry, before, note: options.notes?.get(entry.id) }, view.startMs, options);
    before = entry;
    lines += 1;
    if (lines === LINES_PER_PART || part.length >= CHARACTERS_PER_PART) {
      yield part;
      part = '';
      lines = 0;
    }
  }
  if (part !== '') yield part;
}
