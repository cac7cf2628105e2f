import type { EndedBy, Origin, Outcome, Transaction } from '../link/traffic.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import { cellStats } from '../telemetry/pack-summary.ts';
import { packBytes, type PackedBytes } from './packed-bytes.ts';

/** A summary of a pack's values; values that were not reported are absent. */
export interface ShortValues {
  readonly packVoltageV?: number;
  /** Positive means charging. */
  readonly currentA?: number;
  readonly socPercent?: number;
  readonly cells: number;
  /** The lowest and the highest of the cells that were read. */
  readonly lowestV?: number;
  readonly highestV?: number;
  readonly faults: number;
}

export type ReplyContent =
  | { readonly kind: 'values'; readonly values: ShortValues }
  /** The reply should contain live data and does not; `detail` is the reason. */
  | { readonly kind: 'rejected'; readonly detail: string }
  /** The information lines of the reply; long ones are shortened. */
  | { readonly kind: 'lines'; readonly lines: readonly string[] };

/** A command with its outcome. */
export interface TransactionRow {
  /** Counted from 1; never reused. */
  readonly id: number;
  /** Wall-clock time of the write. */
  readonly at: number;
  readonly text: string;
  readonly origin: Origin;
  readonly wasSent: boolean;
  readonly outcome: Outcome['kind'];
  /** The final result code, if there was one. */
  readonly code?: string;
  readonly latencyMs?: number;
  /** What ended the reply. After silence it may be incomplete. */
  readonly endedBy?: EndedBy;
  /** The earlier command that the reply may answer instead; empty if another user sent it. */
  readonly mayAnswer?: string;
  /** Why the write failed. */
  readonly message?: string;
  readonly content: ReplyContent;
  readonly sent: PackedBytes;
  readonly reply: PackedBytes;
  /** The bytes that arrived after the timeout. */
  readonly late?: {
    readonly bytes: PackedBytes;
    /** Milliseconds from the write to the first late byte. */
    readonly afterMs: number;
  };
}

/** Maximum number of characters of information lines that the row shows; the bytes are complete. */
const MAX_CONTENT = 400;
const NOTHING: ReplyContent = { kind: 'lines', lines: [] };

const shortened = (lines: readonly string[]): readonly string[] => {
  const kept: string[] = [];
  let left = MAX_CONTENT;
  for (const line of lines) {
    if (left <= 0) break;
    kept.push(line.length > left ? `${line.slice(0, left)} …` : line);
    left -= line.length;
  }
  return kept;
};

export const shortValues = (sample: PackSample): ShortValues => {
  const { packVoltageV, currentA, socPercent, cellVoltagesV, alarms, protections } = sample;
  const stats = cellStats(cellVoltagesV);
  return {
    ...(packVoltageV === undefined ? {} : { packVoltageV }),
    ...(currentA === undefined ? {} : { currentA }),
    ...(socPercent === undefined ? {} : { socPercent }),
    ...(stats === undefined ? {} : { lowestV: stats.lowest.volts, highestV: stats.highest.volts }),
    cells: cellVoltagesV.length,
    faults: new Set([...alarms, ...protections]).size,
  };
};

const contentOf = (outcome: Outcome): ReplyContent => {
  if (!('lines' in outcome)) return NOTHING;
  const lines: ReplyContent = { kind: 'lines', lines: shortened(outcome.lines) };
  const reading = 'reading' in outcome ? outcome.reading : undefined;
  if (reading === undefined) return lines;
  if (reading.ok) return { kind: 'values', values: shortValues(reading.value.sample) };
  const { kind, detail } = reading.error;
  return kind === 'unknownFormat' ? lines : { kind: 'rejected', detail };
};

/** Returns a transaction as a row that is small enough to hold a day of them in memory. */
export const rowOf = (id: number, transaction: Transaction): TransactionRow => {
  const { text, origin, wasSent, sentAt, outcome, bytes, reply } = transaction;
  const ended = 'endedBy' in outcome ? outcome : undefined;
  return {
    id,
    at: sentAt,
    text,
    origin,
    wasSent,
    outcome: outcome.kind,
    ...(ended?.code === undefined ? {} : { code: ended.code }),
    ...(ended === undefined ? {} : { latencyMs: ended.latencyMs, endedBy: ended.endedBy }),
    ...(outcome.kind === 'unproven' ? { mayAnswer: outcome.mayAnswer } : {}),
    ...(outcome.kind === 'writeFailed' ? { message: outcome.message } : {}),
    content: contentOf(outcome),
    sent: packBytes(bytes),
    reply: packBytes(reply),
  };
};
