import { err, ok, type Result } from '../prelude/result.ts';
import { cleanLine, infoName } from './reply-lines.ts';

/** The reason why a reply was rejected; `detail` names the place. */
export interface DecodeError {
  readonly kind:
    | 'empty'
    | 'unknownFormat'
    | 'refused'
    | 'repeated'
    | 'unproven'
    | 'unprintable'
    | 'tooLong'
    | 'count'
    | 'number'
    | 'checksum'
    | 'version'
    | 'missing';
  readonly detail: string;
}

const MAX_LINE_CHARACTERS = 4_096;
const MAX_FRAME_CHARACTERS = 32_768;
// This pattern finds control characters except TAB, and U+FFFD, which stands for bytes that are not UTF-8.
// oxlint-disable-next-line no-control-regex
const UNPRINTABLE = /[\u0001-\u0008\u000b-\u001f\u007f\ufffd]/;

/**
 * Removes the checksum at the end of a line: `*` and two hexadecimal digits, the XOR of the characters before. Reports
 * a wrong one.
 */
const withoutChecksum = (line: string): Result<string, DecodeError> => {
  const match = /^(.*)\*([0-9A-F]{2})$/is.exec(line);
  const body = match?.[1];
  const expected = match?.[2];
  if (body === undefined || expected === undefined) return ok(line);
  let sum = 0;
  for (let at = 0; at < body.length; at += 1) sum ^= body.charCodeAt(at);
  return sum === Number.parseInt(expected, 16)
    ? ok(body)
    : err({
        kind: 'checksum',
        detail: `checksum ${expected} does not match "${body.slice(0, 40)}"`,
      });
};

/**
 * Returns the payloads of a reply's information lines `+NAME: payload`, in order. They are cleaned and checked for
 * length, printable characters and checksum. If one line is bad, the whole reply is rejected. Lines with other names
 * are skipped.
 */
export const payloadsOf = (
  lines: readonly string[],
  name: string,
): Result<readonly string[], DecodeError> => {
  const payloads: string[] = [];
  let size = 0;
  for (const raw of lines) {
    size += raw.length;
    if (raw.length > MAX_LINE_CHARACTERS || size > MAX_FRAME_CHARACTERS) {
      return err({ kind: 'tooLong', detail: `a line or the reply is over the limit` });
    }
    const line = cleanLine(raw);
    // Leading garbage is tolerated: the line starts at its `+NAME:`.
    const from = line.toUpperCase().lastIndexOf(`+${name}:`);
    if (from < 0) continue;
    const text = line.slice(from);
    if (infoName(text) !== name) continue; // garbage such as ß is longer in upper case
    if (UNPRINTABLE.test(text)) {
      return err({ kind: 'unprintable', detail: `unprintable bytes in "${text.slice(0, 40)}"` });
    }
    const checked = withoutChecksum(text);
    if (!checked.ok) return checked;
    // Removes a final result code that follows the data without a line break.
    payloads.push(
      checked.value
        .slice(name.length + 2)
        .replace(/\s*OK$/i, '')
        .trim(),
    );
  }
  return payloads.length > 0 ? ok(payloads) : err({ kind: 'empty', detail: `no +${name} line` });
};
