import { LONGEST_QUIET_PERIOD_MS, QUIET_PERIOD_MS } from '../protocol/timing.ts';
import type {
  CommandInput,
  CommandState,
  CommandStep,
  PendingCommand,
  Phase,
} from './command-state.ts';

/** The phase after a command whose reply may still come: it ends after `silenceMs` of silence. */
export const quietPeriod = (
  { command, belongsToSignedOutUser }: PendingCommand,
  at: number,
  silenceMs: number,
): Phase<'quietPeriod'> => ({
  kind: 'quietPeriod',
  origin: command.origin,
  silenceAt: at + silenceMs,
  endsAt: at + Math.max(silenceMs, LONGEST_QUIET_PERIOD_MS),
  belongsToSignedOutUser,
});

/**
 * Returns the next state in a quiet period. Bytes restart its silence, unless a reply to a poll is still owed; if none
 * follows until its end, the reply before it was not a late one.
 */
export const inQuietPeriod = (
  state: CommandState,
  phase: Phase<'quietPeriod'>,
  input: CommandInput,
): CommandStep => {
  switch (input.kind) {
    case 'silence': {
      const owed = state.owed.filter(({ text }) => text !== phase.awaited);
      return { state: { ...state, owed, phase: { kind: 'idle' } } };
    }
    case 'chunkEnd': {
      const { at, pending: tail = '' } = input;
      const isOwed = state.owed.some(({ text }) => text === phase.awaited);
      const silenceAt = Math.max(at, Math.min(at + QUIET_PERIOD_MS, phase.endsAt));
      return { state: { ...state, phase: isOwed ? phase : { ...phase, silenceAt }, tail } };
    }
    case 'userSignedOut':
      return phase.origin === 'user'
        ? { state: { ...state, phase: { ...phase, belongsToSignedOutUser: true } } }
        : { state };
    default:
      return { state };
  }
};
