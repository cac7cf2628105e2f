import type { DecodeError } from '../protocol/frame.ts';
import { isHeldIn, type HeldValue } from './outlier-filter.ts';
import type { PollResult } from './poll-result.ts';

type SentResult = Extract<PollResult['status'], 'answered' | 'rejected' | 'timeout'>;

/** How well the polls of this connection are answered. */
export interface LinkHealth {
  /** The number of answered polls among the last 100. */
  readonly answeredOfLast: number;
  /** The number of sent polls, at most 100. */
  readonly sentOfLast: number;
  /** How the last sent poll ended; undefined before the first. */
  readonly lastResult?: SentResult;
  /** The time from the poll to the end of the last good reply. */
  readonly roundTripMs?: number;
  readonly rejected: number;
  readonly timeouts: number;
  /** The number of ticks that were skipped because another command was pending. */
  readonly skipped: number;
  readonly held: number;
  /** The last reply with held values. */
  readonly lastHeld?: { readonly values: readonly HeldValue[]; readonly raw: readonly string[] };
  /** The last rejected reply, with the reason. */
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

/** Whether a value is held. A fault is shown at once, so it does not count. */
const isWithheld = ({ fault }: HeldValue): boolean => fault === undefined;

/** Creates a counter for the polls of one connection. It returns the health after each poll. */
export const createHealthCounter = (): ((
  result: PollResult,
  held: readonly HeldValue[],
) => LinkHealth) => {
  let recent: readonly boolean[] = [];
  let health = NO_HEALTH;
  let heldBefore: readonly HeldValue[] = [];
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
        const news = values.filter((each) => !isHeldIn(heldBefore, each));
        heldBefore = values;
        const lastHeld = values.length === 0 ? health.lastHeld : { values, raw: result.raw };
        health = {
          ...health,
          ...sent(result.status),
          roundTripMs: result.roundTripMs,
          held: health.held + news.length,
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
