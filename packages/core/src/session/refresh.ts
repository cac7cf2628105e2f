import type { Notices } from '../notifications/notices.ts';
import type { AccountGateway } from '../ports/account-gateway.ts';
import { createLive, type Live } from '../prelude/live.ts';
import { done, err, type Result } from '../prelude/result.ts';
import type { Attention, RefreshFailure } from './session-state.ts';
import { isActive, withFreshRecord, type StoredUser } from './stored-user.ts';
import { toAttention } from './to-attention.ts';

export interface RefreshParts {
  readonly gateway: AccountGateway;
  readonly notices: Notices;
  readonly current: () => StoredUser | undefined;
  /** A modal waits for its OK: asking again would only repeat it (SA-02). */
  readonly isBlocked: () => boolean;
  readonly onRecord: (user: StoredUser) => void;
  readonly onInactive: () => void;
  readonly onAttention: (attention: Attention) => void;
}

export interface Refresh {
  readonly running$: Live<boolean>;
  readonly refresh: () => Promise<Result<void, RefreshFailure>>;
  /** The session has changed hands: an answer under way counts no longer. */
  readonly forget: () => void;
  readonly dispose: () => void;
}

interface Flight {
  readonly promise: Promise<Result<void, RefreshFailure>>;
}

export const createRefresh = (parts: RefreshParts): Refresh => {
  const { gateway, notices, current } = parts;
  const running = createLive(false);
  let era = 0;
  let inFlight: Flight | undefined;

  const forget = (): void => {
    era += 1;
    inFlight = undefined;
    running.set(false);
  };

  const ask = async (asked: StoredUser): Promise<Result<void, RefreshFailure>> => {
    const mine = era;
    running.set(true);
    const answer = await gateway.getUserData(asked.token, asked.userid);
    const user = current();
    if (mine !== era || user === undefined) return err({ kind: 'signedOut' });
    inFlight = undefined;
    running.set(false);
    if (!answer.ok) {
      const attention = toAttention(answer.error);
      if (attention === undefined) notices.notify({ kind: 'callFailed' });
      else parts.onAttention(attention);
      return err({ kind: attention === undefined ? 'unreachable' : 'attention' });
    }
    if (!isActive(Object.entries(answer.value).find(([field]) => field === 'status')?.[1])) {
      parts.onInactive();
      return err({ kind: 'signedOut' });
    }
    parts.onRecord(withFreshRecord(user, answer.value));
    return done;
  };

  return {
    running$: running.live,
    refresh: () => {
      const user = current();
      if (user === undefined) return Promise.resolve(err({ kind: 'signedOut' }));
      if (parts.isBlocked()) return Promise.resolve(err({ kind: 'attention' }));
      inFlight ??= { promise: ask(user) };
      return inFlight.promise;
    },
    forget,
    dispose: () => {
      forget();
      running.dispose();
    },
  };
};
