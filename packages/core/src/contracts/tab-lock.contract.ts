import { describe, expect } from 'vitest';
import type { TabClaim, TabLock, TabSummons } from '../ports/tab-lock.ts';
import { casesOn } from './cases-on.ts';

/** The tabs of one browser. `settle` lets everything happen that needs no time; `pass` lets all deadlines expire. */
export interface TabLockHarness {
  readonly openTab: () => {
    readonly lock: TabLock;
    readonly freeze: () => void;
    readonly wake: () => void;
    readonly close: () => void;
  };
  readonly settle: () => Promise<void>;
  readonly pass: () => Promise<void>;
  readonly dispose: () => Promise<void>;
}

const NAME = 'usb/6790:29987';

/** Creates a claim that records its summons; with `letsGo` it releases the lock when asked. */
const createClaim = (section = 'terminal') => {
  const summons: TabSummons[] = [];
  let letGo = (): void => undefined;
  const claim: TabClaim = {
    describe: () => ({ section, since: 1_000 }),
    onSummons: (kind) => {
      summons.push(kind);
      letGo();
    },
  };
  return {
    claim,
    summons,
    letsGo: (how: () => void) => {
      letGo = how;
    },
  };
};

/** Contract tests of the `TabLock` port of the core. */
export const tabLockContract = (
  title: string,
  makeHarness: () => Promise<TabLockHarness>,
): void => {
  const it = casesOn(makeHarness, (harness) => harness.dispose());

  const settled = async <T>(harness: TabLockHarness, promise: Promise<T>): Promise<T> => {
    await harness.pass();
    return promise;
  };

  describe(`${title} passes the contract of the tab lock`, () => {
    it('[MT-01] only one tab holds a name; a second tab is refused and learns which tab holds it', async (harness) => {
      const [one, other] = [harness.openTab(), harness.openTab()];
      expect(await settled(harness, one.lock.take(NAME, createClaim('home').claim))).toBeDefined();
      expect(await settled(harness, other.lock.take(NAME, createClaim().claim))).toBeUndefined();
      expect(await settled(harness, other.lock.holder(NAME))).toEqual({
        section: 'home',
        since: 1_000,
      });
    });

    it('[MT-01] a tab cannot take the same name twice, but can take another name', async (harness) => {
      const tab = harness.openTab();
      await settled(harness, tab.lock.take(NAME, createClaim().claim));
      expect(await settled(harness, tab.lock.take(NAME, createClaim().claim))).toBeUndefined();
      expect(await settled(harness, tab.lock.take('other', createClaim().claim))).toBeDefined();
    });

    it('a released name is free for all tabs, and a second release has no effect', async (harness) => {
      const [one, other] = [harness.openTab(), harness.openTab()];
      const hold = await settled(harness, one.lock.take(NAME, createClaim().claim));
      void hold?.release();
      await harness.settle();
      expect(await settled(harness, other.lock.holder(NAME))).toBeUndefined();
      const second = await settled(harness, other.lock.take(NAME, createClaim().claim));
      void hold?.release();
      await harness.settle();
      expect(second).toBeDefined();
      expect(await settled(harness, one.lock.take(NAME, createClaim().claim))).toBeUndefined();
    });

    it('a name is free for the same tab as soon as its release has ended', async (harness) => {
      const tab = harness.openTab();
      const hold = await settled(harness, tab.lock.take(NAME, createClaim().claim));
      const again = hold?.release().then(() => tab.lock.take(NAME, createClaim().claim));
      expect(await settled(harness, again ?? expect.fail())).toBeDefined();
    });

    it('[MT-02] a closed tab holds no lock', async (harness) => {
      const [one, other] = [harness.openTab(), harness.openTab()];
      await settled(harness, one.lock.take(NAME, createClaim().claim));
      one.close();
      await harness.settle();
      expect(await settled(harness, other.lock.take(NAME, createClaim().claim))).toBeDefined();
    });

    it('[MT-01] a take-over asks the holder once and waits for its release', async (harness) => {
      const [one, other] = [harness.openTab(), harness.openTab()];
      const first = createClaim();
      const hold = await settled(harness, one.lock.take(NAME, first.claim));
      let taken = false;
      const taking = other.lock.takeOver(NAME, createClaim().claim).then((got) => {
        taken = true;
        return got;
      });
      await harness.settle();
      expect([first.summons, taken]).toEqual([['asked'], false]);
      void hold?.release();
      await harness.settle();
      expect(await settled(harness, taking)).toBeDefined();
      expect(first.summons).toEqual(['asked']);
      expect(await settled(harness, one.lock.take(NAME, createClaim().claim))).toBeUndefined();
    });

    it('a take-over takes a free name at once', async (harness) => {
      const tab = harness.openTab();
      expect(await settled(harness, tab.lock.takeOver(NAME, createClaim().claim))).toBeDefined();
    });

    it('[MT-07] the lock of a frozen tab is stolen, and the tab is notified when it resumes', async (harness) => {
      const [one, other] = [harness.openTab(), harness.openTab()];
      const first = createClaim();
      await settled(harness, one.lock.take(NAME, first.claim));
      one.freeze();
      expect(await settled(harness, other.lock.holder(NAME))).toBeUndefined();
      expect(await settled(harness, other.lock.takeOver(NAME, createClaim().claim))).toBeDefined();
      one.wake();
      await harness.pass();
      expect(first.summons).toContain('stolen');
      expect(await settled(harness, one.lock.take(NAME, createClaim().claim))).toBeUndefined();
    });

    it('a name can move back and forth between two tabs', async (harness) => {
      const tabs = [harness.openTab(), harness.openTab()];
      for (let round = 0; round < 6; round += 1) {
        const { claim, letsGo } = createClaim();
        const hold = await settled(
          harness,
          (tabs[round % 2]?.lock ?? expect.fail()).takeOver(NAME, claim),
        );
        expect(hold).toBeDefined();
        letsGo(() => void hold?.release());
      }
    });
  });
};
