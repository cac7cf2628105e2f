import { isBalancedJson } from './balanced-json.ts';
import { parseCapture, parseCaptureLine } from './capture.ts';
import { createLineReader } from './line-reader.ts';
import { classifyLine, withoutPrompt } from './reply-lines.ts';

/** Longest capture whose replies are told apart line by line; a guard, far above any session kept as text. */
const MAX_REPLY_LINES = 512;

/** What one line of a capture holds of what came; undefined when it is no line of one. */
const receivedBytes = (text: string): Uint8Array | undefined => {
  if (parseCapture(text).ok) return new Uint8Array(0); // its header
  const line = parseCaptureLine(text);
  return line?.dir === 'tx' ? new Uint8Array(0) : line?.bytes;
};

/** The bytes a device sent: those of a JSONL capture, or the file itself where it is none. */
export const capturedBytes = (file: Uint8Array): readonly Uint8Array[] => {
  const lines = new TextDecoder()
    .decode(file)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const parts = lines.map(receivedBytes);
  return parts.length > 0 && parts.every((part) => part !== undefined) ? parts : [file];
};

/**
 * The replies in a stream of received bytes, each as its information lines: up to each final result code, balanced
 * JSON or `+ADATA` line in compact form. What follows the last of them is a reply of its own. Commands and unsolicited
 * lines are left out.
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
