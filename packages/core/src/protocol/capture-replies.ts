import { isBalancedJson } from './balanced-json.ts';
import { parseCapture, parseCaptureLine } from './capture.ts';
import { createLineReader } from './line-reader.ts';
import { classifyLine, withoutPrompt } from './reply-lines.ts';

/** Longest capture that is split into replies; a guard, far above any recording saved as text. */
const MAX_REPLY_LINES = 512;

/** The received bytes of one line of a capture; undefined if it is not such a line. */
const receivedBytes = (text: string): Uint8Array | undefined => {
  if (parseCapture(text).ok) return new Uint8Array(0); // its header
  const line = parseCaptureLine(text);
  return line?.dir === 'tx' ? new Uint8Array(0) : line?.bytes;
};

/** The bytes that a device sent: those of a JSONL capture, or the whole file if it is not a capture. */
export const capturedBytes = (file: Uint8Array): readonly Uint8Array[] => {
  const lines = new TextDecoder()
    .decode(file)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const parts = lines.map(receivedBytes);
  return parts.length > 0 && parts.every((part) => part !== undefined) ? parts : [file];
};

/**
 * The replies in a stream of received bytes, each as its information lines. A reply ends with a final result code,
 * balanced JSON or a compact `+ADATA` line; the rest of the stream is one more reply. Commands and unsolicited lines are
 * skipped.
 */
export const repliesOf = (chunks: readonly Uint8Array[]): readonly (readonly string[])[] => {
  const reader = createLineReader();
  const raw = [...chunks.flatMap((chunk) => reader.push(chunk)), ...reader.flush()];
  const replies: (readonly string[])[] = [];
  let lines: string[] = [];
  const end = (): void => {
    if (lines.length > 0) replies.push(lines);
    lines = [];
  };
  for (const { text } of raw) {
    const { text: line, role } = withoutPrompt(classifyLine(text));
    if (role.kind === 'final') end();
    else if (role.kind === 'info' && line !== '' && !/^AT([+&%\d]|[A-Z]?$)/i.test(line)) {
      lines.push(line);
      const compact = /^\+ADATA:\s*\d/i.test(line);
      if (compact || isBalancedJson(lines.join('\n')) || lines.length >= MAX_REPLY_LINES) end();
    }
  }
  end();
  return replies;
};
