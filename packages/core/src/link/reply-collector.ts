import { cleanLine, commandName, infoName, roleOf } from '../protocol/reply-lines.ts';
import { isBalancedJson } from '../protocol/balanced-json.ts';
import type { Command } from './command.ts';

/** What a collector knows after it was given lines. */
export type ReplyState =
  | { readonly kind: 'open' }
  /** By its content the reply is whole; a final result code may still follow. */
  | { readonly kind: 'complete' }
  /** What was gathered so far was the reply to an earlier command, and is dropped. */
  | { readonly kind: 'dropped' }
  | { readonly kind: 'ended'; readonly ok: boolean; readonly code?: string };

/** Gathers the reply to one command: pure bookkeeping, no time. */
export interface ReplyCollector {
  readonly line: (text: string) => ReplyState;
  /** What has no line break yet: a prompt, or JSON without one. */
  readonly pending: (text: string) => ReplyState;
  /** The information lines so far, cleaned. */
  readonly lines: () => readonly string[];
}

const open: ReplyState = { kind: 'open' };
const complete: ReplyState = { kind: 'complete' };
const dropped: ReplyState = { kind: 'dropped' };

/** A reply may be this long (device protocol, part 2); what comes beyond is dropped, so that no flood fills the memory. */
const MAX_REPLY_LINES = 512;
const MAX_REPLY_CHARACTERS = 32_768;

/**
 * @param late names of commands whose replies are overdue: a reply that carries one of them, and not this command's,
 *   is dropped whole, with its final result code, so that reply N is never read as reply N + 1.
 */
export const createReplyCollector = (
  command: Command,
  late: ReadonlySet<string>,
): ReplyCollector => {
  const name = commandName(command.text);
  const echo = command.text.trim().toUpperCase();
  let lines: string[] = [];
  let echoed = false;
  let characters = 0;

  const isLateReply = (): boolean => {
    const names = lines.map(infoName).filter((each) => each !== undefined);
    if (names.length === 0 || names.some((each) => each === name)) return false;
    // A command with a name is answered under that name; any other command only not under an overdue one.
    return name !== undefined || names.some((each) => late.has(each));
  };

  const stateOf = (candidates: readonly string[]): ReplyState => {
    if (candidates.length === 0) return open;
    if (command.isComplete?.(candidates) === true || isBalancedJson(candidates.join('\n'))) {
      return complete;
    }
    return open;
  };

  return {
    lines: () => lines,
    line: (text) => {
      // A prompt left over from the reply before may stand in front of the echo or the first line.
      const line = lines.length === 0 ? cleanLine(text).replace(/^>\s*/, '') : cleanLine(text);
      if (line === '') return open;
      if (!echoed && lines.length === 0 && line.toUpperCase() === echo) {
        echoed = true;
        return open;
      }
      const role = roleOf(line);
      switch (role.kind) {
        case 'urc':
          return open;
        case 'prompt':
          return lines.length > 0 || echoed ? { kind: 'ended', ok: true } : open;
        case 'final':
          if (isLateReply()) {
            lines = [];
            characters = 0;
            return dropped;
          }
          return { kind: 'ended', ok: role.ok, code: role.code };
        case 'info':
          characters += line.length;
          if (lines.length >= MAX_REPLY_LINES || characters > MAX_REPLY_CHARACTERS) return open;
          lines.push(line);
          return stateOf(lines);
      }
    },
    pending: (text) => {
      const line = cleanLine(text);
      if (line === '>' && (lines.length > 0 || echoed)) return { kind: 'ended', ok: true };
      return line.startsWith('{') || line.startsWith('[') || lines.length > 0
        ? stateOf(line === '' ? lines : [...lines, line])
        : open;
    },
  };
};
