import {
  infoName,
  isBalancedJson,
  isPromptLike,
  withoutPrompt,
  type ClassifiedLine,
} from '../protocol/reply-lines.ts';
import type { CommandState, LearnedBehaviour } from './command-state.ts';
import { isOwed } from './owed-replies.ts';
import type { Command } from './traffic.ts';

/** Whether a line is neither the echo nor a late reply while the pending command expects only a final result code. */
export const isForeignLine = ({ owed }: CommandState, command: Command, line: ClassifiedLine) => {
  const { text, role } = withoutPrompt(line);
  const name = infoName(text);
  return (
    role.kind === 'info' &&
    text.toUpperCase() !== command.text.toUpperCase() &&
    !(name !== undefined && isOwed(owed, name))
  );
};

/**
 * Whether a line `+NAME:` is a URC: its name is neither that of the pending command nor that of an overdue one. If the
 * pending command has no name, only lines of a command that once timed out are foreign.
 */
export const isForeignName = (
  { phase, owed, learned }: CommandState,
  { text, role }: ClassifiedLine,
): boolean => {
  if (role.kind !== 'info' || !('pending' in phase)) return false;
  const { name } = phase.pending;
  const named = infoName(text);
  const isOfAnother = named !== undefined && named !== name && !isOwed(owed, named);
  return isOfAnother && (name !== undefined || learned.overdueNames.has(named));
};

/** Commands that read stored messages: any line of the reply may be text that a person wrote (3GPP TS 27.005). */
export const READS_TEXT = /^CMG[RL]$/;
/** Commands that are answered by a prompt for text or data. */
export const ASKS_FOR_TEXT = /^(CMG[SWC]|CIPSEND)/;

export const withPrompt = (learned: LearnedBehaviour, text: string): LearnedBehaviour => {
  if (!isPromptLike(text) || text === learned.prompt) return learned;
  return text === learned.maybePrompt
    ? { ...learned, prompt: text }
    : { ...learned, maybePrompt: text };
};

/** Returns whether result codes are numbers after a command: `ATV0`, `ATV1` and the resets change that. */
export const numericAfter = (text: string, before = false): boolean => {
  if (/^AT(Z|&F)/i.test(text)) return false;
  const switched = /^AT[A-Z\d&]*V([01])/i.exec(text)?.[1];
  return switched === undefined ? before : switched === '0';
};

/** Returns the text before the echoed command; undefined if the line is not an echo. */
export const beforeEcho = (text: string, command: Command): string | undefined => {
  const typed = command.text.trim();
  if (typed === '' || !text.toUpperCase().endsWith(typed.toUpperCase())) return undefined;
  const before = text.slice(0, text.length - typed.length).trim();
  return before === '' || isPromptLike(before) ? before : undefined;
};

export const isCompleteReply = ({ isComplete }: Command, lines: readonly string[]): boolean =>
  lines.length > 0 && (isComplete?.(lines) === true || isBalancedJson(lines.join('\n')));

/** Characters that text contains: line breaks, tabs, Ctrl+Z and Esc, which end the text of a message, and the rest. */
const isOfText = (byte: number): boolean =>
  (byte >= 0x20 && byte !== 0x7f) || [0x09, 0x0a, 0x0d, 0x1a, 0x1b].includes(byte);

/** Whether a command is not text, so that its reply probably has no line breaks: `DD A5 03 00 FF FD 77`. */
export const isBinary = (bytes: Uint8Array): boolean =>
  !bytes.every(isOfText) || new TextDecoder().decode(bytes).includes('\uFFFD');
