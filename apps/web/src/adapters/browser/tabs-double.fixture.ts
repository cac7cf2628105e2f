import type { Locks, TabChannel } from './tab-lock.ts';

/** The browser as one tab sees it: Web Locks and a channel to the other tabs. */
export interface TabDouble {
  readonly locks: Locks;
  readonly channel: TabChannel;
  /** Freezes the tab: messages and changes of its locks reach it only after it resumes. */
  readonly freeze: () => void;
  readonly wake: () => void;
  readonly close: () => void;
}

interface Request {
  readonly tab: object;
  readonly grant: (lock: Lock | null) => void;
  readonly robbed: () => void;
}

/** Two or more tabs of one browser, with locks that behave as https://w3c.github.io/web-locks/ specifies. */
export const createTabsDouble = () => {
  const holders = new Map<string, Request>();
  const queues = new Map<string, Request[]>();
  const listeners = new Map<object, ((event: { readonly data: unknown }) => void)[]>();
  const wakeful = new Map<object, (news: () => void) => void>();

  const next = (name: string): void => {
    if (holders.has(name)) return;
    const request = queues.get(name)?.shift();
    if (request === undefined) return;
    holders.set(name, request);
    request.grant({ name, mode: 'exclusive' });
  };

  const free = (name: string, request: Request): void => {
    if (holders.get(name) !== request) return;
    holders.delete(name);
    next(name);
  };

  const broadcast = (from: object | undefined, data: unknown): void => {
    for (const [tab, all] of listeners) {
      if (tab === from) continue;
      const copy: unknown = structuredClone(data);
      wakeful.get(tab)?.(() => {
        for (const listener of all) listener({ data: copy });
      });
    }
  };

  const openTab = (): TabDouble => {
    const tab = {};
    const news: (() => void)[] = [];
    let isAwake = true;
    wakeful.set(tab, (each) => {
      if (isAwake) queueMicrotask(each);
      else news.push(each);
    });
    listeners.set(tab, []);

    const request = (
      name: string,
      options: LockOptions,
      callback: (lock: Lock | null) => unknown,
    ): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const abort = (): void => {
          queues.set(
            name,
            (queues.get(name) ?? []).filter((each) => each !== mine),
          );
          reject(new DOMException('The request was aborted.', 'AbortError'));
        };
        const mine: Request = {
          tab,
          grant: (lock) => {
            options.signal?.removeEventListener('abort', abort);
            queueMicrotask(() => {
              Promise.resolve(callback(lock)).then((value) => {
                free(name, mine);
                resolve(value);
              }, reject);
            });
          },
          robbed: () => {
            wakeful.get(tab)?.(() => {
              reject(new DOMException('Lock broken by another request.', 'AbortError'));
            });
          },
        };
        if (options.steal === true) {
          holders.get(name)?.robbed();
          holders.set(name, mine);
          mine.grant({ name, mode: 'exclusive' });
          return;
        }
        if (options.ifAvailable === true && holders.has(name)) {
          mine.grant(null);
          return;
        }
        options.signal?.addEventListener('abort', abort);
        queues.set(name, [...(queues.get(name) ?? []), mine]);
        next(name);
      });

    return {
      locks: { request } as Locks, // the overloads without options are not used
      channel: {
        postMessage: (message) => broadcast(tab, message),
        addEventListener: (_, listener) => listeners.get(tab)?.push(listener),
      },
      freeze: () => {
        isAwake = false;
      },
      wake: () => {
        isAwake = true;
        for (const each of news.splice(0)) each();
      },
      close: () => {
        isAwake = false;
        listeners.delete(tab);
        wakeful.delete(tab);
        for (const [name, holder] of [...holders]) if (holder.tab === tab) free(name, holder);
      },
    };
  };

  return { openTab, broadcast };
};
