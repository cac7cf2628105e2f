import { parseCapture, parseCaptureLine, type Capture, type CaptureLine } from './capture.ts';
import { createLineReader } from './line-reader.ts';
import { classifyLine, isBalancedJson, withoutPrompt } from './reply-lines.ts';

const MAX_REPLY_LINES = 512;

/** The shortest pause between two records of a device that reports by itself. */
const PAUSE_MS = 400;
const LF = 0x0a;
/** A sent command in received text: `AT+BAT`, `AT&F`, `ATI`, `ATE0`, `ATSP6`. */
const ECHO = /^AT([+&%\d]|[A-Z]{0,2}\d*$)/i;

/**
 * Returns the lines of a JSONL capture, which may lack its header, without those that are damaged; undefined if the file is
 * not a capture.
 */
const linesIn = (file: Uint8Array): Omit<Capture, 'header'> | undefined => {
  const text = new TextDecoder().decode(file);
  const capture = parseCapture(text);
  if (capture.ok) return capture.value;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const parsed = lines.flatMap((line) => parseCaptureLine(line) ?? []);
  return lines.length > 0 && parsed.length === lines.length
    ? { lines: parsed, skipped: [], gaps: new Set() }
    : undefined;
};

/** Returns the sent and received bytes: the lines of a JSONL capture, or the whole file as one received line. */
export const capturedTraffic = (file: Uint8Array): Omit<Capture, 'header'> =>
  linesIn(file) ?? {
    lines: [{ dir: 'rx', ms: 0, bytes: file }],
    skipped: [],
    gaps: new Set(),
  };

/** Returns the numbers, from 1, of the lines of a JSONL capture that are damaged and left out. */
export const damagedLines = (file: Uint8Array): readonly number[] => capturedTraffic(file).skipped;

export interface CapturedReply {
  /** The information lines of the reply, indented as received. */
  readonly lines: readonly string[];
  /** Time of its last line since the start of the capture. Absent if the capture has no times. */
  readonly ms?: number;
  /** The command that was sent before it. */
  readonly command?: string;
}

/**
 * Returns the replies of a capture. A reply ends at a final result code, and when the next command is sent. A reply with
 * skipped lines is left out, because the parts of two values could be read as one value.
 */
export const repliesOfCapture = ({
  lines,
  gaps,
}: Pick<Capture, 'gaps'> & {
  readonly lines: readonly CaptureLine[];
}): readonly CapturedReply[] => {
  const replies: CapturedReply[] = [];
  let chunks: Uint8Array[] = [];
  let command: string | undefined;
  let ms = 0;
  let startsWhole = true;
  const end = (endsWhole: boolean): void => {
    const known = command === undefined ? {} : { command };
    const found = repliesOf(chunks, endsWhole).slice(startsWhole ? 0 : 1);
    replies.push(...found.map((reply) => ({ lines: reply, ms, ...known })));
    chunks = [];
    startsWhole = endsWhole;
  };
  for (const [index, line] of lines.entries()) {
    if (gaps.has(index)) end(false);
    if (line.bytes.length === 0) continue; // a note, or a line of a seal
    if (line.dir === 'rx') {
      const isPaused = chunks.length > 0 && command === undefined && line.ms - ms >= PAUSE_MS;
      if (isPaused && chunks.at(-1)?.at(-1) === LF) end(true);
      chunks.push(line.bytes);
    } else {
      end(true);
      command = new TextDecoder().decode(line.bytes).trim();
    }
    ms = line.ms;
  }
  end(!gaps.has(lines.length));
  return replies;
};

/** Returns the replies of a file, which is a JSONL capture with its sent lines and times, or text as received. */
export const capturedReplies = (file: Uint8Array): readonly CapturedReply[] => {
  const capture = linesIn(file);
  return capture === undefined
    ? repliesOf([file]).map((reply) => ({ lines: reply }))
    : repliesOfCapture(capture);
};

/**
 * Splits a stream of received bytes into replies, each as its information lines. A reply ends with a final result code,
 * balanced JSON or a compact `+ADATA` line. The lines after the last end are one more reply, unless the stream was cut off
 * (`endsWhole` is false). Commands and unsolicited lines are skipped.
 */
export const repliesOf = (
  chunks: readonly Uint8Array[],
  endsWhole = true,
): readonly (readonly string[])[] => {
  const reader = createLineReader();
  const read = chunks.flatMap((chunk) => reader.push(chunk));
  const raw = endsWhole ? [...read, ...reader.flush()] : read;
  const replies: (readonly string[])[] = [];
  let lines: string[] = [];
  const end = (): void => {
    if (lines.length > 0) replies.push(lines);
    lines = [];
  };
  for (const { text } of raw) {
    const classified = classifyLine(text);
    const { text: line, role } = withoutPrompt(classified);
    if (role.kind === 'final') end();
    else if (role.kind === 'info' && line !== '' && !ECHO.test(line)) {
      lines.push(line === classified.text ? text.trimEnd() : line);
      const compact = /^\+ADATA:\s*\d/i.test(line);
      if (compact || isBalancedJson(lines.join('\n')) || lines.length >= MAX_REPLY_LINES) end();
    }
  }
  if (endsWhole) end();
  return replies;
};
