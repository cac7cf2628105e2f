import type { DecodeError } from '../protocol/frame.ts';
import type { HeldValue } from './outlier-filter.ts';
import type { PollResult } from './poll-result.ts';

type SentResult = Extract<PollResult['status'], 'answered' | 'rejected' | 'timeout'>;

/** How well the polls of this connection are answered. */
export interface LinkHealth {
  /** Polls answered among the last 100 sent. */
  readonly answeredOfLast: number;
  /** Up to 100; fewer at the beginning. */
  readonly sentOfLast: number;
  /** How the last poll that was sent ended; undefined before the first. */
  readonly lastResult?: SentResult;
  /** From the poll to the end of the reply, for the last good reply. */
  readonly roundTripMs?: number;
  readonly rejected: number;
  readonly timeouts: number;
  /** Ticks skipped because another command was pending. */
  readonly skipped: number;
  /** Implausible values, held until the next reply. */
  readonly held: number;
  /** The last reply with such values. */
  readonly lastHeld?: { readonly values: readonly HeldValue[]; readonly raw: readonly string[] };
  /** The last rejected reply, and why. */
  readonly lastRejection?: { readonly error: DecodeError; readonly raw: readonly string[] };
}

export const NO_HEALTH: LinkHealth = {
  answeredOfLast: 0,
  sentOfLast: 0,
  rejected: 0,
  timeouts: 0,
  skipped: 0,
  held: 0,
};

const WINDOW = 100;

/** A fault is shown at once; only values are withheld. */
const isWithheld = ({ fault }: HeldValue): boolean => fault === undefined;

/** Counts the polls of one connection; returns the health after each. */
export const createHealthCounter = (): ((
  result: PollResult,
  held: readonly HeldValue[],
) => LinkHealth) => {
  let recent: readonly boolean[] = [];
  let health = NO_HEALTH;
  const sent = (
    lastResult: SentResult,
  ): Pick<LinkHealth, 'answeredOfLast' | 'sentOfLast' | 'lastResult'> => {
    recent = [...recent, lastResult === 'answered'].slice(-WINDOW);
    return { answeredOfLast: recent.filter(Boolean).length, sentOfLast: recent.length, lastResult };
  };
  return (result, allHeld) => {
    switch (result.status) {
      case 'answered': {
        const values = allHeld.filter(isWithheld);
        const lastHeld = values.length === 0 ? health.lastHeld : { values, raw: result.raw };
        health = {
          ...health,
          ...sent(result.status),
          roundTripMs: result.roundTripMs,
          held: health.held + values.length,
          ...(lastHeld === undefined ? {} : { lastHeld }),
        };
        break;
      }
      case 'rejected': {
        const lastRejection = { error: result.error, raw: result.raw };
        health = {
          ...health,
          ...sent(result.status),
          rejected: health.rejected + 1,
          lastRejection,
        };
        break;
      }
      case 'timeout':
        health = { ...health, ...sent(result.status), timeouts: health.timeouts + 1 };
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
