import type { Notices } from '../notifications/notices.ts';
import type { AccountGateway } from '../ports/account-gateway.ts';
import type { Clock } from '../ports/clock.ts';
import { createLive } from '../prelude/live.ts';
import { done, err, type Result } from '../prelude/result.ts';
import { withTimeout } from '../prelude/with-timeout.ts';
import { withFreshRecord, type StoredUser } from './stored-user.ts';
import { toAttention, type Attention, type RefreshFailure } from './session-state.ts';

/** How long a tab waits for the server if it did not answer the last call. */
const RETRY_LIMIT_MS = 2_000; // SESSION-43

/** Whether the server answered the last call, and the wall-clock time of its last answer. */
export interface ServerContact {
  readonly isReached: boolean;
  readonly lastAt?: number;
}

export interface RefreshParts {
  readonly clock: Pick<Clock, 'after' | 'wallNow'>;
  readonly gateway: AccountGateway;
  readonly notices: Notices;
  readonly current: () => StoredUser | undefined;
  /** Applies a sign-out or sign-in of another tab that this tab has not been notified of yet. */
  readonly recheck: () => void;
  /** Whether a modal waits for its OK. A request would only open it again (SA-02). */
  readonly isBlocked: () => boolean;
  /** Whether the end of the session waits for the end of a change of the device [SESSION-48]. */
  readonly isHeld: () => boolean;
  /** Whether another tab has ended the session that this tab keeps. Its token is not used any more. */
  readonly isEndedElsewhere: () => boolean;
  readonly onRecord: (user: StoredUser) => void;
  readonly onInactive: () => void;
  readonly onAttention: (attention: Attention) => void;
}

export const createRefresh = (parts: RefreshParts) => {
  const { gateway, notices, current, clock } = parts;
  const contact = createLive<ServerContact>({ isReached: true });
  let era = 0;
  let inFlight: Promise<Result<void, RefreshFailure>> | undefined;

  const forget = (): void => {
    era += 1;
    inFlight = undefined;
    contact.set({ isReached: true });
  };

  const reached = (): void => contact.set({ isReached: true, lastAt: clock.wallNow() });

  const unreached = (isKnown: boolean): void => {
    if (!contact.live.value.isReached) return; // the failure was reported already
    if (!isKnown) notices.notify({ kind: 'callFailed' });
    contact.update((before) => ({ ...before, isReached: false }));
  };

  const ask = async (asked: StoredUser): Promise<Result<void, RefreshFailure>> => {
    const mine = era;
    const answer = await gateway.getUserData(asked.token, asked.userid);
    if (mine === era) parts.recheck();
    const user = current();
    if (mine !== era || user === undefined) return err({ kind: 'signedOut' });
    inFlight = undefined;
    if (parts.isEndedElsewhere()) return done;
    if (!answer.ok) {
      const { error } = answer;
      const attention = toAttention(error);
      if (attention === undefined) {
        unreached(error.kind === 'unreachable' && error.isKnown === true);
        return err({ kind: 'unreachable' });
      }
      reached();
      parts.onAttention(attention);
      return parts.isHeld() ? done : err({ kind: 'attention' });
    }
    reached();
    const fresh = withFreshRecord(user, answer.value);
    if (!fresh.status) {
      parts.onInactive();
      return parts.isHeld() ? done : err({ kind: 'signedOut' });
    }
    parts.onRecord(fresh);
    return done;
  };

  return {
    contact$: contact.live,
    /** Reports that the server has just answered another call. */
    reached,
    /**
     * Refreshes the user record. After a failure the next call waits for two seconds at most; an answer that arrives
     * later still applies.
     */
    refresh: async (): Promise<Result<void, RefreshFailure>> => {
      const user = current();
      if (user === undefined) return err({ kind: 'signedOut' });
      if (parts.isEndedElsewhere()) return done;
      if (parts.isBlocked()) return parts.isHeld() ? done : err({ kind: 'attention' });
      inFlight ??= ask(user);
      if (contact.live.value.isReached) return inFlight;
      const result = await withTimeout(inFlight, clock, RETRY_LIMIT_MS, undefined);
      return result ?? err({ kind: 'unreachable' });
    },
    /** Reports that the session belongs to another user, so that a pending answer is ignored. */
    forget,
    dispose: (): void => {
      forget();
      contact.dispose();
    },
  };
};
