import type { TabClaim, TabHold, TabLock } from '../ports/tab-lock.ts';

/** One tab of a browser in memory. */
export interface FakeTab extends TabLock {
  /** Stops the tab from answering until it resumes. */
  readonly freeze: () => void;
  readonly wake: () => void;
  /** Closes the tab, as a close, a crash or a reload does: it holds no lock and receives nothing. */
  readonly close: () => void;
}

/** The tabs of one browser, with the locks they share. */
export interface FakeTabs {
  readonly open: () => FakeTab;
}

interface Held {
  readonly tab: object;
  readonly claim: TabClaim;
  readonly isAwake: () => boolean;
  readonly tellLater: (news: () => void) => void;
  released: boolean;
  summoned: boolean;
  readonly whenReleased: (() => void)[];
}

/** Creates a browser without timeouts: a holder that answers is awaited without limit. */
export const createFakeTabs = (): FakeTabs => {
  const holders = new Map<string, Held>();

  const release = (name: string, held: Held): void => {
    if (held.released) return;
    held.released = true;
    if (holders.get(name) === held) holders.delete(name);
    for (const each of held.whenReleased.splice(0)) each();
  };

  const summon = (held: Held, summons: 'asked' | 'stolen'): void => {
    held.tellLater(() => {
      if (held.released || (held.summoned && summons === 'asked')) return;
      held.summoned = true;
      if (summons === 'stolen') held.released = true;
      held.claim.onSummons(summons);
    });
  };

  const letGo = async (name: string, held: Held): Promise<void> => {
    if (!held.isAwake()) {
      holders.delete(name);
      summon(held, 'stolen');
      return;
    }
    await new Promise<void>((resolve) => {
      held.whenReleased.push(resolve);
      summon(held, 'asked');
    });
  };

  const open = (): FakeTab => {
    const tab = {};
    const news: (() => void)[] = [];
    let awake = true;

    const hold = (name: string, claim: TabClaim): TabHold => {
      const held: Held = {
        tab,
        claim,
        isAwake: () => awake,
        tellLater: (each) => {
          if (awake) void Promise.resolve().then(each);
          else news.push(each);
        },
        released: false,
        summoned: false,
        whenReleased: [],
      };
      holders.set(name, held);
      return {
        release: async () => {
          await Promise.resolve(); // a browser frees a lock after the task that releases it
          release(name, held);
        },
      };
    };

    return {
      take: async (name, claim) => {
        const taken = holders.has(name) ? undefined : hold(name, claim);
        await Promise.resolve();
        return taken;
      },
      takeOver: async (name, claim) => {
        for (let held = holders.get(name); held !== undefined; held = holders.get(name)) {
          await letGo(name, held);
        }
        return hold(name, claim);
      },
      holder: async (name) => {
        await Promise.resolve();
        const held = holders.get(name);
        return held?.isAwake() === true ? held.claim.describe() : undefined;
      },
      freeze: () => {
        awake = false;
      },
      wake: () => {
        awake = true;
        for (const each of news.splice(0)) each();
      },
      close: () => {
        awake = false;
        news.length = 0;
        for (const [name, held] of [...holders]) if (held.tab === tab) release(name, held);
      },
    };
  };

  return { open };
};
