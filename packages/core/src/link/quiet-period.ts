import { LONGEST_QUIET_PERIOD_MS, QUIET_PERIOD_MS } from '../protocol/timing.ts';
import type {
  CommandInput,
  CommandState,
  CommandStep,
  PendingCommand,
  Phase,
} from './command-state.ts';
import type { OwedReply } from './owed-replies.ts';

/** The phase after a command whose reply may still come: it ends after `silenceMs` of silence. */
export const quietPeriod = (
  { command, belongsToSignedOutUser }: PendingCommand,
  at: number,
  silenceMs: number,
  awaited?: Phase<'quietPeriod'>['awaited'],
): Phase<'quietPeriod'> => ({
  kind: 'quietPeriod',
  origin: command.origin,
  silenceAt: at + silenceMs,
  endsAt: at + Math.max(silenceMs, LONGEST_QUIET_PERIOD_MS),
  ...(awaited && { awaited }),
  belongsToSignedOutUser,
});

/** The phase of a connection that was just opened: the reply to a command of an earlier one may still come. */
export const openingQuietPeriod = (at: number): Phase<'quietPeriod'> => ({
  kind: 'quietPeriod',
  origin: 'user',
  silenceAt: at + QUIET_PERIOD_MS,
  endsAt: at + LONGEST_QUIET_PERIOD_MS,
  belongsToSignedOutUser: false,
});

/**
 * Returns the next state in a quiet period. Bytes restart its silence, but while the reply to `awaited` is owed, they do
 * not end it earlier.
 */
export const inQuietPeriod = (
  state: CommandState,
  phase: Phase<'quietPeriod'>,
  input: CommandInput,
): CommandStep => {
  const isAwaited = ({ text }: OwedReply): boolean => text === phase.awaited?.text;
  switch (input.kind) {
    case 'silence': {
      const isAnswered = phase.awaited?.isAnswered === true;
      const owed = isAnswered ? state.owed.filter((each) => !isAwaited(each)) : state.owed;
      return { state: { ...state, owed, phase: { kind: 'idle' } } };
    }
    case 'chunkEnd': {
      const { at, pending: tail = '' } = input;
      const silenceAt = Math.max(at, Math.min(at + QUIET_PERIOD_MS, phase.endsAt));
      const next = state.owed.some(isAwaited) ? phase : { ...phase, silenceAt };
      return { state: { ...state, phase: next, tail } };
    }
    case 'userSignedOut':
      return phase.origin === 'user'
        ? { state: { ...state, phase: { ...phase, belongsToSignedOutUser: true } } }
        : { state };
    default:
      return { state };
  }
};
