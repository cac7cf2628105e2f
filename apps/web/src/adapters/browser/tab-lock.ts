import type { Clock, TabClaim, TabHold, TabHolder, TabLock } from '@batbot/core';
import { parseTabMessage, type TabMessage } from './tab-messages.ts';

/**
 * Deadline of an answer. A running tab answers within milliseconds, hidden or not; without an answer it is frozen, hung
 * or closed.
 */
const ANSWER_MS = 1_000;
/** Deadline of a release. It is longer than the sum of the deadlines of closing a port. */
const RELEASE_MS = 8_000;

/** The part of `navigator.locks` that this adapter uses. */
export type Locks = Pick<LockManager, 'request'>;

/** The part of a `BroadcastChannel` that this adapter uses. */
export interface TabChannel {
  readonly postMessage: (message: unknown) => void;
  readonly addEventListener: (
    kind: 'message',
    listener: (event: { readonly data: unknown }) => void,
  ) => void;
}

export interface TabLockParts {
  /** Undefined in insecure contexts. Every tab then gets the lock. */
  readonly locks: Locks | undefined;
  readonly channel: TabChannel;
  readonly clock: Pick<Clock, 'after'>;
  /** Returns a unique text for each question. */
  readonly newAsk: () => string;
}

interface Held {
  readonly claim: TabClaim;
  isAsked: boolean;
}

const nothing = (): void => undefined;
const noLock: TabHold = { release: () => Promise.resolve() };
const PREFIX = 'batbot/';

/**
 * Creates locks between tabs with Web Locks, which the browser releases when a tab closes. Tabs communicate over the
 * channel. A lock is stolen only from a tab that does not answer, because Chromium has frozen it, keeps it in the
 * back/forward cache, or it hangs. Its port may still be open, so opening the port fails as busy until the browser
 * discards that tab.
 */
export const createTabLock = ({ locks, channel, clock, newAsk }: TabLockParts): TabLock => {
  const mine = new Map<string, Held>();
  const questions = new Map<string, (answer: TabMessage) => void>();
  const say = (message: TabMessage): void => channel.postMessage(message);

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
      const cancel = clock.after(ANSWER_MS, () => settle(undefined));
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
        resolve(noLock);
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
              return ended;
            },
          });
        });
      };
      const onFailure = (failure: unknown): void => {
        if (forget()) claim.onSummons('stolen');
        const isAbort = failure instanceof DOMException && failure.name === 'AbortError';
        resolve(isAbort ? undefined : noLock); // without locks, only the open port prevents a second use
      };
      const ended = locks.request(PREFIX + name, options, onLock).then(nothing, onFailure);
    });

  const takeOver = async (name: string, claim: TabClaim): Promise<TabHold | undefined> => {
    const free = await request(name, claim, { ifAvailable: true });
    if (free !== undefined) return free;
    if ((await question('letGo', name)) === undefined) {
      return request(name, claim, { steal: true });
    }
    const patience = new AbortController();
    const cancel = clock.after(RELEASE_MS, () => patience.abort());
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
