import {
  unreachable,
  type HexError,
  type Outcome,
  type RawWriteError,
  type SendError,
} from '@batbot/core';
import type { LinesState } from '@batbot/core/procedures';
import { spanText } from '../../../text/format.ts';

/** Why a command did not do what it was sent for, as a sentence that says what to do. */
export interface SendProblem {
  readonly tone: 'watch' | 'act';
  readonly text: string;
  /** It is over as soon as a device is connected. */
  readonly untilConnected?: true;
}

/** Where a hex text is wrong, in words. */
export const hexProblem = (error: HexError): string => {
  switch (error.kind) {
    case 'empty':
      return 'Type bytes as pairs of hex digits, such as 41 54.';
    case 'notHex':
      return `“${error.character}” at place ${error.position + 1} is no hex digit. Use 0–9 and A–F in pairs.`;
    case 'oddDigits':
      return 'One hex digit is left over: bytes are pairs, so write 0A rather than A.';
  }
};

/** Undefined when there is nothing to tell: the log shows the answer. `command` is what was sent. */
export const sendProblem = (
  failure: SendError | Outcome,
  command = '',
): SendProblem | undefined => {
  switch (failure.kind) {
    case 'ok':
    case 'error':
      return undefined;
    case 'notConnected':
      return {
        tone: 'act',
        text: 'Not sent: no device is connected. Connect one in the bar above, then try again.',
        untilConnected: true,
      };
    case 'empty':
      return { tone: 'watch', text: 'Nothing to send. Type a command first, such as AT.' };
    case 'notHex':
    case 'oddDigits':
      return { tone: 'act', text: `Not sent. ${hexProblem(failure)}` };
    case 'timeout':
      return {
        tone: 'watch',
        text: `No answer to “${command}” in time. Check line ending and baud rate.`,
      };
    case 'lost':
      return { tone: 'act', text: `The connection ended before “${command}” was answered.` };
    case 'writeFailed':
      return { tone: 'act', text: `“${command}” could not be written: ${failure.message}` };
    default:
      return unreachable(failure);
  }
};

/** In place of the word that there was no answer: it came after all. */
export const lateAnswer = (command: string, afterMs: number): SendProblem => ({
  tone: 'watch',
  text: `“${command}” was answered late, after ${spanText(afterMs)}. The answer stands in the log.`,
});

/** What became of several lines; undefined while they go out, or when there were none. */
export const runReport = (
  state: LinesState<SendError>,
): { readonly tone: 'quiet' | SendProblem['tone']; readonly text: string } | undefined => {
  if (state.kind !== 'ended') return undefined;
  const { sent, total, stop } = state;
  if (stop === undefined) return { tone: 'quiet', text: `All ${total} lines were sent.` };
  if (stop.kind === 'stopped') {
    return { tone: 'watch', text: `Stopped: ${sent} of ${total} lines were sent.` };
  }
  const why = sendProblem(stop, 'the last line');
  return { tone: 'act', text: `${sent} of ${total} lines were sent. ${why?.text ?? ''}`.trim() };
};

/** Why a control character did not go out. */
export const controlProblem = (error: RawWriteError, name: string): SendProblem =>
  error.kind === 'notConnected'
    ? {
        tone: 'act',
        text: `${name} was not sent: no device is connected.`,
        untilConnected: true,
      }
    : { tone: 'act', text: `${name} could not be written: ${error.message}` };
