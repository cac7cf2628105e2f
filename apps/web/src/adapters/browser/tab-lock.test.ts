import { tabLockContract } from '@batbot/core/contracts';
import { createFakeClock } from '@batbot/core/fakes';
import type { TabSummons } from '@batbot/core';
import { describe, expect, it } from 'vitest';
import { createTabLock } from './tab-lock.ts';
import { parseTabMessage } from './tab-messages.ts';
import { createTabsDouble } from './tabs-double.fixture.ts';

/** Longer than the sum of all deadlines. */
const LONG_MS = 20_000;

const createBench = () => {
  const tabs = createTabsDouble();
  const clock = createFakeClock();
  let asks = 0;
  const newAsk = (): string => `ask ${String((asks += 1))}`;
  const openTab = () => {
    const { locks, channel, ...tab } = tabs.openTab();
    return { lock: createTabLock({ locks, channel, clock, newAsk }), ...tab };
  };
  return { tabs, clock, openTab, newAsk };
};

const claimOf = (summons: TabSummons[] = []) => ({
  describe: () => ({ section: 'home', since: 5 }),
  onSummons: (kind: TabSummons) => summons.push(kind),
});

tabLockContract('Web Locks and a broadcast channel', () => {
  const { clock, openTab } = createBench();
  return Promise.resolve({
    openTab,
    settle: clock.settle,
    pass: () => clock.advance(LONG_MS),
    dispose: async () => {
      await clock.advance(LONG_MS);
      expect(clock.pendingTimers()).toBe(0);
    },
  });
});

describe('the tab lock', () => {
  it('[MT-01] a holder that answers and does not release within 8 s keeps the lock', async () => {
    const { clock, openTab } = createBench();
    const [one, other] = [openTab(), openTab()];
    const summons: TabSummons[] = [];
    void one.lock.take('port', claimOf(summons));
    await clock.settle();
    let taken: unknown = 'pending';
    void other.lock.takeOver('port', claimOf()).then((hold) => (taken = hold));
    await clock.advance(7_999);
    expect([summons, taken]).toEqual([['asked'], 'pending']);
    await clock.advance(1);
    expect(taken).toBeUndefined();
    const again = other.lock.takeOver('port', claimOf());
    await clock.advance(LONG_MS);
    expect(await again).toBeUndefined();
    expect(summons).toEqual(['asked']);
  });

  it('without Web Locks, every tab gets the lock', async () => {
    const { tabs, clock, newAsk } = createBench();
    const { channel } = tabs.openTab();
    const lock = createTabLock({ locks: undefined, channel, clock, newAsk });
    expect(await lock.take('port', claimOf())).toBeDefined();
    expect(await lock.take('port', claimOf())).toBeDefined();
    expect(await lock.takeOver('port', claimOf())).toBeDefined();
  });

  it('if the browser refuses Web Locks, every tab gets the lock', async () => {
    const { tabs, clock, newAsk } = createBench();
    const { channel } = tabs.openTab();
    const request = () => Promise.reject(new DOMException('No.', 'SecurityError'));
    const lock = createTabLock({ locks: { request }, channel, clock, newAsk });
    expect(await lock.take('port', claimOf())).toBeDefined();
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['a text', 'letGo'],
    ['a list', [{ kind: 'letGo' }]],
    ['no name', { kind: 'letGo', ask: '1' }],
    ['a name that is no text', { kind: 'letGo', ask: '1', name: {} }],
    ['an endless name', { kind: 'letGo', ask: '1', name: 'x'.repeat(10_000) }],
    ['no question', { kind: 'letGo', name: 'port' }],
    ['an unknown kind', { kind: 'explode', ask: '1', name: 'port' }],
    ['an answer without its holder', { kind: 'here', ask: 'ask 1' }],
    ['an answer with half a holder', { kind: 'here', ask: 'ask 1', holder: { section: 'home' } }],
    ['a holder since never', { kind: 'here', ask: 'ask 1', holder: { section: '', since: NaN } }],
  ])('[MT-04] a message with %s is ignored', async (_, data) => {
    expect(parseTabMessage(data)).toBeUndefined();
    const { tabs, clock, openTab } = createBench();
    const summons: TabSummons[] = [];
    const [one, other] = [openTab(), openTab()];
    void one.lock.take('port', claimOf(summons));
    await clock.settle();
    one.freeze();
    const asking = other.lock.holder('port');
    tabs.broadcast(undefined, data);
    await clock.advance(LONG_MS);
    expect(await asking).toBeUndefined();
    one.wake();
    await clock.settle();
    expect(summons).toEqual([]);
  });
});
