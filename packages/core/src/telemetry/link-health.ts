import type { DecodeError } from '../protocol/frame.ts';
import type { PollResult } from './poll-result.ts';

/** How well the polls of this connection do. */
export interface LinkHealth {
  /** Polls answered among the last 100 sent. */
  readonly answeredOfLast: number;
  /** Polls sent among the last 100; fewer at the beginning. */
  readonly sentOfLast: number;
  /** Time from poll to the reply's end, of the last good one. */
  readonly roundTripMs?: number;
  readonly rejected: number;
  readonly timeouts: number;
  /** Ticks let pass because the line was busy. */
  readonly skipped: number;
  /** The last reply that was rejected whole, and why. */
  readonly lastRejection?: { readonly error: DecodeError; readonly raw: readonly string[] };
}

export const NO_HEALTH: LinkHealth = {
  answeredOfLast: 0,
  sentOfLast: 0,
  rejected: 0,
  timeouts: 0,
  skipped: 0,
};

const WINDOW = 100;

/** Counts the polls of one connection: `count` gives the health after each. */
export const createHealthKeeper = (): ((result: PollResult) => LinkHealth) => {
  let recent: readonly boolean[] = [];
  let health = NO_HEALTH;
  const sent = (answered: boolean): Pick<LinkHealth, 'answeredOfLast' | 'sentOfLast'> => {
    recent = [...recent, answered].slice(-WINDOW);
    return { answeredOfLast: recent.filter(Boolean).length, sentOfLast: recent.length };
  };
  return (result) => {
    switch (result.fate) {
      case 'answered':
        health = { ...health, ...sent(true), roundTripMs: result.roundTripMs };
        break;
      case 'rejected': {
        const lastRejection = { error: result.error, raw: result.raw };
        health = { ...health, ...sent(false), rejected: health.rejected + 1, lastRejection };
        break;
      }
      case 'timeout':
        health = { ...health, ...sent(false), timeouts: health.timeouts + 1 };
        break;
      case 'skipped':
        health = { ...health, skipped: health.skipped + 1 };
        break;
      case 'lost':
        break;
    }
    return health;
  };
};
