import type { Clock, TabClaim, TabHold, TabHolder, TabLock } from '@batbot/core';
import { parseTabMessage, type TabMessage } from './tab-messages.ts';

/** A tab that runs answers a message within milliseconds, hidden or not; then it is frozen, hung or gone. */
const ANSWER_MS = 1_000;
/** Closing a port has deadlines of its own, which add up to less. */
const RELEASE_MS = 8_000;

/** `navigator.locks`, as far as it is used. */
export type Locks = Pick<LockManager, 'request'>;

/** A `BroadcastChannel`, as far as it is used. */
export interface TabChannel {
  readonly postMessage: (message: unknown) => void;
  readonly addEventListener: (
    kind: 'message',
    listener: (event: { readonly data: unknown }) => void,
  ) => void;
}

export interface TabLockParts {
  /** Absent in insecure contexts: then everyone may take. */
  readonly locks: Locks | undefined;
  readonly channel: TabChannel;
  readonly clock: Pick<Clock, 'after'>;
  /** A text no other tab says. */
  readonly newAsk: () => string;
}

interface Held {
  readonly claim: TabClaim;
  isAsked: boolean;
}

const nothing = (): void => undefined;
const PREFIX = 'batbot/';

/**
 * Names held by Web Locks, which the browser frees when a tab goes. Tabs talk over the channel. A lock is stolen only
 * from a holder that does not answer: one that Chromium has frozen or keeps for Back, or that hangs. Its port may
 * still be open then, so that opening it fails as busy until the browser discards that tab.
 */
export const createTabLock = ({ locks, channel, clock, newAsk }: TabLockParts): TabLock => {
  const mine = new Map<string, Held>();
  const questions = new Map<string, (answer: TabMessage) => void>();
  const say = (message: TabMessage): void => {
    channel.postMessage(message);
  };

  channel.addEventListener('message', ({ data }) => {
    const message = parseTabMessage(data);
    if (message === undefined) return;
    if (message.kind === 'here' || message.kind === 'lettingGo') {
      questions.get(message.ask)?.(message);
      return;
    }
    const held = mine.get(message.name);
    if (held === undefined) return;
    if (message.kind === 'who') {
      say({ kind: 'here', ask: message.ask, holder: held.claim.describe() });
      return;
    }
    say({ kind: 'lettingGo', ask: message.ask });
    if (held.isAsked) return;
    held.isAsked = true;
    held.claim.onSummons('asked');
  });

  const question = (kind: 'who' | 'letGo', name: string): Promise<TabMessage | undefined> =>
    new Promise((resolve) => {
      const ask = newAsk();
      const settle = (answer: TabMessage | undefined): void => {
        cancel();
        questions.delete(ask);
        resolve(answer);
      };
      const cancel = clock.after(ANSWER_MS, () => {
        settle(undefined);
      });
      questions.set(ask, settle);
      say({ kind, name, ask });
    });

  const request = (
    name: string,
    claim: TabClaim,
    options: LockOptions,
  ): Promise<TabHold | undefined> =>
    new Promise((resolve) => {
      if (locks === undefined) {
        resolve({ release: nothing });
        return;
      }
      const held: Held = { claim, isAsked: false };
      const forget = (): boolean => mine.get(name) === held && mine.delete(name);
      const onLock = (lock: Lock | null): Promise<void> | undefined => {
        if (lock === null) {
          resolve(undefined);
          return undefined;
        }
        mine.set(name, held);
        return new Promise((free) => {
          resolve({
            release: () => {
              forget();
              free();
            },
          });
        });
      };
      const onFailure = (failure: unknown): void => {
        if (forget()) claim.onSummons('stolen');
        const isAbort = failure instanceof DOMException && failure.name === 'AbortError';
        resolve(isAbort ? undefined : { release: nothing }); // no locks here: the port's own decides
      };
      locks.request(PREFIX + name, options, onLock).catch(onFailure);
    });

  const takeOver = async (name: string, claim: TabClaim): Promise<TabHold | undefined> => {
    const free = await request(name, claim, { ifAvailable: true });
    if (free !== undefined) return free;
    if ((await question('letGo', name)) === undefined) {
      return request(name, claim, { steal: true });
    }
    const patience = new AbortController();
    const cancel = clock.after(RELEASE_MS, () => {
      patience.abort();
    });
    const hold = await request(name, claim, { signal: patience.signal });
    cancel();
    return hold;
  };

  const holder = async (name: string): Promise<TabHolder | undefined> => {
    const answer = await question('who', name);
    return answer?.kind === 'here' ? answer.holder : undefined;
  };

  return { take: (name, claim) => request(name, claim, { ifAvailable: true }), takeOver, holder };
};
