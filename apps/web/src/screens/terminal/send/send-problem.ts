import {
  unreachable,
  type HexError,
  type Outcome,
  type RawWriteError,
  type SendError,
} from '@batbot/core';
import type { LinesState, LinesStop } from '@batbot/core/procedures';
import { counted, countText, spanText } from '../../../text/format.ts';
import { commandText } from '../transactions/transaction-words.ts';

/** A problem of a command and its remedy. */
export interface SendProblem {
  readonly tone: 'watch' | 'act';
  readonly text: string;
  /** Whether the problem ends when a device is connected. */
  readonly untilConnected?: true;
}

export const hexProblem = (error: HexError): string => {
  switch (error.kind) {
    case 'empty':
      return 'Type bytes as pairs of hex digits, such as 41 54.';
    case 'notHex':
      return `“${error.character}” (position ${error.position + 1}) is not a hex digit. Use pairs of 0–9, A–F.`;
    case 'oddDigits':
      return `One hex digit is left over (position ${error.position + 1}): bytes are pairs, so write 0A instead of A.`;
  }
};

/**
 * Returns the problem of an outcome; undefined if there is none, because the log shows the reply. `command` is the sent
 * text.
 */
export const sendProblem = (
  failure: SendError | Outcome,
  command = '',
): SendProblem | undefined => {
  switch (failure.kind) {
    case 'ok':
    case 'error':
    case 'streaming':
      return undefined;
    case 'unproven':
      return {
        tone: 'watch',
        text: `The reply may answer ${commandText(failure.mayAnswer)}, which was not answered in time. Send “${command}” again.`,
      };
    case 'notConnected':
      return {
        tone: 'act',
        text: 'Not sent: no device is connected. Connect one, then try again.',
        untilConnected: true,
      };
    case 'empty':
      return { tone: 'watch', text: 'Nothing to send. Type a command first, such as AT.' };
    case 'notHex':
      return { tone: 'act', text: `Not sent: ${hexProblem(failure)}` };
    case 'oddDigits':
      return { tone: 'act', text: `Not sent. ${hexProblem(failure)}` };
    case 'timeout':
      return {
        tone: 'watch',
        text: `No answer to “${command}”. Check line ending and baud rate.`,
      };
    case 'lost':
      return {
        tone: 'act',
        text:
          failure.isUnsent === true
            ? `Not sent: the connection ended while “${command}” was waiting.`
            : `The connection ended or the device restarted before “${command}” was answered.`,
      };
    case 'writeFailed':
      return { tone: 'act', text: `“${command}” could not be written: ${failure.message}` };
    default:
      return unreachable(failure);
  }
};

/** Replaces the report of a missing answer: the reply arrived after the timeout. */
export const lateAnswer = (command: string, afterMs: number): SendProblem => ({
  tone: 'watch',
  text: `Late reply to “${command}” after ${spanText(afterMs)}, see log.`,
});

/** Describes why pasted lines ended before the last one. */
const stopText = (stop: Exclude<LinesStop, { readonly kind: 'stopped' }>): string => {
  switch (stop.kind) {
    case 'lost':
      return stop.isUnsent === true
        ? 'The connection ended before the next line was sent.'
        : 'The connection ended or the device restarted before the last of them was answered.';
    case 'writeFailed':
      return `The next line could not be written: ${stop.message}`;
    default:
      return sendProblem(stop)?.text ?? '';
  }
};

/** Reports the result of pasted lines; undefined while they are being sent, or if there are none. */
export const runReport = (
  state: LinesState,
): { readonly tone: 'quiet' | SendProblem['tone']; readonly text: string } | undefined => {
  if (state.kind !== 'ended') return undefined;
  const { sent, total, stop } = state;
  if (stop === undefined) return { tone: 'quiet', text: `All ${counted(total, 'line')} sent.` };
  const some = `${countText(sent)} of ${counted(total, 'line')} sent.`;
  if (stop.kind === 'stopped') return { tone: 'watch', text: `Stopped: ${some}` };
  return { tone: 'act', text: `${some} ${stopText(stop)}` };
};

/** Describes why a control character was not sent. */
export const controlProblem = (error: RawWriteError, name: string): SendProblem =>
  error.kind === 'notConnected'
    ? {
        tone: 'act',
        text: `${name} was not sent: no device is connected.`,
        untilConnected: true,
      }
    : { tone: 'act', text: `${name} could not be written: ${error.message}` };
