import { isBalancedJson } from './balanced-json.ts';
import { createLineReader } from './line-reader.ts';
import { cleanLine, roleOf } from './reply-lines.ts';

/** Longest capture whose replies are told apart line by line; a guard, far above any session kept as text. */
const MAX_REPLY_LINES = 512;

const bytesOfHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/[0-9a-f]{2}/gi) ?? [], (pair) => Number.parseInt(pair, 16));

/** One line of a JSONL capture, or undefined when it is none: `{"dir":"rx","ms":12,"hex":"0d0a"}`. */
const receivedBytes = (line: string): Uint8Array | undefined => {
  try {
    const parsed: unknown = JSON.parse(line);
    if (typeof parsed !== 'object' || parsed === null) return undefined;
    const entry = new Map<string, unknown>(Object.entries(parsed));
    const hex = entry.get('hex');
    if (entry.has('batbot')) return new Uint8Array(0);
    if (typeof hex !== 'string') return undefined;
    return entry.get('dir') === 'rx' ? bytesOfHex(hex) : new Uint8Array(0);
  } catch {
    return undefined;
  }
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
    const line = cleanLine(text).replace(/^>\s*/, '');
    const role = roleOf(line);
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
